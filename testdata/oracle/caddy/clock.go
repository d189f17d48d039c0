package main

import (
	"sync"
	"testing"
	"testing/synctest"
)

var (
	bubbles  = make(chan func(*testing.T))
	finished = make(chan struct{})
	started  sync.Once
)

// withoutWaiting runs f under a clock that goes on where everything waits. Only
// tests have one, so this program is one too, once its flags are read.
func withoutWaiting(f func(*testing.T)) {
	started.Do(func() {
		all := func(string, string) (bool, error) { return true, nil }
		go testing.Main(all, []testing.InternalTest{{Name: "clock", F: func(t *testing.T) {
			for f := range bubbles {
				synctest.Test(t, f)
				finished <- struct{}{}
			}
		}}}, nil, nil)
	})
	bubbles <- f
	<-finished
}
