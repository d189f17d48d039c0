package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/ampcheck/ampcheck/graph"
)

// The parts of the page. They are written for it: nothing of another project is
// bundled.
//
//go:embed page
var pageFiles embed.FS

var (
	pageTemplate = template.Must(template.ParseFS(pageFiles, "page/page.html"))
	pageStyle    = pageFile("page.css") + svgShapes
	pageScript   = pageFile("whatif.js") + pageFile("page.js") + pageFile("filter.js") + pageFile("knobs.js")
	// pagePolicy lets the page run its own script and use its own style, and
	// load nothing from anywhere.
	pagePolicy = fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'",
		pageHash(pageScript), pageHash(pageStyle))
)

func pageFile(name string) string {
	text, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		panic(err) // the file is embedded
	}
	return string(text)
}

// pageHash names a text of the page for its policy, with the line break that
// stands before it.
func pageHash(text string) string {
	sum := sha256.Sum256([]byte("\n" + text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// writeHTML writes one page that needs no other file and no network: the graph,
// where each factor comes from, and what becomes of the figures when a layer
// tries more or less often.
func writeHTML(w io.Writer, r *graph.Result, _ Options) error {
	p, err := newPage(r)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return fmt.Errorf("filling the page: %w", err)
	}
	_, err = w.Write(b.Bytes())
	return err
}
