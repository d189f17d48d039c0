package report

import (
	"fmt"

	"github.com/ampcheck/ampcheck/graph"
)

// notKnown lists what the figures only guess.
func (t *textReport) notKnown() {
	if len(t.result.NotKnown) == 0 {
		return
	}
	t.paragraph("Not known, by the effect on the greatest figure")
	for i := range t.result.NotKnown {
		n := &t.result.NotKnown[i]
		t.line("  ", t.at(n.Pos), Plain(fmt.Sprintf("%s: %s", n.What, effect(n))))
		t.line("      ", Plain(remedy(n)))
	}
}

// effect words what another guess does.
func effect(n *graph.NotKnown) string {
	switch {
	case n.Effect == 1:
		return "no effect on it"
	case n.Effect < 1:
		return fmt.Sprintf("it is %sx less if %s", ratio(1/max(n.Effect, 1e-9)), n.If)
	}
	return fmt.Sprintf("it is %sx more if %s", ratio(n.Effect), n.If)
}

// remedy says how to make it known.
func remedy(n *graph.NotKnown) string {
	switch n.Kind {
	case graph.UnknownFanOut:
		return fmt.Sprintf("say it in the policy: fanOut: {sites: {%q: N}}", n.Name)
	case graph.UnknownAttempts:
		return "declare the call with its attempts under calls in the policy"
	case graph.UnknownLayer:
		return "say under mesh in the policy whether it acts, or declare the call with its layers"
	case graph.UnknownCall:
		return fmt.Sprintf("declare the call under calls in the policy, or name the hosts of %s under services", n.Name)
	}
	return fmt.Sprintf("say it in the policy: services: {%s: {answers: {%s: passes}}}, or terminal, or a class", n.Name, n.Callee)
}
