package graph

import (
	"fmt"
	"strings"
)

// terminalClasses are the failures that the same request meets again however often
// it is made: what is wrong is the request itself, or what the callee can do. Not
// found, denied, unauthenticated and a condition that failed are not among them:
// what was just written may be found later, and a token can be renewed. (RFC 9110,
// sections 15.5 and 15.6; the descriptions of the codes of gRPC in its
// documentation of status codes.)
var terminalClasses = must(ParseClasses(strings.Split("http:400,http:405,http:406,http:411,http:413,http:414,http:415,http:422,http:431,http:501,http:505,grpc:3,grpc:6,grpc:12", ",")))

func must(s ClassSet, err error) ClassSet {
	if err != nil {
		panic(err)
	}
	return s
}

// fewCodes is how many codes of a hundred somebody writes down one by one; more are
// a group, as 5xx is.
const fewCodes = 20

// stubborn is AMP008: a layer whose code or configuration names a failure that no
// further try can turn into success. A loop that asks nothing, and goes on when the
// context of its call has ended, is for information.
func (c *computer) stubborn() []Finding {
	var out []Finding
	seen := map[int32]bool{}
	for i := range c.g.edges {
		e := &c.g.edges[i]
		for _, n := range c.g.around(int32(i)).layers {
			l := &c.g.layers[n]
			if seen[c.cause(n)] || l.attempts <= 1 {
				continue
			}
			f := Finding{Rule: "AMP008", Key: findingKey(c.names().layers[n])}
			if named := l.def.terminal(); !named.Empty() {
				f.Message = fmt.Sprintf("%s tries again after %s, which the same request meets again", c.edgeID[i], strings.Join(named.Words(), ", "))
				if l.def.Assumed != "" || e.confidence == ConfidenceAssumed || e.confidence == ConfidenceSyntax {
					f.Severity = SeverityWarning
				}
			} else if e.call.Deadline == DeadlinePropagated && l.def.outlasts(l.attempts) {
				f.Severity = SeverityInfo
				f.Message = fmt.Sprintf("%s: %s goes on when the context of the call has ended: the tries that are left fail at once, and its pauses keep the caller waiting", c.edgeID[i], layerName(l.def))
				f.Fix = "End the loop when the context has an error, and let its pause end with the context."
			} else {
				continue
			}
			seen[c.cause(n)] = true
			place := c.layerPlace(int32(i), n)
			f.Pos, f.Related = place.Pos, []Related{place}
			out = append(out, f)
		}
	}
	return out
}

// terminal are the classes that a layer names although no further try helps. What
// nobody configured is the business of the rule for defaults.
func (l *Layer) terminal() ClassSet {
	switch {
	case l.Kind == KindLoop:
		return l.Names.Intersect(terminalClasses)
	case l.Implicit || l.RetriesOn == AnyClass:
		return ClassSet{}
	}
	var out ClassSet
	for first := 400; first < 600; first += 100 {
		if group := l.RetriesOn.Intersect(statusRange(first, first+99)); group.Len() < fewCodes {
			out = out.Union(group)
		}
	}
	return out.Union(l.RetriesOn.Minus(statusRange(400, 599))).Intersect(terminalClasses)
}

// outlasts reports whether a loop asks nothing of a failure, pauses, and does not
// look at a context.
func (l *Layer) outlasts(attempts Count) bool {
	paused := l.Backoff.Kind != "" && l.Backoff.Kind != BackoffNone
	return l.Kind == KindLoop && !l.Context && l.Names.Empty() && l.RetriesOn.Has(ClassTimeout) && (paused || attempts == Unbounded)
}

// statusRange are the classes of HTTP from one status to another.
func statusRange(first, last int) ClassSet {
	var s ClassSet
	for n := first; n <= last; n++ {
		if c, ok := HTTPClass(n); ok {
			s = s.Union(NewClassSet(c))
		}
	}
	return s
}
