package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// Whatever a command wanted to say, a reader that is gone makes it fail.
func TestWriteErrors(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"version"}, {"rules"}, {"rules", "AMP001"}, {"completion", "bash"}, {"check", t.TempDir()}, {"report", "--format", "json", t.TempDir()}} {
		var stderr bytes.Buffer
		code := execute(t.Context(), args, nil, strings.NewReader(""), brokenWriter{}, &stderr)
		if code != codeIncomplete || stderr.String() != "ampcheck: writing to standard output: broken pipe\n" {
			t.Errorf("%v: exit code %d, %q", args, code, &stderr)
		}
	}
}

// Standard input that never ends can be interrupted.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stdin, never := io.Pipe()
	defer never.Close()
	time.AfterFunc(10*time.Millisecond, cancel)
	var stderr bytes.Buffer
	if code := execute(ctx, []string{"check", "-"}, nil, stdin, io.Discard, &stderr); code != codeIncomplete || stderr.String() != "ampcheck: interrupted\n" {
		t.Errorf("exit code %d, %q", code, &stderr)
	}
}

func TestErrorsAreEscaped(t *testing.T) {
	var stderr bytes.Buffer
	execute(t.Context(), []string{"check", "no\x1b[31m\u202e"}, nil, nil, io.Discard, &stderr)
	if got := stderr.String(); !strings.Contains(got, `no\x1b[31m\u202e`) {
		t.Errorf("got %q", got)
	}
}

func TestEveryCommandIsDocumented(t *testing.T) {
	for _, cmd := range (&app{stdout: io.Discard}).rootCommand().Commands() {
		if cmd.Hidden {
			continue
		}
		if cmd.Short == "" || cmd.Long == "" || cmd.Example == "" {
			t.Errorf("%s: no short text, long text or example", cmd.Name())
		}
	}
}

// A name is built, to come, or unknown: never two of them.
func TestPlannedNames(t *testing.T) {
	root := (&app{stdout: io.Discard}).rootCommand()
	for _, cmd := range root.Commands() {
		if cmd.Hidden {
			t.Errorf("%s is hidden", cmd.Name())
		}
		for _, flag := range flagsToCome {
			if cmd.Flags().Lookup(flag) != nil {
				t.Errorf("%s has --%s, which is to come", cmd.Name(), flag)
			}
		}
	}
}

func TestEveryFormatIsInHelp(t *testing.T) {
	for _, name := range []string{"check", "report"} {
		cmd, _, err := (&app{stdout: io.Discard}).rootCommand().Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Formats() {
			if !strings.Contains(cmd.Long, f.Doc) || !strings.Contains(cmd.Flags().Lookup("format").Usage, f.Name) {
				t.Errorf("%s: format %s is not in the help", name, f.Name)
			}
		}
	}
}

func TestOverride(t *testing.T) {
	var o options
	cmd := &cobra.Command{}
	o.register(cmd)
	err := cmd.ParseFlags([]string{"--max", "off", "--max-multiplier", "1.5", "--window", "1m", "--entry", "a", "--entry", "b,c", "--assume-fanout", "7"})
	if err != nil {
		t.Fatal(err)
	}
	p := graph.DefaultPolicy()
	o.override(p)
	if w, ok := p.Gate.Window.Duration(nil); p.Gate.Amplification != 0 || p.Gate.Multiplier != 1.5 || !ok || w != time.Minute ||
		!slices.Equal(p.Entries, []string{"a", "b,c"}) || p.AssumeFanOut != 7 {
		t.Errorf("got %+v", p)
	}
	unchanged := graph.DefaultPolicy()
	new(options).override(unchanged)
	if want := graph.DefaultPolicy(); unchanged.Gate.Amplification != want.Gate.Amplification || unchanged.Gate.Window.Kind != want.Gate.Window.Kind {
		t.Errorf("no flags: got %+v, want %+v", unchanged.Gate, want.Gate)
	}
}

func TestVersionLine(t *testing.T) {
	settings := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123"}, {Key: "vcs.modified", Value: "true"}}
	tests := []struct {
		info debug.BuildInfo
		want string
	}{
		{debug.BuildInfo{}, "ampcheck (devel) unknown unknown"},
		{debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.3"}}, "ampcheck v1.2.3 go1.26.8 unknown"},
		{debug.BuildInfo{GoVersion: "go1.26.8", Settings: settings[:1]}, "ampcheck (devel) go1.26.8 0123456789ab"},
		{debug.BuildInfo{GoVersion: "go1.26.8", Settings: settings}, "ampcheck (devel) go1.26.8 0123456789ab+dirty"},
	}
	for _, tt := range tests {
		if got := versionLine(&tt.info); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestCommonParent(t *testing.T) {
	tests := []struct {
		dirs []string
		want string
	}{
		{[]string{"/a/b"}, "/a/b"},
		{[]string{"/a/b", "/a/b"}, "/a/b"},
		{[]string{"/a/b", "/a/bc"}, "/a"},
		{[]string{"/a/b/c", "/a/b"}, "/a/b"},
		{[]string{"/a", "/b/c"}, "/"},
	}
	for _, tt := range tests {
		if got, err := commonParent(tt.dirs); err != nil || got != tt.want {
			t.Errorf("commonParent(%v) = %q, %v, want %q", tt.dirs, got, err, tt.want)
		}
	}
}
