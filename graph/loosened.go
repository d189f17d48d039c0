package graph

import (
	"fmt"
	"slices"
)

// Loosened is AMP305: where a policy lets more through than the one it is judged
// by.
func Loosened(judge, now *Policy) []Finding {
	l := &loosening{now: now}
	l.gates(&judge.Gate, &now.Gate, "gate")
	for _, kind := range keys(now.Gate.Entries) {
		e, was := now.Gate.Entries[kind], judge.Gate.Entries[kind]
		l.entryGate("gate.entries."+string(kind)+".amplification", orGeneral(was.Amplification, judge.Gate.Amplification), orGeneral(e.Amplification, now.Gate.Amplification))
		l.entryGate("gate.entries."+string(kind)+".multiplier", orGeneral(was.Multiplier, judge.Gate.Multiplier), orGeneral(e.Multiplier, now.Gate.Multiplier))
	}
	for _, kind := range keys(judge.Gate.Entries) {
		if _, ok := now.Gate.Entries[kind]; !ok {
			was := judge.Gate.Entries[kind]
			l.entryGate("gate.amplification for entries of kind "+string(kind), orGeneral(was.Amplification, judge.Gate.Amplification), now.Gate.Amplification)
			l.entryGate("gate.multiplier for entries of kind "+string(kind), orGeneral(was.Multiplier, judge.Gate.Multiplier), now.Gate.Multiplier)
		}
	}
	l.rules(judge)
	l.scope(judge)
	return l.found
}

// orGeneral is the gate of an entry kind, or the general one.
func orGeneral(own *float64, general float64) float64 {
	if own != nil {
		return *own
	}
	return general
}

// loosening collects the findings.
type loosening struct {
	now   *Policy
	found []Finding
}

func (l *loosening) say(key string, pos Pos, format string, args ...any) {
	if pos.IsZero() {
		pos = l.now.Pos
	}
	l.found = append(l.found, Finding{Rule: "AMP305", Pos: pos, Key: findingKey(key),
		Message: "the policy of the tree is looser than the one it is judged by: " + fmt.Sprintf(format, args...)})
}

// gates compares limits; zero is off, which is the loosest.
func (l *loosening) gates(was, is *Gate, name string) {
	l.entryGate(name+".amplification", was.Amplification, is.Amplification)
	l.entryGate(name+".multiplier", was.Multiplier, is.Multiplier)
	l.entryGate(name+".concurrency", was.Concurrency, is.Concurrency)
	l.entryGate(name+".retryLayers", float64(was.RetryLayers), float64(is.RetryLayers))
	l.entryGate(name+".increase", was.Increase, is.Increase)
	if was.Basis == BasisWorst && is.Basis != BasisWorst {
		l.say(name+".basis", l.now.At[name+".basis"], "%s.basis is %s, not %s: retry budgets count", name, BasisSustained, BasisWorst)
	}
	before, _ := was.Window.Duration(nil)
	after, _ := is.Window.Duration(nil)
	if after < before {
		l.say(name+".window", is.Window.Pos, "%s.window is %s, not %s: attempts behind it do not count", name, shortDuration(after), shortDuration(before))
	}
}

func (l *loosening) entryGate(name string, was, is float64) {
	if was == is || was == 0 || is != 0 && is < was {
		return
	}
	text := number64(is)
	if is == 0 {
		text = "off"
	}
	l.say(name, l.now.At[name], "%s is %s, not %s", name, text, number64(was))
}

// rules compares severities and suppressions.
func (l *loosening) rules(judge *Policy) {
	for _, id := range keys(l.now.Severity) {
		rule, _ := RuleByID(id)
		was, ok := judge.Severity[id]
		if !ok {
			was = rule.Severity
		}
		if is := l.now.Severity[id]; weight(is) > weight(was) {
			l.say("severity."+id, l.now.At["severity"], "%s is of severity %s, not %s", id, is, was)
		}
	}
	for _, ig := range l.now.Ignore {
		same := func(old Ignore) bool {
			return old.Rule == ig.Rule && old.Path == ig.Path && (old.Until == "" || ig.Until != "" && ig.Until <= old.Until)
		}
		if !slices.ContainsFunc(judge.Ignore, same) {
			l.say("ignore."+ig.Rule+"."+ig.Path, ig.Pos, "it suppresses %s where the other does not", ig.Rule)
		}
	}
}

// scope compares what is looked at: entries, meshes, and numbers that are given.
func (l *loosening) scope(judge *Policy) {
	for _, e := range judge.Entries {
		if len(l.now.Entries) > 0 && !contains(l.now.Entries, e) {
			l.say("entries."+e, l.now.At["entries"], "the entry %s is not computed from", e)
		}
	}
	if len(judge.Entries) == 0 && len(l.now.Entries) > 0 {
		l.say("entries", l.now.At["entries"], "it names its entries, the other computes from all")
	}
	for _, name := range keys(l.now.Meshes) {
		if l.now.Meshes[name].Off && !judge.Meshes[name].Off {
			l.say("mesh."+name, l.now.Meshes[name].Pos, "the mesh %s is off", name)
		}
	}
	if judge.AssumeFanOut > l.now.AssumeFanOut {
		l.say("fanOut.assume", l.now.At["fanOut"], "an unknown fan-out is taken for %d, not %d", max(1, l.now.AssumeFanOut), judge.AssumeFanOut)
	}
	for _, site := range keys(judge.FanOutSites) {
		if n, ok := l.now.FanOutSites[site]; ok && n < judge.FanOutSites[site] {
			l.say("fanOut.sites."+site, l.now.At["fanOut"], "the fan-out of %s is %d, not %d", site, n, judge.FanOutSites[site])
		}
	}
}

// LoosenedBaseline is AMP305 for a baseline that accepts more.
func LoosenedBaseline(judge, now *Baseline) []Finding {
	f := Finding{Rule: "AMP305", Key: findingKey("baseline")}
	say := func(line int, format string, args ...any) {
		f.Related = append(f.Related, Related{Pos{File: now.File, Line: line, Col: 1}, fmt.Sprintf(format, args...)})
	}
	for i := range now.Paths {
		p := &now.Paths[i]
		was, ok := judge.was(p.Entry, p.To)
		is := figure64(p.Amplification)
		switch {
		case is <= increaseFloor:
		case !ok:
			say(p.line, "accepts %s at %s for one at %s", number64(is), p.To, p.Entry)
		case is > was.full:
			say(p.line, "accepts %s at %s for one at %s, not %s", number64(is), p.To, p.Entry, number64(was.full))
		}
	}
	have := map[string]bool{}
	for _, e := range judge.Findings {
		have[findingKey(e.Rule, e.Key)] = true
	}
	for i := range now.Findings {
		if e := &now.Findings[i]; !have[findingKey(e.Rule, e.Key)] {
			say(e.line, "accepts a finding of %s: %s", e.Rule, e.Key)
		}
	}
	if len(f.Related) == 0 {
		return nil
	}
	f.Pos = f.Related[0].Pos
	f.Message = fmt.Sprintf("the baseline of the tree accepts more than the one it is judged by, in %d places", len(f.Related))
	if len(f.Related) > maxNamed {
		f.Related = append(f.Related[:maxNamed:maxNamed], Related{Message: fmt.Sprintf("and %d more", len(f.Related)-maxNamed)})
	}
	return []Finding{f}
}
