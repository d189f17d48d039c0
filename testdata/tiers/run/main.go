// Run measures services above each other: it builds the programs of the cases, lets
// ampcheck say from their source how many calls the leaf gets, runs them above a leaf
// that fails, and compares.
//
//	go run ./testdata/tiers/run          measure all cases and write measurement.json
//	go run ./testdata/tiers/run -check   only predict again, and fail where that changes
//
// It needs Linux, unshare and ip: refused connections are counted in a network of
// their own.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/testdata/tiers/measure"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	check := flag.Bool("check", false, "predict again, write nothing, and fail where that changes the measurement")
	flag.Parse()
	var err error
	if os.Getenv(alone) == "" && !*check {
		err = inNetwork(ctx)
	} else {
		err = run(ctx, *check)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

// alone is set where the process has a network of its own.
const alone = "TIERS_ALONE"

// inNetwork runs this program again in a network of its own.
func inNetwork(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "unshare", "-rn", "sh", "-c", "ip link set lo up && exec "+self)
	cmd.Env = append(os.Environ(), alone+"=1")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

type runner struct{ root, tmp string }

func run(ctx context.Context, check bool) error {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	r := &runner{root: filepath.Join(strings.TrimSpace(string(out)), "testdata", "tiers")}
	if r.tmp, err = os.MkdirTemp("", "tiers"); err != nil {
		return err
	}
	defer os.RemoveAll(r.tmp)
	if err := r.goBuild(ctx, filepath.Join(r.root, "..", ".."), "./cmd/ampcheck"); err != nil {
		return err
	}
	if err := r.goBuild(ctx, filepath.Join(r.root, "cases"), "./..."); err != nil {
		return err
	}
	file := filepath.Join(r.root, "measurement.json")
	records, err := measure.Read(file)
	if err != nil {
		return err
	}
	bad := 0
	var fresh []measure.Record
	for i, c := range measure.Cases {
		rec := measure.Record{Case: strings.Join(c.Programs, "-"), Fault: c.Fault}
		if rec.Hash, err = c.Hash(r.root); err != nil {
			return err
		}
		if check && i < len(records) {
			rec.Requests = records[i].Requests
		} else if rec.Requests, err = r.measure(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.Name(), err)
		}
		if rec.Printed, err = r.printed(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", c.Name(), err)
		}
		fmt.Printf("%-22s %-8s measured %d, printed %d\n", rec.Case, rec.Fault, rec.Requests, rec.Printed)
		if rec.Requests != rec.Printed || check && (i >= len(records) || rec != records[i]) {
			bad++
		}
		fresh = append(fresh, rec)
	}
	if bad > 0 {
		return fmt.Errorf("%d cases are not as printed, or not as measured before", bad)
	}
	if check {
		return nil
	}
	text, err := json.MarshalIndent(fresh, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

func (r *runner) goBuild(ctx context.Context, dir, packages string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", r.tmp+string(filepath.Separator), packages)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0", "GOPROXY=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, text)
	}
	return nil
}

// below is the variable in which a program finds the one below it.
var below = map[string]string{"edge": "SHOP", "pass": "BOTTOM"}

// measure runs the programs of a case, the lowest first, and makes its requests.
func (r *runner) measure(ctx context.Context, c measure.Case) (int, error) {
	l, err := startLeaf(c.Fault)
	if err != nil {
		return 0, err
	}
	defer l.ln.Close()
	addr := l.addr()
	for i := len(c.Programs) - 1; i >= 0; i-- {
		name := c.Programs[i]
		key := below[name]
		if key == "" {
			key = "STOCK"
		}
		if name == "pass" || name == "bottom" || strings.HasPrefix(name, "kept") {
			addr = "http://" + addr
		}
		var stop func()
		if addr, stop, err = r.start(ctx, name, key+"="+addr); err != nil {
			return 0, err
		}
		defer stop()
	}
	// What was counted while the programs were waited for is none of theirs.
	before, err := l.count()
	if err != nil {
		return 0, err
	}
	client := &http.Client{Timeout: 10 * time.Second}
	for i := range c.Requests {
		resp, err := client.Get("http://" + addr + "/show")
		if err != nil {
			return 0, err
		}
		resp.Body.Close()
		if good := c.Fault == "kept" && i == 0; good != (resp.StatusCode == http.StatusOK) {
			return 0, fmt.Errorf("request %d: %s", i+1, resp.Status)
		}
	}
	time.Sleep(50 * time.Millisecond) // what is under way arrives
	n, err := l.count()
	return n - before, err
}

// start runs a program at a free address and waits until it listens.
func (r *runner) start(ctx context.Context, name, env string) (addr string, stop func(), err error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	addr = ln.Addr().String()
	ln.Close()
	cmd := exec.CommandContext(ctx, filepath.Join(r.tmp, name))
	cmd.Env = append(os.Environ(), env, "LISTEN="+addr)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	for range 500 {
		if conn, err := net.Dial("tcp", addr); err == nil {
			conn.Close()
			return addr, stop, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	return "", nil, fmt.Errorf("%s does not listen\n%s", name, out.Bytes())
}
