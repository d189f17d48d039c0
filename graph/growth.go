package graph

// increaseFloor is the amplification up to which growth is not looked at.
const increaseFloor = 4

// grew reports whether a figure grew past gate.increase.
func (g *Gate) grew(before, after float64) bool {
	return g.Increase > 0 && after > increaseFloor && before < Unbounded.Float() && after >= before*g.Increase
}

// growth is the severity of what became of a path: "" where it did not grow past
// the gate. It is an error where the growth is no guess.
func (g *Gate) growth(before, after span) Severity {
	switch {
	case g.grew(before.confident, after.confident):
		return SeverityError
	case g.grew(before.full, after.full):
		return SeverityWarning
	}
	return ""
}

// span is a figure, and the same with every guess at its least.
type span struct{ full, confident float64 }

func (r *Reach) span() span { return span{figure64(r.Amplification), figure64(r.Confident)} }

// figure64 is a figure of a result, in which nil is without limit.
func figure64(f *float64) float64 {
	if f == nil {
		return Unbounded.Float()
	}
	return *f
}
