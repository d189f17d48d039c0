package program_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/analysis/program"
)

// BenchmarkSites analyses programs that grow in one respect. The time of one function
// should not depend on how many others there are, on how deep loops stand in each
// other more than their number says, or on how many functions each one calls more
// than the number of calls says.
func BenchmarkSites(b *testing.B) {
	for _, n := range []int{100, 400, 1600} {
		b.Run(fmt.Sprintf("functions=%d", n), func(b *testing.B) { benchmarkSites(b, n, 1, 1) })
	}
	for _, depth := range []int{1, 2, 4, 8} {
		b.Run(fmt.Sprintf("nesting=%d", depth), func(b *testing.B) { benchmarkSites(b, 400, depth, 1) })
	}
	for _, width := range []int{1, 4, 16} {
		b.Run(fmt.Sprintf("width=%d", width), func(b *testing.B) { benchmarkSites(b, 400, 1, width) })
	}
}

func benchmarkSites(b *testing.B, functions, nesting, width int) {
	dir := b.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/grown\n\ngo 1.24\n", "grown.go": grown(functions, nesting, width)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	found := 0
	for b.Loop() {
		fragments, problems, err := program.Analyse(context.Background(), program.Options{Dir: dir, Offline: true, Environ: os.Environ(), Sites: true})
		if err != nil || len(problems) > 0 {
			b.Fatal(err, problems)
		}
		found = 0
		for _, f := range fragments {
			found += len(f.Sites)
		}
	}
	if found < functions {
		b.Fatalf("%d sites in %d functions", found, functions)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(functions), "ns/function")
}

// grown is a program of functions that retry a call, each in so many loops, and call
// so many of those before them.
func grown(functions, nesting, width int) string {
	var s strings.Builder
	s.WriteString("package main\n\nimport \"net/http\"\n\nfunc main() { f0(nil) }\n")
	for i := range functions {
		fmt.Fprintf(&s, "\nfunc f%d(urls []string) (err error) {\n", i)
		for d := range nesting {
			fmt.Fprintf(&s, "%sfor i%d := 0; i%d < %d; i%d++ {\n", strings.Repeat("\t", d+1), d, d, 3+d, d)
		}
		fmt.Fprintf(&s, "if _, err = http.Get(\"http://a%d/\"); err == nil { return nil }\n", i)
		s.WriteString(strings.Repeat("}\n", nesting))
		for w := range width {
			if i > w {
				fmt.Fprintf(&s, "if err = f%d(urls); err != nil { return err }\n", i-w-1)
			}
		}
		s.WriteString("return err\n}\n")
	}
	return s.String()
}
