package report

import (
	"cmp"
	"slices"
)

// stack is the height that a column takes with the given gap between nodes.
func stack(c []*slot, gap float64) float64 {
	sum := 0.0
	for _, s := range c {
		if s.height = bendHeight; s.node >= 0 {
			s.height = nodeHeight + gap
		}
		sum += s.height
	}
	return sum
}

// order sorts each column by the middle of its neighbours in the column before
// (or behind it).
func order(columns [][]*slot, forward bool) {
	for i := range columns {
		c := columns[i]
		if !forward {
			c = columns[len(columns)-1-i]
		}
		for _, s := range c {
			near := s.before
			if !forward {
				near = s.after
			}
			if len(near) > 0 {
				sum := 0.0
				for _, n := range near {
					sum += n.place
				}
				s.place = sum / float64(len(near))
			}
		}
		slices.SortStableFunc(c, func(a, b *slot) int { return cmp.Compare(a.place, b.place) })
		for i, s := range c {
			s.place = float64(i)
		}
	}
}

// tallest is the height of the column with the most in it.
func tallest(columns [][]*slot) float64 {
	gap, most := float64(nodeGap), 0.0
	for _, c := range columns {
		if len(c) > crowded {
			gap = nodeCrowd
		}
	}
	for _, c := range columns {
		most = max(most, stack(c, gap))
	}
	return most
}

// settle moves the slots of each column towards their neighbours, as far as
// those above and below allow, and within the height of the tallest column.
func settle(columns [][]*slot, height float64, forward bool) {
	for i := range columns {
		c := columns[i]
		if !forward {
			c = columns[len(columns)-1-i]
		}
		above, below := -height/2, height/2
		for _, s := range c {
			below -= s.height
		}
		shift := 0.0
		for k, s := range c {
			wish := s.wish(forward)
			s.y = min(max(wish, above+s.height/2), below+s.height/2)
			if k > 0 {
				s.y = max(s.y, c[k-1].y+(c[k-1].height+s.height)/2)
			}
			shift += wish - s.y
			above, below = above+s.height, below+s.height
		}
		shiftWithin(c, shift/float64(max(1, len(c))), height)
	}
}

// wish is the middle of the neighbours of a slot.
func (s *slot) wish(forward bool) float64 {
	near := s.before
	if !forward || len(near) == 0 {
		near = s.after
	}
	if len(near) == 0 {
		return s.y
	}
	sum := 0.0
	for _, n := range near {
		sum += n.y
	}
	return sum / float64(len(near))
}

// shiftWithin moves a whole column, but not out of the height.
func shiftWithin(c []*slot, by, height float64) {
	if len(c) == 0 {
		return
	}
	first, last := c[0], c[len(c)-1]
	by = max(by, -height/2-(first.y-first.height/2))
	by = min(by, height/2-(last.y+last.height/2))
	for _, s := range c {
		s.y += by
	}
}
