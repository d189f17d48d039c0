package simulate

import (
	"cmp"
	"container/heap"
	"math"
	"time"
)

// clock runs events in the order of their time. At one instant everything else
// comes before a timer that fires, and what was planned first comes first.
type clock struct {
	now    time.Duration
	events events
	count  uint64
}

type event struct {
	at    time.Duration
	timer bool
	count uint64
	run   func() // nil when it was called off
}

// after plans something.
func (c *clock) after(d time.Duration, timer bool, run func()) *event {
	c.count++
	e := &event{c.now + d, timer, c.count, run}
	heap.Push(&c.events, e)
	return e
}

// next runs the next event; false when there is none up to a time.
func (c *clock) next(until time.Duration) bool {
	for len(c.events) > 0 && c.events[0].at <= until {
		e := heap.Pop(&c.events).(*event)
		if e.run == nil {
			continue
		}
		c.now = e.at
		run := e.run
		e.run = nil
		run()
		return true
	}
	return false
}

// off calls an event off; nil is none.
func (e *event) off() {
	if e != nil {
		e.run = nil
	}
}

type events []*event

func (s events) Len() int      { return len(s) }
func (s events) Swap(i, j int) { s[i], s[j] = s[j], s[i] }

// Less orders events.
func (s events) Less(i, j int) bool {
	a, b := s[i], s[j]
	if a.at == b.at && a.timer != b.timer {
		return b.timer
	}
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.count, b.count)) < 0
}

// Push and Pop make events a heap.
func (s *events) Push(x any) { *s = append(*s, x.(*event)) }

// Pop takes the last one.
func (s *events) Pop() any {
	old := *s
	e := old[len(old)-1]
	old[len(old)-1] = nil
	*s = old[:len(old)-1]
	return e
}

// never is a time that does not come.
const never = time.Duration(math.MaxInt64)
