package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// Options are the choices of presentation. None of them changes a figure.
type Options struct {
	// Brief leaves the tables out and puts the findings first: what a gate
	// prints. Formats for programs ignore it.
	Brief bool
	// Wide adds the figures that most readers do not ask for; together with
	// Brief it brings the tables back.
	Wide bool
	// Quiet leaves only the findings that fail a build.
	Quiet bool
	// Width is the number of columns tables may take; 0 is any number.
	Width int
	// Color marks words and places for a terminal: the table does so.
	Color bool
	// Root is the directory that positions are relative to, for links beside the
	// colours; "" makes none.
	Root string
}

// Format is one form of the report.
type Format struct {
	Name string
	// Doc says in one line what it is for.
	Doc   string
	Write func(io.Writer, *graph.Result, Options) error
	// Data marks the formats for programs: they hold everything, whatever the
	// options say.
	Data bool
}

// formats is sorted by name.
var formats = []Format{
	{Name: "csv", Doc: "a row for each call, for spreadsheets", Write: writeCSV, Data: true},
	{Name: "dot", Doc: "the graph, for Graphviz", Write: writeDOT, Data: true},
	{Name: "github", Doc: "annotations of GitHub Actions", Write: writeGitHub},
	{Name: "gitlab", Doc: "code quality report of GitLab", Write: writeGitLab, Data: true},
	{Name: "html", Doc: "one page with the graph, to explore and to print", Write: writeHTML, Data: true},
	{Name: "json", Doc: "everything, for programs: schema " + graph.ResultSchema, Write: writeJSON, Data: true},
	{Name: "junit", Doc: "rules and findings as tests", Write: writeJUnit, Data: true},
	{Name: "markdown", Doc: "tables and the graph, for pull requests and wikis", Write: writeMarkdown},
	{Name: "mermaid", Doc: "the graph as a flowchart, for markdown", Write: writeMermaid, Data: true},
	{Name: "sarif", Doc: "SARIF 2.1.0, for code scanning and editors", Write: writeSARIF, Data: true},
	{Name: "svg", Doc: "the graph as a picture", Write: writeSVG, Data: true},
	{Name: "table", Doc: "for terminals and logs, the default", Write: writeTable},
}

// Formats lists the formats, sorted by name.
func Formats() []Format { return slices.Clone(formats) }

// FormatByName returns the format with the given name. The error says what the
// names are.
func FormatByName(name string) (Format, error) {
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("unknown format %q: use %s", name, formatNames())
}

func formatNames() string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
