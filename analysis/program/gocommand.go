package program

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// goCommand is the go command in the environment that makes it safe to run on a
// stranger's tree. Nothing is inherited but what environ takes over by name.
type goCommand struct {
	path         string
	env          []string
	goos, goarch string
}

// keptVars are taken over from the environment: where the caches are, and what
// selects files and types.
var keptVars = []string{
	"TMPDIR", "TMP", "TEMP", "SYSTEMROOT",
	"GO386", "GOAMD64", "GOARM", "GOARM64", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOWASM", "GOEXPERIMENT",
}

// networkVars are taken over where modules may be downloaded.
var networkVars = []string{
	"GOPROXY", "GOPRIVATE", "GONOPROXY", "GOINSECURE", "GOSUMDB", "GONOSUMDB", "NETRC",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
}

// newGoCommand finds the go command and makes its environment.
func newGoCommand(o Options, t *tree) (*goCommand, error) {
	env := envMap(o.Environ)
	path, err := findGo(env, t)
	if err != nil {
		return nil, err
	}
	caches, err := cacheDirs(env)
	if err != nil {
		return nil, err
	}
	for _, name := range cacheVars {
		t.caches = append(t.caches, caches[name])
	}
	g := &goCommand{path: path, goos: cmp.Or(env["GOOS"], runtime.GOOS), goarch: cmp.Or(env["GOARCH"], runtime.GOARCH)}
	g.env = g.environ(env, caches, o.Offline)
	return g, nil
}

// environ is the environment of every run. HOME is missing on purpose: without
// it the go command neither reads nor writes any file of the user but the
// caches, telemetry included. An empty TZ keeps it from the time zone files.
func (g *goCommand) environ(env, caches map[string]string, offline bool) []string {
	vars := map[string]string{
		"PATH":             filepath.Dir(g.path),
		"GOOS":             g.goos,
		"GOARCH":           g.goarch,
		"GO111MODULE":      "on",
		"GOENV":            "off",
		"GOTOOLCHAIN":      "local",
		"GOVCS":            "*:off",
		"GOAUTH":           "off",
		"CGO_ENABLED":      "0",
		"GOPROXY":          "off",
		"GOSUMDB":          "off", // there is no way to ask it
		"TZ":               "",
		"GOPACKAGESDRIVER": "off",
	}
	names := keptVars
	if !offline {
		names = slices.Concat(names, networkVars)
		delete(vars, "GOPROXY")
		delete(vars, "GOSUMDB")
		vars["GOAUTH"] = "netrc"
		if home := env["HOME"]; home != "" {
			vars["NETRC"] = filepath.Join(home, ".netrc")
		}
	}
	for _, name := range names {
		if v, ok := env[name]; ok {
			vars[name] = v
		}
	}
	for name, v := range caches {
		vars[name] = v
	}
	return envList(vars)
}

// flags is GOFLAGS for a unit: vendored modules are used where the go command
// would use them by itself.
func (u *unit) flags() string {
	if u.vendor != "" {
		return "-mod=vendor -buildvcs=false"
	}
	return "-mod=readonly -buildvcs=false"
}

// run runs the go command on a unit and returns its output. An error that wraps
// *goError is what the go command said.
func (g *goCommand) run(ctx context.Context, u *unit, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, g.path, slices.Concat(args[:1], u.modFlags(), args[1:])...)
	cmd.Dir = u.dir
	cmd.Env = slices.Concat(g.env, []string{"GOFLAGS=" + u.flags(), "GOWORK=" + cmp.Or(u.work, "off"), "PWD=" + u.dir})
	var stdout bytes.Buffer
	stderr := &head{limit: 64 << 10}
	cmd.Stdout, cmd.Stderr = &stdout, stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, &goError{text: strings.TrimSpace(stderr.String())}
	}
	if err != nil {
		return nil, fmt.Errorf("running the go command: %w", err)
	}
	return stdout.Bytes(), nil
}

// goError is a run that the go command ended with an error.
type goError struct{ text string }

func (e *goError) Error() string { return e.text }

// head keeps the first bytes written to it. Listing with -n prints every command
// of a build, and the errors stand before them.
type head struct {
	bytes.Buffer
	limit int
}

func (h *head) Write(p []byte) (int, error) {
	if room := h.limit - h.Len(); room > 0 {
		h.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

var _ io.Writer = (*head)(nil)

// findGo finds the go command: that of GOROOT, else the first on PATH. One that
// lies in the analysed tree, or that a relative PATH finds, is passed over.
func findGo(env map[string]string, t *tree) (string, error) {
	name := "go"
	if runtime.GOOS == "windows" {
		name = "go.exe"
	}
	var dirs []string
	if env["GOROOT"] != "" {
		dirs = append(dirs, filepath.Join(env["GOROOT"], "bin"))
	}
	dirs = append(dirs, filepath.SplitList(env["PATH"])...)
	for _, dir := range dirs {
		if !isAbs(dir) {
			continue
		}
		file, err := filepath.EvalSymlinks(filepath.Join(dir, name))
		if err != nil || isWithin(file, t.top) || !isExecutable(file) {
			continue
		}
		return file, nil
	}
	return "", errors.New("no go command found in GOROOT or on PATH outside the analysed directory: install Go (https://go.dev/dl)")
}

func isExecutable(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0)
}
