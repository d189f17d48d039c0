package report

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// page is what the template of the html report is filled with. Its texts have
// been through Plain; the template escapes what has a meaning in HTML.
type page struct {
	Policy   string
	Style    template.CSS
	Script   template.JS
	Picture  template.HTML
	Data     template.JS
	Summary  []string
	LeftOut  string
	Entries  []pageEntry
	Classes  []string
	Arrows   []pageArrow
	Knobs    []pageKnob
	MaxKnob  int
	Findings []pageFinding
	Problems []pageText
	Notes    []string
}

type pageEntry struct {
	Number int
	Name   string
}

// pageArrow is a row of the table of calls, and what is shown when it is chosen.
type pageArrow struct {
	Number, ToNumber int
	From, To, Label  string
	Hot              bool
	Figure           pageFigure
	Calls            []pageCall
}

type pageFigure struct{ Calls, Happy, Amplification, Entry string }

type pageCall struct {
	Text, Place string
	Factors     []pageFactor
}

type pageFactor struct{ Times, What, Known, Retries, Limits, Place, Note string }

type pageKnob struct {
	Number          int
	ID, Name, Place string
	Attempts, Most  uint64
}

type pageFinding struct {
	Severity, Rule, Place, Message, Fix string
	Related                             []pageText
}

type pageText struct{ Place, Text string }

func newPage(r *graph.Result) (*page, error) {
	d := draw(r, svgNodes)
	p := &page{
		LeftOut: d.leftOut(),
		Policy:  pagePolicy,
		Style:   template.CSS(pageStyle),
		Script:  template.JS(pageScript),
		Summary: plainAll(summary(r)),
		MaxKnob: maxKnob,
	}
	var list []knob
	var index map[string]int
	if d.left == 0 { // else the page does not know all the ways to a node
		list, index = knobs(d)
	}
	for i, k := range list {
		p.Knobs = append(p.Knobs, k.page(i))
	}
	for i := range d.arrows {
		p.Arrows = append(p.Arrows, d.page(i))
	}
	for i, n := range d.nodes {
		if n.info.IsEntry != "" {
			p.Entries = append(p.Entries, pageEntry{i, Plain(n.info.ID)})
		}
	}
	p.Classes = d.classes()
	p.remarks(r)
	p.picture(d)
	var err error
	p.Data, err = pageDataOf(r, d, index)
	return p, err
}

// picture draws the page's graph, with the numbers that the table has.
func (p *page) picture(d *drawing) {
	placed := d.place()
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="group" aria-label="Call graph">`+"\n", placed.width, placed.height, placed.width, placed.height)
	placed.shapes(&b, true)
	b.WriteString("</svg>\n")
	p.Picture = template.HTML(b.String())
}

func (d *drawing) page(i int) pageArrow {
	a := &d.arrows[i]
	from, to := d.nodes[a.from].info, d.nodes[a.to].info
	out := pageArrow{Number: i, ToNumber: a.to, From: Plain(from.ID), To: Plain(to.ID), Label: Plain(a.label()), Hot: a.hot}
	if to.Entry != "" && !a.all(func(e *graph.EdgeInfo) bool { return e.Cut }) {
		out.Figure = pageFigure{Plain(callsOf(to)), to.Happy.String(), ratioOf(to.Amplification), Plain(to.Entry)}
	}
	for _, e := range a.calls {
		out.Calls = append(out.Calls, pageCallOf(e))
	}
	return out
}

func pageCallOf(e *graph.EdgeInfo) pageCall {
	c := pageCall{Text: Plain(callText(e)), Place: Plain(e.Pos.String())}
	for _, f := range factorsOn(e) {
		c.Factors = append(c.Factors, pageFactor{Plain(f.times()), Plain(f.what), Plain(f.known), Plain(f.retries), Plain(f.limits), Plain(f.place()), Plain(f.note)})
	}
	return c
}

func (k *knob) page(i int) pageKnob {
	return pageKnob{
		Number: i, ID: Plain(k.id), Name: Plain(listed(k.hops, 2) + ": " + k.factor.what), Place: Plain(k.factor.place()),
		Attempts: uint64(k.attempts), Most: max(10, uint64(k.attempts)),
	}
}

// classes lists the classes that a layer of any call retries.
func (d *drawing) classes() []string {
	var all []string
	for i := range d.arrows {
		all = append(all, d.arrows[i].retried()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// retried lists the classes that layers of the arrow retry, each as a single word.
func (a *arrow) retried() []string {
	var words []string
	for _, e := range a.calls {
		for i := range e.Layers {
			for _, word := range e.Layers[i].RetriesOn {
				if !strings.HasPrefix(word, "!") {
					words = append(words, Plain(word))
				}
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// remarks are the findings, the problems and the notes.
func (p *page) remarks(r *graph.Result) {
	for _, f := range visible(r, false) {
		out := pageFinding{Severity: Plain(string(f.Severity)), Rule: Plain(f.Rule), Place: Plain(f.Pos.String()), Message: Plain(f.Message), Fix: Plain(f.Fix)}
		for _, related := range f.Related {
			out.Related = append(out.Related, pageText{Plain(related.Pos.String()), Plain(related.Message)})
		}
		p.Findings = append(p.Findings, out)
	}
	for _, problem := range r.Problems {
		p.Problems = append(p.Problems, pageText{Plain(problem.Pos.String()), problemWord(problem) + ": " + Plain(problem.Message)})
	}
	if showNotes(r, Options{}) {
		p.Notes = plainAll(r.Notes)
	}
}

func plainAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = Plain(text)
	}
	return out
}

// countText is a number for the script of the page: its digits, or nothing for
// what has no limit.
func countText(n graph.Count) *string {
	if n == graph.Unbounded {
		return nil
	}
	text := strconv.FormatUint(uint64(n), 10)
	return &text
}
