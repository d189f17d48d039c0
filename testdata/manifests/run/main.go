// Command run measures how fast a tree of manifests is read, beside conftest,
// which parses the same files and asks a policy that allows everything. Each
// program runs by itself, in turns, and the medians are printed with their
// ratios.
//
//	go run ./testdata/manifests/run [-files 20000] [-rounds 5] [-conftest FILE]
//
// conftest is built with go build github.com/open-policy-agent/conftest in a
// module that requires it; without one only ampcheck is measured. With -large a
// file of 100 MB and one of 100,000 documents are read too.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	files := flag.Int("files", 20000, "manifests")
	rounds := flag.Int("rounds", 5, "rounds")
	conftest := flag.String("conftest", "", "the program of conftest")
	large := flag.Bool("large", false, "measure large files too")
	flag.Parse()
	dir, err := os.MkdirTemp("", "manifests")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ampcheck := filepath.Join(dir, "ampcheck")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", ampcheck, "./cmd/ampcheck").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	tree := filepath.Join(dir, "tree")
	size, err := write(tree, *files)
	if err != nil {
		return err
	}
	policy := filepath.Join(dir, "policy")
	if err := writeFile(filepath.Join(policy, "all.rego"), "package main\n\ndeny contains msg if {\n\tinput.never\n\tmsg := \"never\"\n}\n"); err != nil {
		return err
	}
	fmt.Printf("%d manifests, %.1f MB\n", *files, float64(size)/1e6)
	sides := []side{{"ampcheck", []string{ampcheck, "report", "--quiet", tree}, nil}}
	if *conftest != "" {
		sides = append(sides, side{"conftest", []string{*conftest, "test", "--no-color", "-o", "table", "-p", policy, tree}, nil})
	}
	for range *rounds {
		for i := range sides {
			if err := sides[i].measure(ctx); err != nil {
				return err
			}
		}
	}
	for _, s := range sides {
		s.print(size, &sides[len(sides)-1])
	}
	if *large {
		return measureLarge(ctx, dir, ampcheck)
	}
	return nil
}

// measureLarge reads files of a size that no manifest has.
func measureLarge(ctx context.Context, dir, ampcheck string) error {
	for name, text := range map[string]string{
		"100 MB in one document":      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n" + strings.Repeat("  k: "+strings.Repeat("x", 95)+"\n", 1_000_000),
		"100 MB of documents":         strings.Repeat(manifest(0)+"---\n", 100_000_000/(len(manifest(0))+4)),
		"100,000 documents, not read": strings.Repeat("{apiVersion: v1, kind: Other, metadata: {name: a}}\n---\n", 100_000),
	} {
		file := filepath.Join(dir, "large", "in.yaml")
		if err := writeFile(file, text); err != nil {
			return err
		}
		s := side{name, []string{ampcheck, "report", "--quiet", filepath.Dir(file)}, nil}
		if err := s.measure(ctx); err != nil {
			return err
		}
		s.print(len(text), &s)
	}
	return nil
}

// side is one program with what was measured of it.
type side struct {
	name    string
	command []string
	runs    []figures
}

type figures struct {
	wall, cpu time.Duration
	peak      int64 // bytes
}

// measure runs the program once. A status of 2 is that of a problem in the
// input.
func (s *side) measure(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, s.command[0], s.command[1:]...)
	var out bytes.Buffer
	cmd.Stderr = &out
	start := time.Now()
	err := cmd.Run()
	var failed *exec.ExitError
	if err != nil && (!errors.As(err, &failed) || failed.ExitCode() != 2) {
		return fmt.Errorf("%s: %w\n%s", s.name, err, out.Bytes())
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	s.runs = append(s.runs, figures{time.Since(start), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), usage.Maxrss * 1024})
	return nil
}

// median of one figure of the runs.
func (s *side) median(of func(figures) float64) float64 {
	var all []float64
	for _, f := range s.runs {
		all = append(all, of(f))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// print writes the medians, and their ratios to those of another side.
func (s *side) print(size int, base *side) {
	speed := func(s *side) float64 {
		return float64(size) / 1e6 / s.median(func(f figures) float64 { return f.cpu.Seconds() })
	}
	wall := func(s *side) float64 { return s.median(func(f figures) float64 { return f.wall.Seconds() }) }
	peak := func(s *side) float64 { return s.median(func(f figures) float64 { return float64(f.peak) / 1e6 }) }
	fmt.Printf("%-28s %6.1f MB/s of CPU time (%.2fx)  %6.2f s wall (%.2fx)  %5.0f MB peak (%.2fx)\n",
		s.name, speed(s), speed(s)/speed(base), wall(s), wall(s)/wall(base), peak(s), peak(s)/peak(base))
}

// write writes the tree: files of one object each, as a repository has them.
func write(tree string, files int) (size int, err error) {
	for i := range files {
		text := manifest(i)
		size += len(text)
		if err := writeFile(filepath.Join(tree, fmt.Sprintf("team%d", i/200), fmt.Sprintf("service%d", i/4), kinds[i%len(kinds)]+".yaml"), text); err != nil {
			return 0, err
		}
	}
	return size, nil
}

func writeFile(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o666)
}

// kinds are those of the objects of a service, the last one nothing reads.
var kinds = []string{"deployment", "service", "route", "dashboard"}

// manifest is the ith object: four belong to one service, which calls the first
// one of its team.
func manifest(i int) string {
	name, next := fmt.Sprintf("s%d", i/4), fmt.Sprintf("s%d", i/200*50)
	head := func(api, kind string) string {
		return "apiVersion: " + api + "\nkind: " + kind + "\nmetadata:\n  name: " + name + "\n  namespace: team" + fmt.Sprint(i/200) +
			"\n  labels:\n    app.kubernetes.io/name: " + name + "\n    app.kubernetes.io/part-of: shop\n"
	}
	switch kinds[i%len(kinds)] {
	case "deployment":
		return head("apps/v1", "Deployment") + "spec:\n  replicas: 3\n  selector:\n    matchLabels:\n      app: " + name +
			"\n  template:\n    metadata:\n      labels:\n        app: " + name + "\n    spec:\n      containers:\n      - name: main\n        image: registry.example.com/" + name +
			":v1\n        ports:\n        - containerPort: 8080\n        env:\n        - name: NEXT_URL\n          value: http://" + next + ":80\n        resources:\n          limits:\n            cpu: 500m\n            memory: 256Mi\n"
	case "service":
		return head("v1", "Service") + "spec:\n  selector:\n    app: " + name + "\n  ports:\n  - name: http\n    port: 80\n    targetPort: 8080\n"
	case "route":
		return head("networking.istio.io/v1", "VirtualService") + "spec:\n  hosts:\n  - " + name + "\n  http:\n  - retries:\n      attempts: 3\n      retryOn: 5xx\n      perTryTimeout: 2s\n    timeout: 10s\n    route:\n    - destination:\n        host: " + name + "\n"
	}
	panels := strings.Repeat("  - title: requests per second\n    expression: sum(rate(requests_total[5m]))\n    unit: rps\n", 20)
	return head("monitoring.example.com/v1", "Dashboard") + "spec:\n  panels:\n" + panels
}
