// Run starts each proxy with each of its cases against servers that fail, and
// writes how often one request arrived to measurement.json. nginx and haproxy
// are the installed ones; caddy and the client of gRPC are built from their modules.
//
//	go run ./testdata/proxies/run [-only nginx,haproxy] [-o FILE]
//
// It counts refused connections on the loopback interface and needs the right
// to look there.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/testdata/proxies/measure"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	dir := flag.String("dir", "testdata/proxies", "directory of the cases")
	out := flag.String("o", "", "file to write; default is measurement.json in the directory")
	only := flag.String("only", "nginx,haproxy,caddy,"+measure.RPC, "proxies to start")
	flag.Parse()
	if *out == "" {
		*out = filepath.Join(*dir, "measurement.json")
	}
	proxies := strings.Split(*only, ",")
	programs, versions, err := find(ctx, *dir, proxies)
	if err != nil {
		return err
	}
	inputs, err := measure.Inputs(*dir)
	if err != nil {
		return err
	}
	record := &measure.Record{Inputs: inputs, Versions: versions}
	cases, err := measure.Cases(*dir)
	if err != nil {
		return err
	}
	for i := range cases {
		c := &cases[i]
		for _, f := range measure.Faults() {
			if !slices.Contains(proxies, c.Proxy) {
				continue
			}
			r, err := programs.Measure(ctx, c, f)
			if err != nil {
				return fmt.Errorf("%s %s, %s: %w", c.Proxy, c.Name, f, err)
			}
			fmt.Fprintf(os.Stderr, "%s %s, %s: %d\n", c.Proxy, c.Name, f, r.Attempts)
			record.Runs = append(record.Runs, r)
		}
	}
	return record.Write(*out)
}

// number is a version number in what a program prints of itself, or the go
// command of the module it is built from.
var number = regexp.MustCompile(`(?:version:? (?:nginx/)?|caddy/v2\s+v|google.golang.org/grpc\s+v)(\d+\.\d+\.\d+)`)

// find finds or builds the programs and asks for their versions.
func find(ctx context.Context, dir string, proxies []string) (measure.Programs, map[string]string, error) {
	programs, versions := measure.Programs{}, map[string]string{}
	for _, name := range proxies {
		var program string
		var ask []string
		var err error
		switch name {
		case "nginx", "haproxy":
			program, err = exec.LookPath(name)
			ask = []string{program, "-v"}
		case "caddy":
			program, err = build(ctx, filepath.Join(dir, "caddy"), "github.com/caddyserver/caddy/v2/cmd/caddy")
			ask = []string{"go", "version", "-m", program}
		case measure.RPC:
			program, err = build(ctx, filepath.Join(dir, "grpc"), ".")
			ask = []string{"go", "version", "-m", program}
		default:
			err = errors.New("no proxy of that name")
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		text, err := exec.CommandContext(ctx, ask[0], ask[1:]...).CombinedOutput()
		version := number.FindStringSubmatch(string(text))
		if err != nil || version == nil {
			return nil, nil, fmt.Errorf("%s: no version: %v\n%s", name, err, text)
		}
		programs[name], versions[name] = program, version[1]
	}
	return programs, versions, nil
}

// build builds a program of a module below a cache directory, so that it is
// built once.
func build(ctx context.Context, dir, pkg string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	program := filepath.Join(cache, "ampcheck-proxies", filepath.Base(dir))
	cmd := exec.CommandContext(ctx, "go", "build", "-o", program, pkg)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return program, nil
}
