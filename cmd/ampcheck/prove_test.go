package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
	"github.com/ampcheck/ampcheck/testdata/prove/measure"
)

// The tests that are written are Go for every protocol that they play, whatever the
// names are.
func TestWitnessesCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("runs go vet, which takes seconds")
	}
	for _, p := range []graph.Protocol{graph.ProtocolHTTP, graph.ProtocolGRPC, "sql"} {
		var b bytes.Buffer
		x := &report.Witness{From: "a\"`%d", To: "b\n*/\\", Drive: "c", Want: 9, Attempts: 3, Protocol: p, Class: graph.ClassReset}
		if err := report.WriteWitness(&b, x); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := writeModule(dir, b.Bytes()); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "go", "vet", ".")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s\n%s", p, err, out, b.String())
		}
		if err := writeModule(dir, b.Bytes()); err == nil {
			t.Error("a test that is there is written over")
		}
	}
	if err := report.WriteWitness(&bytes.Buffer{}, &report.Witness{Protocol: "kafka"}); err == nil {
		t.Error("a test for a protocol that it cannot play is no error")
	}
}

// The witness of the shop counts what is printed, and one for another number does not
// pass.
func TestWitnessOfTheShop(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and starts the services of testdata/shop, which takes seconds")
	}
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin") + string(filepath.Separator)
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", bin, "./cmd/...")
	build.Dir = "../../testdata/shop"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the shop: %v\n%s", err, out)
	}
	ports := freeAddresses(t, 4)
	script := fmt.Sprintf(`#!/bin/sh
DATABASE_URL="postgres://u@$LEAF/db?sslmode=disable" %[1]sinventory -listen %[2]s &
P=$!
INVENTORY_ADDR=%[2]s %[1]sorder -listen %[3]s &
P="$P $!"
ORDER_ADDR=http://%[3]s %[1]sgateway -listen %[4]s &
P="$P $!"
trap 'kill $P; exit 0' INT TERM
wait
`, bin, ports[0], ports[1], ports[2])
	start := filepath.Join(dir, "start.sh")
	if err := os.WriteFile(start, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	said := analysed(t, 0, "prove", "../../testdata/shop", "--from", "client", "--to", "database", "-o", filepath.Join(dir, "witness"))
	if !strings.Contains(said, "one call at client becomes 648 at database") {
		t.Fatalf("it writes %q", said)
	}
	witness := func() (string, error) {
		cmd := exec.CommandContext(t.Context(), "go", "test", "-v", ".", "-args",
			"-start", start, "-leaf", ports[3], "-entry", "http://"+ports[2]+"/orders/42/price", "-method", "POST")
		cmd.Dir, cmd.Env = filepath.Join(dir, "witness"), append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := witness(); err != nil || !strings.Contains(out, "one call at client became 648 at database") {
		t.Errorf("%v\n%s", err, out)
	}
	file := filepath.Join(dir, "witness", witnessFile)
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, bytes.Replace(source, []byte("= 648, 3"), []byte("= 647, 3"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := witness(); err == nil || !strings.Contains(out, "became 648 at database, the analysis says at most 647") {
		t.Errorf("a witness for 647 passes: %v\n%s", err, out)
	}
}

// freeAddresses are addresses on the loopback interface on which nobody listens.
func freeAddresses(t *testing.T, n int) []string {
	t.Helper()
	var all []string
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		all = append(all, l.Addr().String())
	}
	return all
}

// The paths of testdata/prove are proven: what was printed is what a witness counted,
// for the shop and two public systems. What is stale is measured again by
// go run ./testdata/prove/run.
func TestProvenPathsAreCurrent(t *testing.T) {
	const dir = "../../testdata/prove"
	plan, err := measure.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := measure.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := measure.Inputs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if inputs != rec.Inputs {
		t.Errorf("measured with the inputs %s, now they are %s: run go run ./testdata/prove/run", rec.Inputs, inputs)
	}
	large, systems := 0, map[string]bool{}
	for _, row := range rec.Rows {
		systems[row.System] = true
		if row.Printed != row.Counted {
			t.Errorf("%s: %s -> %s: %d printed, %d counted", row.System, row.From, row.To, row.Printed, row.Counted)
		}
		if row.Printed >= 4 {
			large++
		}
	}
	if len(rec.Rows) != len(plan.Paths) || len(rec.Rows) < 10 || large < 7 || len(systems) < 3 {
		t.Errorf("%d of %d paths measured, %d of 4 and more, of %d systems: want 10, 7 and 3", len(rec.Rows), len(plan.Paths), large, len(systems))
	}
	if got, err := os.ReadFile(filepath.Join(dir, "TABLE.md")); err != nil || string(got) != measure.Page(plan, rec) {
		t.Errorf("TABLE.md is not what the measurement says: %v", err)
	}
}
