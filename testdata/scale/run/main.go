// Run links and computes systems that grow tenfold, up to 100,000 services and
// a million calls with 100 entries, and prints what each call costs in time of the
// processor and in memory. Each size runs in a process of its own.
//
//	go run ./testdata/scale/run [-sizes 1000,10000,100000] [-entries 100] [-apart] [-with]
//
// An entry reaches nearly everything; with -apart only its share. With -with a
// second system of the same size is written as a fragment, read back and linked
// to the first, whose last tier calls it.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"strings"
	"syscall"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

var (
	sizes   = flag.String("sizes", "1000,10000,100000", "numbers of services")
	entries = flag.Int("entries", 100, "number of entries")
	apart   = flag.Bool("apart", false, "each entry reaches only its share")
	with    = flag.Bool("with", false, "link a second fragment of the same size")
	one     = flag.Int("one", 0, "measure this size in this process")
	profile = flag.String("profile", "", "file for a profile of the processor's time")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run() error {
	if *one > 0 {
		return measure(*one)
	}
	fmt.Println("services    calls  entries  reached |    link  compute |  link/call  compute/visit | heap/call  peak of the process")
	for _, size := range strings.Split(*sizes, ",") {
		cmd := exec.Command(os.Args[0], append(os.Args[1:], "-one", size)...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s services: %w", size, err)
		}
	}
	return nil
}

// measure prints one line. A visit is one call as one entry reaches it: what
// Compute cannot do with less of.
func measure(n int) error {
	frags, err := fragments(n)
	if err != nil {
		return err
	}
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	before := heap()
	var g *graph.Graph
	link := cpu(func() { g = graph.Link(frags, graph.DefaultPolicy()) })
	linked := heap() - before
	var res *graph.Result
	compute := cpu(func() { res = graph.Compute(g, graph.Options{}) })
	calls := len(res.Edges)
	visits, reached := visits(res)
	fmt.Printf("%8d %8d %8d %7.0f%% | %6.1fs  %6.1fs | %7.0f ns  %11.0f ns | %7.0f B  %d MB\n", len(res.Nodes), calls, *entries, 100*reached, link.Seconds(), compute.Seconds(),
		float64(link.Nanoseconds())/float64(calls), float64(compute.Nanoseconds())/visits, float64(linked)/float64(calls), peak()>>20)
	return nil
}

// fragments makes the system, and with -with a second one that its last tier calls.
func fragments(n int) ([]*graph.Fragment, error) {
	first := layered("s", n, *entries, *apart)
	if !*with {
		return []*graph.Fragment{first}, nil
	}
	second := layered("t", n, *entries, *apart)
	for i := range second.Handlers {
		second.Handlers[i].Entry = ""
	}
	for i := range first.Handlers {
		if h := &first.Handlers[i]; h.Body == nil {
			to := fmt.Sprintf("t00-%06d", i%*entries)
			h.Body = &graph.Step{Call: &graph.Call{To: graph.Endpoint{Service: to}, Confidence: graph.ConfidenceStatic}}
		}
	}
	var b bytes.Buffer
	if err := second.Encode(&b); err != nil {
		return nil, err
	}
	second, err := graph.DecodeFragment(&b)
	return []*graph.Fragment{first, second}, err
}

// visits counts the calls that each entry reaches, and the share of all nodes that
// one does.
func visits(res *graph.Result) (n, share float64) {
	out, id := map[string][]string{}, map[string]bool{}
	for _, e := range res.Edges {
		out[e.From] = append(out[e.From], e.To)
	}
	nodes, looked := 0, 0
	for _, nd := range res.Nodes {
		if nd.IsEntry == "" {
			continue
		}
		looked++
		if looked > 3 {
			continue // they are alike
		}
		clear(id)
		stack := []string{nd.ID}
		id[nd.ID] = true
		for len(stack) > 0 {
			u := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			nodes++
			for _, v := range out[u] {
				n++
				if !id[v] {
					id[v] = true
					stack = append(stack, v)
				}
			}
		}
	}
	few := float64(min(3, looked))
	return n / few * float64(looked), float64(nodes) / few / float64(len(res.Nodes))
}

// cpu is the processor's time that f takes, that of the collector included.
func cpu(f func()) time.Duration {
	start := used()
	f()
	return used() - start
}

func used() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peak is the most memory the process had, in bytes.
func peak() int64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return u.Maxrss << 10
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
