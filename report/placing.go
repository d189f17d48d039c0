package report

import (
	"cmp"
	"slices"
)

// The measures of a drawing, in pixels.
const (
	nodeWidth  = 196
	nodeHeight = 44
	nodeGap    = 22
	nodeCrowd  = 8 // the gap in a drawing with a crowded column
	crowded    = 30
	bendHeight = 12 // what a line that passes through a tier takes there
	tierGap    = 130
	margin     = 24
)

// placed is a drawing with a place for everything: nodes in columns by tier, so
// that calls lead to the right.
type placed struct {
	*drawing
	tier  []int // by node
	x, y  []float64
	lines []line // by arrow
	// width and height are those of the whole drawing.
	width, height float64
}

// line is the way of an arrow: points from its start to its end. Arrows that
// lead back have none.
type line struct {
	points []point
	back   bool
}

type point struct{ x, y float64 }

// slot is a place in a column: a node, or where a line passes through the tier.
type slot struct {
	node          int // -1 for a bend
	before, after []*slot
	tier          int
	place         float64 // in its column, for ordering
	y, height     float64 // y is that of the middle
}

// place lays a drawing out in tiers: the longest way from where work arrives,
// lines that pass through a tier keep their own place there, columns are
// ordered so that few lines cross, and all is moved to where its neighbours are.
func (d *drawing) place() *placed {
	p := &placed{drawing: d, tier: d.tiers(), x: make([]float64, len(d.nodes)), y: make([]float64, len(d.nodes))}
	columns, chains := p.columns()
	for pass := range 8 {
		order(columns, pass%2 == 0)
	}
	tallest := tallest(columns)
	for pass := range 10 {
		settle(columns, tallest, pass%2 == 0)
	}
	p.fix(columns, chains)
	return p
}

// columns makes the slots of each tier, and the chain of slots of each arrow
// that leads to the right.
func (p *placed) columns() (columns [][]*slot, chains [][]*slot) {
	last := 0
	for _, t := range p.tier {
		last = max(last, t)
	}
	columns, chains = make([][]*slot, last+1), make([][]*slot, len(p.arrows))
	add := func(s *slot) *slot {
		columns[s.tier] = append(columns[s.tier], s)
		return s
	}
	slots := make([]*slot, len(p.nodes))
	for n, t := range p.tier {
		slots[n] = add(&slot{node: n, tier: t})
	}
	for i, a := range p.arrows {
		from, to := slots[a.from], slots[a.to]
		if from.tier >= to.tier {
			continue
		}
		chain := []*slot{from}
		for t := from.tier + 1; t < to.tier; t++ {
			chain = append(chain, add(&slot{node: -1, tier: t}))
		}
		chain = append(chain, to)
		for k := 1; k < len(chain); k++ {
			chain[k-1].after = append(chain[k-1].after, chain[k])
			chain[k].before = append(chain[k].before, chain[k-1])
		}
		chains[i] = chain
	}
	for _, c := range columns {
		for i, s := range c {
			s.place = float64(i)
		}
	}
	return columns, chains
}

// fix turns slots into coordinates.
func (p *placed) fix(columns [][]*slot, chains [][]*slot) {
	top, bottom := 0.0, 0.0
	for _, c := range columns {
		for _, s := range c {
			top, bottom = min(top, s.y-s.height/2), max(bottom, s.y+s.height/2)
		}
	}
	for t, c := range columns {
		for _, s := range c {
			s.y += margin - top
			if s.node >= 0 {
				p.x[s.node], p.y[s.node] = margin+float64(t)*(nodeWidth+tierGap), s.y
			}
		}
	}
	p.width = 2*margin + float64(len(columns))*(nodeWidth+tierGap) - tierGap
	p.height = 2*margin + bottom - top
	for i, a := range p.arrows {
		p.lines = append(p.lines, p.line(a, chains[i]))
	}
	p.spread()
}

// line is the way of one arrow, through the middle of the slots it passes.
func (p *placed) line(a arrow, chain []*slot) line {
	right, left := point{p.x[a.from] + nodeWidth, p.y[a.from]}, point{p.x[a.to], p.y[a.to]}
	if chain == nil {
		return line{points: []point{right, left}, back: true}
	}
	points := []point{right}
	for _, s := range chain[1 : len(chain)-1] {
		x := margin + float64(s.tier)*(nodeWidth+tierGap)
		points = append(points, point{x, s.y}, point{x + nodeWidth, s.y})
	}
	return line{points: append(points, left)}
}

// spread gives the lines at one side of a node places of their own, in the order
// of where they lead.
func (p *placed) spread() {
	starts, ends := make([][]int, len(p.nodes)), make([][]int, len(p.nodes))
	for i, a := range p.arrows {
		if !p.lines[i].back {
			starts[a.from], ends[a.to] = append(starts[a.from], i), append(ends[a.to], i)
		}
	}
	for n := range p.nodes {
		p.spreadAt(starts[n], func(l line) (at, near *point) { return &l.points[0], &l.points[1] })
		p.spreadAt(ends[n], func(l line) (at, near *point) { return &l.points[len(l.points)-1], &l.points[len(l.points)-2] })
	}
}

func (p *placed) spreadAt(lines []int, end func(line) (at, near *point)) {
	slices.SortStableFunc(lines, func(a, b int) int {
		_, x := end(p.lines[a])
		_, y := end(p.lines[b])
		return cmp.Compare(x.y, y.y)
	})
	for i, l := range lines {
		at, _ := end(p.lines[l])
		at.y += (float64(i+1)/float64(len(lines)+1) - 0.5) * (nodeHeight - 8)
	}
}
