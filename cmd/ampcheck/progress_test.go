package main

import (
	"bytes"
	"regexp"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	p := &progress{w: &b, start: time.Now(), last: time.Now()}
	p.read(1)
	p.clear()
	if b.Len() > 0 {
		t.Errorf("shown at once: %q", &b)
	}
	p.last = p.last.Add(-progressStep)
	p.read(2)
	p.read(3)
	p.clear()
	p.clear()
	if want := regexp.MustCompile(`^\r\x1b\[Kreading: 2 files, [0-9.]+m?s\r\x1b\[K$`); !want.Match(b.Bytes()) {
		t.Errorf("got %q", &b)
	}
}

func TestNoProgressWithoutTerminal(t *testing.T) {
	var b bytes.Buffer
	if p := (&app{stderr: &b}).newProgress(false); p != nil {
		t.Error("progress on something that is no terminal")
	}
	var none *progress
	none.read(1)
	none.clear()
}
