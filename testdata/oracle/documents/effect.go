package documents

import (
	"fmt"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// Effect is what one rule of a document does to the calls that it takes, in a
// form that both sides have.
type Effect struct {
	// Rule names it.
	Rule string
	// Attempts counts the first try too; "" is one.
	Attempts string
	// On are the failures that are retried.
	On graph.ClassSet
	// PerTry, Overall, Pause and MaxPause are 0 where there is none.
	PerTry, Overall, Pause, MaxPause time.Duration
	// Slow counts the attempts where each takes as long as it may; "" is as many
	// as of those that fail at once.
	Slow string
	// Cap is what limits the retries.
	Cap string
	// To are the targets, Mirrors those that get copies.
	To, Mirrors []string
}

// String is one line. What makes one try shows no failures, pauses and limits
// of retries.
func (e Effect) String() string {
	var b strings.Builder
	b.WriteString(e.Rule)
	put := func(what, value string) {
		if value != "" && value != "0s" {
			fmt.Fprintf(&b, "; %s %s", what, value)
		}
	}
	if e.Attempts != "" && e.Attempts != "1" {
		put("attempts", e.Attempts)
		put("slow", e.Slow)
		put("on", e.On.String())
		put("each", e.PerTry.String())
		put("pause", e.Pause.String())
		put("pause up to", e.MaxPause.String())
		put("cap", e.Cap)
	}
	put("all", e.Overall.String())
	put("to", strings.Join(e.To, " "))
	put("mirrored to", strings.Join(e.Mirrors, " "))
	return b.String()
}
