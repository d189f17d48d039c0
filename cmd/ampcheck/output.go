package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

// output is one form of the report and the file it goes to; "" is standard
// output.
type output struct {
	format report.Format
	file   string
}

// outputsOf reads the values of --format. What cannot be done is refused before
// anything is analysed.
func outputsOf(values []string) ([]output, error) {
	if len(values) == 0 {
		values = []string{"table"}
	}
	var outputs []output
	taken := make(map[string]bool)
	for _, value := range values {
		name, file, named := strings.Cut(value, "=")
		format, err := report.FormatByName(name)
		if err != nil {
			return nil, err
		}
		if named && file == "" {
			return nil, fmt.Errorf("format %q names no file: write %s=FILE", value, name)
		}
		if taken[file] {
			if file == "" {
				return nil, fmt.Errorf("two formats for standard output: give one a file, as --format %s=FILE", name)
			}
			return nil, fmt.Errorf("two formats for the file %s", file)
		}
		taken[file] = true
		outputs = append(outputs, output{format: format, file: file})
	}
	return outputs, nil
}

// write writes the result in every form. Files come first: a reader that sees
// the report can rely on them.
func (a *app) write(outputs []output, r *graph.Result, opts report.Options) error {
	plain := opts
	plain.Color = false
	for _, out := range outputs {
		if out.file == "" {
			continue
		}
		var b bytes.Buffer
		if err := out.format.Write(&b, r, plain); err != nil {
			return fmt.Errorf("writing the %s report: %w", out.format.Name, err)
		}
		if err := os.WriteFile(out.file, b.Bytes(), 0o666); err != nil {
			return fmt.Errorf("writing the %s report: %w", out.format.Name, err)
		}
	}
	opts.Width = terminalWidth(a.stdout)
	for _, out := range outputs {
		if out.file != "" {
			continue
		}
		if err := out.format.Write(a.stdout, r, opts); err != nil {
			return fmt.Errorf("writing the %s report: %w", out.format.Name, err)
		}
	}
	return nil
}

// terminal returns the file behind a writer when it is a terminal.
func terminal(w io.Writer) (f *os.File, ok bool) {
	if c, checked := w.(*checkedWriter); checked {
		w = c.File
	}
	f, ok = w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// colored reports whether what goes to standard output has colours: where a terminal
// shows it, unless the user said otherwise. See no-color.org for NO_COLOR.
func (a *app) colored(o *options) bool {
	switch o.color.name {
	case "always":
		return true
	case "never":
		return false
	}
	_, ok := terminal(a.stdout)
	return ok && !slices.ContainsFunc(a.env, func(kv string) bool {
		return kv == "TERM=dumb" || strings.HasPrefix(kv, "NO_COLOR=") && kv != "NO_COLOR="
	})
}

// terminalWidth is the number of columns of a terminal, and 0 for anything
// else: the same input gives the same bytes wherever it is stored.
func terminalWidth(w io.Writer) int {
	f, ok := terminal(w)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}
