package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// Catalog is what is known of client libraries and of formats of configuration.
type Catalog struct {
	Libraries []graph.Library `json:"libraries"`
	// Absent are libraries without a row.
	Absent []AbsentLibrary `json:"absent,omitempty"`
	// Formats are the formats of configuration, those that are not read too.
	Formats []graph.Format `json:"formats,omitempty"`
}

// AbsentLibrary is a library without a row, with the reason.
type AbsentLibrary struct {
	Name   string `json:"name"`
	Module string `json:"module"`
	Why    string `json:"why"`
}

// CatalogFormats are the formats of WriteCatalog.
func CatalogFormats() []string { return []string{"json", "markdown", "table"} }

// WriteCatalog writes the lists of libraries and formats: what each does when
// nothing is set.
func WriteCatalog(w io.Writer, c *Catalog, format string, opts Options) error {
	switch format {
	case "json":
		return writeCatalogJSON(w, c)
	case "markdown":
		return writeText(w, catalogMarkdown(c))
	}
	t := &textReport{opts: opts}
	t.textTable(catalogHeader, catalogRows(c))
	t.formats(c.Formats)
	if len(c.Absent) > 0 {
		t.paragraph("Without a row")
		for _, a := range c.Absent {
			t.line("  ", a.Name, " (", a.Module, "): ", a.Why)
		}
	}
	return t.flush(w)
}

// WriteRows writes all that is known of some libraries, the rows of one name for
// its versions, and of some formats.
func WriteRows(w io.Writer, c *Catalog, format string, opts Options) error {
	switch format {
	case "json":
		return writeCatalogJSON(w, c)
	case "markdown":
		var b strings.Builder
		for i := range c.Libraries {
			libraryMarkdown(&b, &c.Libraries[i])
		}
		for i := range c.Formats {
			formatMarkdown(&b, &c.Formats[i])
		}
		return writeText(w, b.String())
	}
	t := &textReport{opts: opts}
	for i := range c.Libraries {
		t.library(&c.Libraries[i])
	}
	for i := range c.Formats {
		t.format(&c.Formats[i])
	}
	return t.flush(w)
}

func writeText(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

func (t *textReport) flush(w io.Writer) error {
	if t.err != nil {
		return fmt.Errorf("laying out a table: %w", t.err)
	}
	_, err := w.Write(t.buf.Bytes())
	return err
}

func writeCatalogJSON(w io.Writer, c *Catalog) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(c); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

var catalogHeader = []string{"Library", "Versions", "Layer", "Attempts", "Retries on", "Known"}

// catalogRows are a line for each layer of each library; one line where a
// library has none.
func catalogRows(c *Catalog) [][]string {
	var rows [][]string
	for i := range c.Libraries {
		l := &c.Libraries[i]
		layers := libraryLayers(l)
		if len(layers) == 0 {
			rows = append(rows, []string{l.Name, libraryVersions(l), "none", "1", "", libraryKnown(l)})
		}
		for _, ly := range layers {
			rows = append(rows, []string{l.Name, libraryVersions(l), ly.Name, layerAttempts(ly), layerClasses(ly), libraryKnown(l)})
		}
	}
	return rows
}

// libraryLayers are the layers of the calls of a library, each once.
func libraryLayers(l *graph.Library) []graph.LibraryLayer {
	var out []graph.LibraryLayer
	seen := map[string]bool{}
	for i := range l.Calls {
		for _, ly := range l.Calls[i].Layers {
			if key := fmt.Sprint(ly.Name, ly.Attempts, ly.RetriesOn, ly.Base); !seen[key] {
				seen[key] = true
				out = append(out, ly)
			}
		}
	}
	return out
}

func libraryVersions(l *graph.Library) string {
	switch {
	case l.Module == "":
		return "Go"
	case l.Since != "" && l.Before != "":
		return l.Since + " to " + l.Before
	case l.Since != "":
		return "from " + l.Since
	case l.Before != "":
		return "before " + l.Before
	}
	return "all"
}

func libraryKnown(l *graph.Library) string {
	if l.Measured {
		return "measured"
	}
	return "read"
}

func layerAttempts(l graph.LibraryLayer) string {
	switch {
	case l.Attempts == 0 && l.Overall != "":
		return "for " + l.Overall
	case l.Attempts == 0:
		return "unbounded"
	}
	return strconv.Itoa(l.Attempts)
}

func layerClasses(l graph.LibraryLayer) string {
	if l.Attempts == 1 && l.RetriesOn.Empty() {
		return ""
	}
	return l.RetriesOn.String()
}

func layerPauses(l graph.LibraryLayer) string {
	text := string(l.Backoff)
	if l.Base != "" {
		text += " from " + l.Base
	}
	if l.Max != "" {
		text += " to " + l.Max
	}
	if l.Jitter {
		text += " with jitter"
	}
	return strings.TrimSpace(text)
}

// knobText says what a knob sets, and what 0, -1 and other values mean.
func knobText(k graph.Knob) string {
	text := string(k.Role)
	if k.Sets != nil && k.Sets.Attempts > 0 {
		text += " " + strconv.Itoa(k.Sets.Attempts)
	}
	if k.Fixed != "" {
		text += " = " + k.Fixed
	}
	if k.Zero != "" {
		text += "; 0 is " + k.Zero
	}
	if k.Minus != "" {
		text += "; -1 is " + k.Minus
	}
	for _, v := range slices.Sorted(maps.Keys(k.Values)) {
		text += "; " + v + " is " + k.Values[v]
	}
	if k.LayerName != "" {
		text += " (" + k.LayerName + ")"
	}
	return text
}

func (t *textReport) library(l *graph.Library) {
	t.paragraph(l.Name + ", " + libraryVersions(l) + ": " + libraryKnown(l))
	if l.Module != "" {
		t.line("  module ", l.Module)
	}
	for _, ly := range libraryLayers(l) {
		t.line("  ", ly.Name, ": ", layerAttempts(ly), " attempts", prefixed("; retries ", layerClasses(ly)),
			prefixed("; pauses ", layerPauses(ly)), prefixed("; one try ", ly.PerTry), prefixed("; all tries ", ly.Overall))
	}
	if len(l.Knobs) > 0 {
		t.line("  set by")
	}
	for _, k := range l.Knobs {
		t.line("    ", string(k.Kind), " ", k.Name, ": ", knobText(k))
	}
	t.line("  read in")
	for _, s := range l.Sources {
		t.line("    ", s)
	}
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

func catalogMarkdown(c *Catalog) string {
	var b strings.Builder
	b.WriteString(markdownLine(catalogHeader) + "|" + strings.Repeat("---|", len(catalogHeader)) + "\n")
	for _, row := range catalogRows(c) {
		b.WriteString(markdownLine(row))
	}
	formatsMarkdown(&b, c.Formats)
	if len(c.Absent) > 0 {
		b.WriteString("\nWithout a row:\n\n")
		for _, a := range c.Absent {
			fmt.Fprintf(&b, "- %s (%s): %s\n", markdownText(a.Name), markdownText(a.Module), markdownText(a.Why))
		}
	}
	return b.String()
}

func markdownLine(cells []string) string {
	var b strings.Builder
	for _, cell := range cells {
		b.WriteString("| " + markdownText(cell) + " ")
	}
	return b.String() + "|\n"
}

func libraryMarkdown(b *strings.Builder, l *graph.Library) {
	fmt.Fprintf(b, "## %s, %s: %s\n\n", markdownText(l.Name), markdownText(libraryVersions(l)), libraryKnown(l))
	b.WriteString(markdownLine(catalogHeader) + "|" + strings.Repeat("---|", len(catalogHeader)) + "\n")
	for _, row := range catalogRows(&Catalog{Libraries: []graph.Library{*l}}) {
		b.WriteString(markdownLine(row))
	}
	b.WriteString("\n")
	for _, k := range l.Knobs {
		fmt.Fprintf(b, "- %s %s: %s\n", k.Kind, markdownText(k.Name), markdownText(knobText(k)))
	}
	for _, s := range l.Sources {
		fmt.Fprintf(b, "- read in %s\n", markdownText(s))
	}
	b.WriteString("\n")
}
