package main

import (
	"bytes"
	"regexp"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	p := &progress{w: &b, start: time.Now(), done: make(chan struct{})}
	p.show()
	if b.Len() > 0 {
		t.Errorf("nothing to say, and shown: %q", &b)
	}
	p.read(1)
	p.read(2)
	p.show()
	p.say("loading a\x1b")
	p.show()
	p.clear()
	p.show()
	p.clear()
	want := regexp.MustCompile(`^\r\x1b\[Kreading: 2 files, [0-9.]+m?s\r\x1b\[Kloading a\\x1b, [0-9.]+m?s\r\x1b\[K$`)
	if !want.Match(b.Bytes()) {
		t.Errorf("got %q", &b)
	}
}

// What lasts long is shown without another word from it, and what is over before
// anybody could read it is not.
func TestProgressByItself(t *testing.T) {
	var b bytes.Buffer
	p := &progress{w: &b, start: time.Now(), done: make(chan struct{})}
	ended := make(chan struct{})
	go func() {
		p.run()
		close(ended)
	}()
	p.say("loading")
	time.Sleep(progressDelay + 2*progressStep)
	p.clear()
	<-ended
	if n := bytes.Count(b.Bytes(), []byte("loading")); n == 0 {
		t.Errorf("shown %d times: %q", n, &b)
	}
}

func TestNoProgressWithoutTerminal(t *testing.T) {
	var b bytes.Buffer
	if p := (&app{stderr: &b}).newProgress(false); p != nil {
		t.Error("progress on something that is no terminal")
	}
	var none *progress
	none.read(1)
	none.say("loading")
	none.clear()
}
