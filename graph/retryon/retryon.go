// Package retryon reads Envoy's retry_on vocabulary, in which every product
// built on that proxy says which failures it retries.
//
// The list is read as the proxy reads it (source/common/router/
// retry_state_impl.cc): words are separated by commas, unknown ones have no
// effect, and no word looks at the method of a request. Three things are never
// retried, whatever the list says: a request turned away by a circuit breaker,
// a response marked as rate limited (unless envoy-ratelimited is listed), and
// the end of the route's timeout.
package retryon

import (
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// Policy is what a retry-on list says.
type Policy struct {
	// Classes are the failure classes it retries.
	Classes graph.ClassSet
	// Timer tells that the end of the per-try timer is retried: the proxy
	// resets the attempt, so only the words that list every reset retry it
	// (router.cc, onPerTryTimeoutCommon). A status that says timeout is not
	// the same thing, though both have the class timeout.
	Timer bool
	// StatusCodes tells that the list holds retriable-status-codes: codes named
	// beside the list, in a field of the product, count too.
	StatusCodes bool
	// Unknown are the words that retry no failure: those the proxy does not
	// know, and status codes that are no failure.
	Unknown []string
}

// Parse reads a comma-separated list. A status code in the list is the same as
// retriable-status-codes with that code: so reads Istio
// (pilot/pkg/networking/core/route/retry/retry.go:116-123,152-175), and the
// proxy itself knows no number.
func Parse(list string) Policy { return parse(list, true) }

// ParseProxy reads a list as it stands in the proxy's own configuration, where a
// number is a word like any other that is not known.
func ParseProxy(list string) Policy { return parse(list, false) }

func parse(list string, numbers bool) Policy {
	var p Policy
	for word := range strings.SplitSeq(list, ",") {
		if word = strings.TrimSpace(word); word != "" {
			p.add(word, numbers)
		}
	}
	return p
}

func (p *Policy) add(word string, numbers bool) {
	if w, ok := words[word]; ok {
		p.Classes = p.Classes.Union(w.classes)
		p.Timer = p.Timer || w.timer
		p.StatusCodes = p.StatusCodes || word == statusCodes
		return
	}
	if code, err := strconv.Atoi(word); err == nil && numbers {
		if c, ok := graph.HTTPClass(code); ok {
			p.Classes = p.Classes.Union(graph.NewClassSet(c))
			return
		}
	}
	p.Unknown = append(p.Unknown, word)
}
