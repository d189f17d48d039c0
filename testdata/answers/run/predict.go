package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/testdata/answers/measure"
)

// predictions are what ampcheck says: the rules of each service, and what it
// prints for the leaf below it under each policy.
type predictions struct {
	rules map[string][]graph.AnswerRule
	nodes []map[string]graph.NodeInfo
}

// predict runs ampcheck on the source of all cases.
func (r *runner) predict(ctx context.Context) (*predictions, error) {
	p := &predictions{rules: map[string][]graph.AnswerRule{}}
	file := filepath.Join(r.tmp, "fragments.json")
	if _, err := r.ampcheck(ctx, "summarize", "-o", file, filepath.Join(r.root, "cases")); err != nil {
		return nil, err
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fragments, err := graph.DecodeFragments(f, "")
	if err != nil {
		return nil, err
	}
	for _, fr := range fragments {
		for i := range fr.Handlers {
			p.add(&fr.Handlers[i])
		}
	}
	cases, err := measure.Cases(r.root)
	if err != nil {
		return nil, err
	}
	for i := range policies {
		nodes, err := r.nodes(ctx, i, cases)
		if err != nil {
			return nil, err
		}
		p.nodes = append(p.nodes, nodes)
	}
	return p, nil
}

// add keeps the rules of the handler that a case serves.
func (p *predictions) add(h *graph.Handler) {
	_, name, ok := strings.Cut(h.Service, "/cases/")
	if !ok || h.Protocol == "" || h.Body == nil {
		return
	}
	rules := firstCall(h.Body)
	p.rules[name] = append(append([]graph.AnswerRule(nil), rules...), h.Answers...)
}

// firstCall are the rules of the first call of a body.
func firstCall(s *graph.Step) []graph.AnswerRule {
	list := func(steps []graph.Step) []graph.AnswerRule {
		for i := range steps {
			if rules := firstCall(&steps[i]); rules != nil {
				return rules
			}
		}
		return nil
	}
	switch {
	case s.Call != nil:
		return s.Call.Answers
	case s.Seq != nil:
		return list(s.Seq.Steps)
	case s.Par != nil:
		return list(s.Par.Steps)
	case s.Alt != nil:
		return list(s.Alt.Steps)
	case s.Repeat != nil:
		return firstCall(&s.Repeat.Step)
	}
	return nil
}

// nodes are the leaves that ampcheck prints when a caller with a policy calls
// every case, by the variable that holds their address.
func (r *runner) nodes(ctx context.Context, i int, cases []*measure.Case) (map[string]graph.NodeInfo, error) {
	var b strings.Builder
	b.WriteString("version: 1\ncalls:\n")
	for _, c := range cases {
		fmt.Fprintf(&b, "  - {from: app-%s, to: %s, attempts: %d, %s}\n", c.Name, c.Name, tries, policies[i].words())
	}
	file := filepath.Join(r.tmp, fmt.Sprintf("policy%d.yaml", i))
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		return nil, err
	}
	text, err := r.ampcheck(ctx, "report", "--format", "json", "--quiet", "--policy", file, filepath.Join(r.root, "cases"))
	if err != nil {
		return nil, err
	}
	res, err := graph.DecodeResult(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	nodes := map[string]graph.NodeInfo{}
	for _, n := range res.Nodes {
		nodes[n.ID] = n
	}
	return nodes, nil
}

// words are the policy as .ampcheck.yaml has it.
func (p policy) words() string {
	if p.timeouts {
		return fmt.Sprintf("perTryTimeout: %s, retryOn: [unavailable, timeout]", p.wait)
	}
	return "retryOn: [unavailable]"
}

func (r *runner) ampcheck(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(r.tmp, "ampcheck"), args...)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && stdout.Len() == 0 {
		return nil, fmt.Errorf("ampcheck: %w\n%s", err, stderr.Bytes())
	}
	return stdout.Bytes(), nil
}

// judge compares a record with the predictions.
func (p *predictions) judge(r *measure.Record) {
	for i := range r.Cells {
		c := &r.Cells[i]
		c.Predicted = measure.Allowed(p.rules[r.Case], c.Fault.Class(), r.Serves)
		c.Judge()
		c.AtMost = nil
		for k := range c.Attempts {
			n, ok := p.nodes[k]["$"+measure.Env(r.Case)]
			c.AtMost = append(c.AtMost, figure(&n, ok, c.Fault.Class()))
		}
	}
}

// figure is how many calls of a class a node may get; none where it is not there,
// and -1 where there is no limit.
func figure(n *graph.NodeInfo, found bool, class graph.Class) int {
	if !found {
		return 0
	}
	count, ok := n.Classes.Of(class)
	switch {
	case !ok:
		count = n.Happy
	case count == graph.Unbounded:
		return -1
	}
	return int(count)
}
