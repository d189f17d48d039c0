package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/ampcheck/ampcheck/graph"
)

// siteHeader are the columns of the table of sites.
var siteHeader = []string{"Place", "Function", "Kind", "Attempts", "Known", "Backoff", "Remote"}

// WriteSites writes the places that repeat something as a table.
func WriteSites(w io.Writer, sites []graph.Site, opts Options) error {
	t := &textReport{opts: opts}
	if len(sites) == 0 {
		t.line("no code that repeats a remote call was found")
	}
	var rows [][]string
	for _, s := range sites {
		remote := "yes"
		if !s.Remote {
			remote = "not known"
		}
		rows = append(rows, []string{s.Pos.File + ":" + strconv.Itoa(s.Pos.Line), s.Func, siteKind(s), siteAttempts(s), siteKnown(s), siteBackoff(s), remote})
	}
	t.textTable(siteHeader, rows)
	if t.err != nil {
		return fmt.Errorf("laying out a table: %w", t.err)
	}
	_, err := w.Write(t.buf.Bytes())
	return err
}

func siteKind(s graph.Site) string {
	if s.Name == "" {
		return string(s.Kind)
	}
	return string(s.Kind) + ": " + s.Name
}

func siteAttempts(s graph.Site) string {
	switch {
	case s.Attempts != nil:
		return s.Attempts.String()
	case s.Expr != "":
		return s.Expr
	}
	return "not known"
}

// siteKnown says how the number is known, and where it comes from if the number
// itself does not say so.
func siteKnown(s graph.Site) string {
	if s.Attempts != nil && s.Expr != "" {
		return string(s.Bound) + ": " + s.Expr
	}
	return string(s.Bound)
}

func siteBackoff(s graph.Site) string {
	switch {
	case s.Kind == graph.SiteFanOut || s.Kind == graph.SitePagination:
		return ""
	case s.Backoff == "":
		return "not known"
	case s.Jitter:
		return string(s.Backoff) + " with jitter"
	}
	return string(s.Backoff)
}

// WriteSiteLines writes one JSON object a line for each site.
func WriteSiteLines(w io.Writer, sites []graph.Site) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, s := range sites {
		if err := enc.Encode(s); err != nil {
			return fmt.Errorf("encoding a site: %w", err)
		}
	}
	_, err := w.Write(escapeJSON(b.Bytes()))
	return err
}
