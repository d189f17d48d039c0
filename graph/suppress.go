package graph

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// suppress marks the findings that somebody accepted, and returns a finding
// for each suppression that gives no reason, has run out or hides nothing.
func (c *computer) suppress(all []Finding) []Finding {
	var bad []Finding
	for _, ig := range c.g.ignores {
		why := c.invalid(ig)
		used := false
		for i := range all {
			if ig.hides(&all[i]) {
				used = true
				if why == "" {
					all[i].Suppressed, all[i].Reason = true, ig.Reason
				}
			}
		}
		// A linked tree may have suppressions for what only it shows.
		if why == "" && !used && ig.Pos.Origin == "" {
			why = "hides nothing: no such finding is there"
		}
		if why != "" {
			f := Finding{Rule: "AMP303", Pos: ig.Pos, Message: fmt.Sprintf("the suppression of %s %s", ig.Rule, why)}
			if ig.Rule == "" {
				f.Message = "the suppression names no rule: write ampcheck:ignore RULE reason"
			}
			c.settle(&f)
			bad = append(bad, f)
		}
	}
	return bad
}

// invalid says why a suppression does not hold; "" when it does.
func (c *computer) invalid(ig Ignore) string {
	if _, ok := RuleByID(ig.Rule); !ok {
		return "names no rule that this version checks"
	}
	if strings.TrimSpace(ig.Reason) == "" {
		return "gives no reason"
	}
	if ig.Until != "" {
		day, err := time.Parse(time.DateOnly, ig.Until)
		if err != nil || !c.opts.Now.IsZero() && c.opts.Now.Format(time.DateOnly) > day.Format(time.DateOnly) {
			return "has run out on " + ig.Until
		}
	}
	return ""
}

// hides reports whether the suppression is meant for a finding: one of its
// rule, in its file, and on its line or the one below.
func (ig *Ignore) hides(f *Finding) bool {
	if f.Rule != ig.Rule || never(f.Rule) || ig.Pos.Origin != "" && ig.Pos.Origin != f.Pos.Origin {
		return false
	}
	if ig.Line > 0 {
		return f.Pos.File == ig.Path && f.Pos.Origin == ig.Pos.Origin && (f.Pos.Line == ig.Line || f.Pos.Line == ig.Line+1)
	}
	return ig.Path == "" || matchPath(ig.Path, f.Pos.File)
}

// matchPath matches a slash path with a pattern in which * and ? stay within
// one part of the path and ** crosses parts.
func matchPath(pattern, path string) bool {
	var b strings.Builder
	b.WriteString("^")
	for i := 0; i < len(pattern); i++ {
		switch {
		case strings.HasPrefix(pattern[i:], "**/"):
			b.WriteString("(.*/)?")
			i += 2
		case strings.HasPrefix(pattern[i:], "**"):
			b.WriteString(".*")
			i++
		case pattern[i] == '*':
			b.WriteString("[^/]*")
		case pattern[i] == '?':
			b.WriteString("[^/]")
		default:
			b.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		}
	}
	re, err := regexp.Compile(b.String() + "$")
	return err == nil && re.MatchString(path)
}
