package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/ampcheck/ampcheck/graph"
)

// WriteDraft writes a policy to begin with: the gates as they are by default, and,
// commented out, what a result does not know, ready to be filled in. Without the
// "# " in front of its lines it is a policy too.
func WriteDraft(w io.Writer, r *graph.Result) error {
	d := &draft{result: r}
	d.line(`# The gates of ampcheck, and what it cannot read from the files.`)
	d.line(`version: 1`)
	d.line(`gate:`)
	d.line(`  amplification: 10   # calls for one, against those when nothing fails; or off`)
	d.line(`  increase: 2         # growth that diff and a baseline let through is less`)
	d.line(`  basis: sustained    # what retry budgets leave over time; or worst`)
	d.line(`  window: 60s         # only attempts that start within it are judged`)
	d.entries()
	d.fans()
	d.services()
	d.calls()
	_, err := w.Write(d.b.Bytes())
	return err
}

type draft struct {
	result *graph.Result
	b      bytes.Buffer
}

func (d *draft) line(format string, args ...any) {
	fmt.Fprintf(&d.b, format+"\n", args...)
}

// section starts one that is commented out, with what it is for.
func (d *draft) section(key string, why ...string) {
	d.line("")
	for _, line := range why {
		d.line("## %s", line)
	}
	d.line("# %s:", key)
}

// of are the things of a kind that are not known, the greatest effect first.
func (d *draft) of(kind graph.UnknownKind) []graph.NotKnown {
	var out []graph.NotKnown
	for _, n := range d.result.NotKnown {
		if n.Kind == kind {
			out = append(out, n)
		}
	}
	return out
}

// why is the comment behind a value.
func why(n *graph.NotKnown) string {
	text := n.What + "; " + effect(n)
	if !n.Pos.IsZero() {
		text += "; " + n.Pos.String()
	}
	return "   # " + Plain(text)
}

func (d *draft) entries() {
	var names []string
	for i := range d.result.Nodes {
		if n := &d.result.Nodes[i]; n.IsEntry != "" && n.IsEntry != graph.EntryStartup {
			names = append(names, n.ID)
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return
	}
	d.section("entries", "Where work arrives, as it was found. Name those that count.")
	for _, name := range names {
		d.line("#   - %s", strconv.Quote(name))
	}
}

func (d *draft) fans() {
	fans := d.of(graph.UnknownFanOut)
	if len(fans) == 0 {
		return
	}
	d.section("fanOut", "How many items there are. Without a number they count one.")
	d.line("#   sites:")
	for i := range fans {
		d.line("#     %s: 10%s", strconv.Quote(fans[i].Name), why(&fans[i]))
	}
}

func (d *draft) services() {
	answers := d.of(graph.UnknownAnswer)
	if len(answers) == 0 {
		return
	}
	d.section("services", "What a service answers when another one fails: passes, terminal, or a class.",
		"Where it is not known, any failure.")
	slices.SortStableFunc(answers, func(a, b graph.NotKnown) int { return cmp.Compare(a.Name, b.Name) })
	for i := range answers {
		n := &answers[i]
		if i == 0 || answers[i-1].Name != n.Name {
			d.line("#   %s:", strconv.Quote(n.Name))
			d.line("#     answers:")
		}
		d.line("#       %s: passes%s", strconv.Quote(n.Callee), why(n))
	}
}

func (d *draft) calls() {
	unknown := d.of(graph.UnknownCall)
	if len(unknown) == 0 {
		return
	}
	d.section("calls", "Calls that are guessed, or whose target is not known. Declare those that are made,",
		"with attempts, timeouts and retryOn.")
	for i := range unknown {
		for _, from := range d.callers(unknown[i].Name) {
			d.line("#   - {from: %s, to: %s, attempts: 1}%s", strconv.Quote(from), strconv.Quote(unknown[i].Name), why(&unknown[i]))
		}
	}
}

// callers are the services that a guessed call to a service is made by.
func (d *draft) callers(to string) []string {
	service := make(map[string]string)
	for i := range d.result.Nodes {
		service[d.result.Nodes[i].ID] = d.result.Nodes[i].Service
	}
	var out []string
	for i := range d.result.Edges {
		if e := &d.result.Edges[i]; e.Confidence == graph.ConfidenceAssumed && service[e.To] == to {
			out = append(out, service[e.From])
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
