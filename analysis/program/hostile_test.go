package program_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestHostileTree loads testdata/program/hostile.txt, in which everything that a
// tree could have run or read on a reader's machine leads to a canary, and looks
// at the system calls. It needs strace: AMPCHECK_FULL=1 asks for it.
func TestHostileTree(t *testing.T) {
	if os.Getenv("AMPCHECK_FULL") != "1" {
		t.Skip("needs strace: set AMPCHECK_FULL=1")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, loader := range []string{"auto", "export", "source", "untrusted"} {
		t.Run(loader, func(t *testing.T) {
			h := newHostile(t)
			trace := h.run(t, []string{loadVar + "=" + h.tree, loaderVar + "=" + loader}, self)
			h.check(t, trace, loader == "untrusted" || loader == "source")
			for _, want := range []string{"module example.com/hostile", "module example.com/newer", "replaced/go.mod:", "linked/secret.go ", "cgo/c.go:"} {
				if !strings.Contains(trace.stdout, want) {
					t.Errorf("the output has no %q:\n%s", want, trace.stdout)
				}
			}
		})
	}
}

// TestHostileCheck does the same with the command as users run it.
func TestHostileCheck(t *testing.T) {
	if os.Getenv("AMPCHECK_FULL") != "1" {
		t.Skip("needs strace: set AMPCHECK_FULL=1")
	}
	bin := filepath.Join(t.TempDir(), "ampcheck")
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/ampcheck").CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	for _, flag := range []string{"--offline", "--untrusted"} {
		t.Run(flag, func(t *testing.T) {
			h := newHostile(t)
			trace := h.run(t, nil, bin, "check", flag, "--format=json", ".")
			h.check(t, trace, flag == "--untrusted")
			for _, want := range []string{`"complete": false`, `replaced/go.mod:`, `linked/secret.go`, `cgo/c.go:`, `the env_file of web lies outside`} {
				if !strings.Contains(trace.stdout, want) {
					t.Errorf("the output has no %q:\n%s", want, trace.stdout)
				}
			}
		})
	}
}

// hostile is the tree on disk, and the environment that goes with it.
type hostile struct {
	base, tree string
	// allowed are the directories in which files may be opened.
	allowed []string
	environ []string
}

func newHostile(t *testing.T) *hostile {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join(casesDir, "hostile.txt"))
	if err != nil {
		t.Fatal(err)
	}
	o := setUp(t, archive)
	base := filepath.Dir(o.Dir)
	h := &hostile{base: base, tree: o.Dir, environ: o.Environ}
	vars := goEnv(t, "GOROOT", "GOMODCACHE", "GOCACHE")
	h.environ = append(h.environ,
		"PATH="+strings.Join([]string{filepath.Join(h.tree, "bin"), ".", filepath.Join(vars[0], "bin")}, string(os.PathListSeparator)),
		"GOMODCACHE="+vars[1], "GOCACHE="+vars[2], "TMPDIR="+filepath.Join(base, "tmp"))
	if err := os.Mkdir(filepath.Join(base, "tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	h.allowed = append(vars, h.tree, filepath.Join(base, "tmp"))
	for _, name := range []string{"go", "gcc", "git", "vet", "asm", "compile", "link", "pkg-config", "canary", "gopackagesdriver", "sh"} {
		h.canary(t, filepath.Join("bin", name))
		h.canary(t, name)
	}
	return h
}

// canary writes a program that leaves a trace when it runs.
func (h *hostile) canary(t *testing.T, name string) {
	t.Helper()
	file := filepath.Join(h.tree, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("#!/bin/sh\n: >"+h.ran()+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// ran is the file that canaries make.
func (h *hostile) ran() string { return filepath.Join(h.base, "outside", "ran") }

func goEnv(t *testing.T, names ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}

// trace is what a command did.
type trace struct {
	stdout string
	// execs are the programs run with their arguments, opened the files that could
	// be opened, and connects the connections tried.
	execs, opened, connects []string
}

var (
	execLine = regexp.MustCompile(`execve\("([^"]*)", (\[.*?\])(?:, |$)`)
	openLine = regexp.MustCompile(`openat\(.* = \d+<([^>]*)>`)
)

// run runs a command line on the tree under strace, the tree being the current
// directory. The exit code is that of a finished analysis, whatever it found.
func (h *hostile) run(t *testing.T, environ []string, args ...string) trace {
	t.Helper()
	out := filepath.Join(h.base, "strace")
	cmd := exec.Command("strace", append([]string{"-f", "-y", "-qq", "-s", "4096", "-e", "trace=execve,connect,openat", "-o", out}, args...)...)
	cmd.Dir = h.tree
	cmd.Env = slices.Concat(h.environ, environ)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.Output()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatalf("%v: %v\n%s", args, err, stdout)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	tr := trace{stdout: string(stdout)}
	for line := range strings.Lines(string(data)) {
		if m := execLine.FindStringSubmatch(line); m != nil {
			tr.execs = append(tr.execs, m[1]+" "+m[2])
		}
		if m := openLine.FindStringSubmatch(line); m != nil {
			tr.opened = append(tr.opened, m[1])
		}
		if strings.Contains(line, "connect(") {
			tr.connects = append(tr.connects, line)
		}
	}
	return tr
}

// check holds a trace against what is promised. The first program is the one that
// was run itself.
func (h *hostile) check(t *testing.T, tr trace, listOnly bool) {
	t.Helper()
	if len(tr.execs) < 2 || len(tr.opened) == 0 {
		t.Fatalf("the trace shows nothing: %d programs, %d files", len(tr.execs), len(tr.opened))
	}
	goroot := h.allowed[0]
	for _, e := range tr.execs[1:] {
		isGoList := strings.HasPrefix(e, goroot+`/bin/go ["`) && strings.Contains(e, `", "list", `)
		isTool := strings.HasPrefix(e, goroot+"/pkg/tool/") && (strings.Contains(e, "/compile [") || strings.Contains(e, "/asm ["))
		if !isGoList && (listOnly || !isTool) {
			t.Errorf("ran %s", e)
		}
	}
	for _, c := range tr.connects {
		t.Errorf("connected: %s", c)
	}
	// The library for protocol buffers reads the program itself as it starts, for a
	// seed of its own.
	self, _, _ := strings.Cut(tr.execs[0], " ")
	for _, file := range tr.opened {
		if file != self && !h.mayOpen(file) {
			t.Errorf("opened %s", file)
		}
	}
	if _, err := os.Stat(h.ran()); err == nil {
		t.Error("a canary ran")
	}
}

// mayOpen reports whether a file lies in the tree, GOROOT, or a cache, or is one
// that the system opens for every program.
func (h *hostile) mayOpen(file string) bool {
	for _, dir := range h.allowed {
		if file == dir || strings.HasPrefix(file, dir+string(filepath.Separator)) {
			return true
		}
	}
	for _, system := range []string{"/proc/", "/sys/", "/dev/null", "/etc/ld.so.cache", "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"} {
		if strings.HasPrefix(file, system) {
			return true
		}
	}
	return false
}
