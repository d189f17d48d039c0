package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/tiers/measure"
)

// printed is how many calls of the leaf ampcheck says there are.
func (r *runner) printed(ctx context.Context, c measure.Case) (int, error) {
	policy := filepath.Join(r.tmp, "policy.yaml")
	if err := os.WriteFile(policy, []byte("version: 1\ngate: {amplification: off}\n"), 0o644); err != nil {
		return 0, err
	}
	args := []string{"report", "--quiet", "--format", "json", "--policy", policy}
	for _, p := range c.Programs {
		args = append(args, "./"+p)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(r.tmp, "ampcheck"), args...)
	cmd.Dir = filepath.Join(r.root, "cases")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("ampcheck: %w\n%s", err, stderr.Bytes())
	}
	res, err := graph.DecodeResult(&stdout)
	if err != nil {
		return 0, err
	}
	for i := range res.Nodes {
		if n := &res.Nodes[i]; n.ID == "$STOCK" || n.ID == "stock" {
			return of(n, res.Edges, c)
		}
	}
	return 0, fmt.Errorf("ampcheck does not know the leaf")
}

// of is the figure of the leaf for the requests of a case. A bucket that holds the
// retries back lets each request through once, and its burst of retries in all.
func of(n *graph.NodeInfo, edges []graph.EdgeInfo, c measure.Case) (int, error) {
	count, err := inClass(n, c.Fault)
	if c.Fault == "kept" {
		// One of the requests fails, and breaks off on the one connection that is idle.
		if slices.ContainsFunc(edges, func(e graph.EdgeInfo) bool { return e.To == n.ID && slices.ContainsFunc(e.Layers, replays) }) {
			count++
		}
		return count, err
	}
	for _, e := range edges {
		for _, l := range e.Layers {
			if b := l.Budget; e.To == n.ID && b != nil && b.AllFailing != nil {
				return int(float64(c.Requests)**b.AllFailing + b.Budget.Burst(l.Attempts)), err
			}
		}
	}
	return count * c.Requests, err
}

// replays are those of layers that send a request again on another connection.
func replays(l graph.LayerInfo) bool { return l.Replays }

// inClass is the figure of the leaf where it fails in one way.
func inClass(n *graph.NodeInfo, fault string) (int, error) {
	if fault == "refuse" {
		return int(n.Connections), nil
	}
	protocol, code, _ := strings.Cut(fault, ":")
	k, err := strconv.Atoi(code)
	if err != nil && !breaksOff(fault) {
		return 0, err
	}
	class, ok := graph.HTTPClass(k)
	if breaksOff(fault) {
		class, ok = graph.ClassReset, true
	} else if protocol == "grpc" {
		class, ok = graph.GRPCClass(k)
	} else if n.Protocol == graph.ProtocolGRPC && ok {
		// What a client of gRPC sees of a status of HTTP.
		class = graph.SeenAs(class, graph.ProtocolGRPC).Classes()[0]
	}
	if !ok {
		return 0, fmt.Errorf("%s is no class", fault)
	}
	if count, ok := n.Classes.Of(class); ok {
		return int(count), nil
	}
	return int(n.Happy), nil
}
