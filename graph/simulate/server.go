package simulate

// server is what a node has room for: so many executions at once, the others
// wait in the order in which they came. No places is room for all.
type server struct {
	places, busy int
	waiting      []*waiter
}

type waiter struct {
	start  func()
	forget func()
}

// enter calls start when there is room; when the caller goes before that, it
// leaves the line and gone is called.
func (s *server) enter(sig *signal, start, gone func()) {
	if s.places == 0 || s.busy < s.places {
		s.busy++
		start()
		return
	}
	w := &waiter{start: start}
	w.forget = sig.whenGone(func() {
		w.start = nil
		gone()
	})
	s.waiting = append(s.waiting, w)
}

// leave makes room for the next in line.
func (s *server) leave() {
	s.busy--
	for len(s.waiting) > 0 {
		w := s.waiting[0]
		s.waiting[0] = nil
		s.waiting = s.waiting[1:]
		if w.start == nil {
			continue
		}
		s.busy++
		w.forget()
		w.start()
		return
	}
}
