package simulate

// signal tells what works for a caller that the caller is gone. A nil signal is
// that of a caller who waits for ever.
type signal struct {
	gone   bool
	below  []*signal
	onGone []func()
}

// child is a signal that ends with s, or before it.
func (s *signal) child() *signal {
	c := &signal{}
	if s != nil {
		c.gone = s.gone
		s.below = append(s.below, c)
	}
	return c
}

func (s *signal) isGone() bool { return s != nil && s.gone }

// whenGone calls f when the caller goes, unless forget is called before.
func (s *signal) whenGone(f func()) (forget func()) {
	if s == nil {
		return func() {}
	}
	i := len(s.onGone)
	s.onGone = append(s.onGone, f)
	return func() { s.onGone[i] = nil }
}

// end lets the caller go.
func (s *signal) end() {
	if s.gone {
		return
	}
	s.gone = true
	for i := 0; i < len(s.onGone); i++ {
		if f := s.onGone[i]; f != nil {
			s.onGone[i] = nil
			f()
		}
	}
	for _, c := range s.below {
		c.end()
	}
	s.onGone, s.below = nil, nil
}
