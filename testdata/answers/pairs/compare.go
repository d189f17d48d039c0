package main

import (
	"fmt"

	"github.com/ampcheck/ampcheck/graph"
)

// count is how many pairs compare in which way.
type count struct {
	// known are the pairs of which something is said in every class; wrong of those
	// say something that does not happen, or leave out what does, and wide say more
	// than what can.
	known, wrong, wide, total int
	// unread are the pairs that are printed and were not read.
	unread int
}

func (c *count) add(o count) {
	c.known, c.wrong, c.wide = c.known+o.known, c.wrong+o.wrong, c.wide+o.wide
	c.total, c.unread = c.total+o.total, c.unread+o.unread
}

func (c count) line(id string) string {
	out := fmt.Sprintf("%-17s %d/%d known, %d wrong, %d wide", id, c.known, c.total, c.wrong, c.wide)
	if c.unread > 0 {
		out += fmt.Sprintf(", %d not read", c.unread)
	}
	return out
}

// compare looks every pair that was read up in what is printed; a pair that is not
// printed is not known.
func compare(read *system, printed []pair, list bool) count {
	byKey := map[string]pair{}
	for _, p := range printed {
		byKey[p.key()] = p
	}
	var c count
	for _, e := range read.Pairs {
		for _, operation := range e.Operations {
			key := pair{operation: operation, callee: e.Callee, at: e.At}.key()
			p, ok := byKey[key]
			delete(byKey, key)
			v := missing
			if ok {
				v = p.verdict(e.Answer)
			}
			c.count(v)
			if list || v == wrong {
				fmt.Printf("%-8s %s => %s\n", v, key, p.says())
				if v != right {
					fmt.Printf("         read: %s (%s)\n", e.Answer, e.Why)
				}
			}
		}
	}
	for _, p := range printed {
		if _, left := byKey[p.key()]; left {
			c.unread++
			fmt.Printf("not read %s => %s\n", p.key(), p.says())
		}
	}
	return c
}

// verdict is how what is printed compares with what was read.
type verdict string

const (
	right   verdict = "right"
	wide    verdict = "wide" // what happens is among what is printed
	unknown verdict = "unknown"
	missing verdict = "missing" // the pair is not printed
	wrong   verdict = "wrong"
)

func (c *count) count(v verdict) {
	c.total++
	switch v {
	case unknown, missing:
		return
	case wrong:
		c.wrong++
	case wide:
		c.wide++
	}
	c.known++
}

// verdict compares a pair class by class: the worst counts.
func (p pair) verdict(a answer) verdict {
	v := right
	for _, c := range classesOf(p.calls).Classes() {
		want, ok := a.of(c, p.serves)
		if !ok {
			return wrong // nothing was read of it
		}
		got, known := p.reply(c)
		switch {
		case !known:
			if v != wrong {
				v = unknown
			}
		case !got.classes.Contains(want.classes), want.success && !got.success:
			return wrong
		case got != want && v == right:
			v = wide
		}
	}
	return v
}

// reply is what is printed for a class: the first rule that fits.
func (p pair) reply(c graph.Class) (r reply, known bool) {
	for _, rule := range p.rules {
		if !rule.Classes.Has(c) {
			continue
		}
		r.success = rule.OrSucceeds || rule.Kind == graph.AnswerSucceeds
		switch rule.Kind {
		case graph.AnswerPasses:
			r.passes = true
		case graph.AnswerBecomes:
			r.classes = rule.Becomes
		case graph.AnswerSucceeds:
		default:
			return r, false
		}
		return r.plain(c, p.serves), true
	}
	return r, false
}

// classesOf are the classes in which a call of a protocol can fail.
func classesOf(p graph.Protocol) graph.ClassSet {
	all := graph.NeverReached.Union(graph.NewClassSet(graph.ClassReset, graph.ClassTimeout))
	for n := 1; n < 600; n++ {
		of := graph.HTTPClass
		if p == graph.ProtocolGRPC {
			of = graph.GRPCClass
		} else if p != graph.ProtocolHTTP {
			break
		}
		if c, ok := of(n); ok {
			all = all.Union(graph.NewClassSet(c))
		}
	}
	return all
}

// String is an answer as a file has it.
func (a answer) String() string {
	out := ""
	for i, o := range a {
		if i > 0 {
			out += "; "
		}
		out += o.classes.String() + ":"
		if o.replies.passes {
			out += " passes"
		}
		if !o.replies.classes.Empty() {
			out += " " + o.replies.classes.String()
		}
		if o.replies.success {
			out += " success"
		}
	}
	return out
}
