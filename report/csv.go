package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// csvHeader names the columns: those of a call, then those of its callee.
var csvHeader = []string{
	"call", "from", "to", "protocol", "operation", "confidence", "fan_out", "attempts", "factor", "factors", "position",
	"entry", "calls", "happy", "amplification", "confident_calls", "confident_amplification", "calls_any_class", "connections", "unbounded", "lower_bound",
}

// writeCSV writes a row for each call, with the figures of its callee, for
// spreadsheets.
func writeCSV(w io.Writer, r *graph.Result, _ Options) error {
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	rows := [][]string{csvHeader}
	x := newIndex(r)
	for i := range r.Edges {
		row := append(csvCall(&r.Edges[i]), csvNode(x.callee(i))...)
		for k, text := range row {
			row[k] = csvCell(text)
		}
		rows = append(rows, row)
	}
	if err := out.WriteAll(rows); err != nil {
		return fmt.Errorf("encoding the report: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func csvCall(e *graph.EdgeInfo) []string {
	var factors []string
	for _, f := range factorsOn(e) {
		factors = append(factors, strings.TrimSpace(f.text()+"  "+f.place()))
	}
	return []string{
		e.ID, e.From, e.To, string(e.Protocol), e.Operation, string(e.Confidence), fanOutOf(e),
		attemptsText(e), e.Factor.String(), strings.Join(factors, " | "), e.Pos.String(),
	}
}

// csvNode leaves empty what a node has no figure of.
func csvNode(n *graph.NodeInfo) []string {
	if n.Entry == "" {
		return make([]string, 10)
	}
	ratio := func(f *float64) string {
		if f == nil {
			return ""
		}
		return ratioOf(f)
	}
	return []string{
		n.Entry, n.Calls.String(), n.Happy.String(), ratio(n.Amplification), n.Confident.String(), ratio(n.ConfidentAmplification),
		n.CallsAnyClass.String(), n.Connections.String(), fmt.Sprint(isUnbounded(n)), fmt.Sprint(n.LowerBound),
	}
}

// csvCell keeps a spreadsheet from taking a text for a formula: what one would
// start with gets an apostrophe in front, which spreadsheets do not show.
func csvCell(text string) string {
	text = Plain(text)
	if text != "" && strings.ContainsRune("=+-@|%", rune(text[0])) {
		return "'" + text
	}
	return text
}
