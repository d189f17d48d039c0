package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/simulate"
)

// Simulation is one failure of one node, run in several ways.
type Simulation struct {
	Runs []SimulatedRun
	// Assumed says what the runs took for what is not known.
	Assumed []string
}

// SimulatedRun is one run, with what is different in it.
type SimulatedRun struct {
	Name string
	*simulate.Run
}

// chartRows is the height of a chart, and chartColumns its greatest width.
const chartRows, chartColumns = 4, 60

// WriteSimulation draws the runs, one chart each on a common scale, and compares
// them in a table.
func WriteSimulation(w io.Writer, x *Simulation, opts Options) error {
	t := &textReport{opts: opts}
	first := x.Runs[0]
	t.line(Plain(fmt.Sprintf("%s -> %s: %s requests a second, %s calls of %s a second when nothing fails.%s",
		first.Entry, first.Target, ratio(first.Rate), ratio(first.Healthy), first.Target, room(first.Run))))
	t.line(Plain(trigger(first.Run)))
	most := 1.0
	for _, r := range x.Runs {
		most = max(most, r.Peak)
	}
	for _, r := range x.Runs {
		t.paragraph(Plain(r.Name))
		t.chart("calls a second", most, column(r.Run, func(s *simulate.Sample) int { return s.Calls }))
		t.chart("requests answered", max(1, r.Rate*1.2), column(r.Run, func(s *simulate.Sample) int { return s.Answered }))
		t.line("  ", Plain(marks(r.Run)))
	}
	t.paragraph("Compared")
	t.table([]string{"Run", "Peak of calls a second", "At the end", "Requests failed", "After the trigger"}, comparedRows(x.Runs))
	if len(x.Assumed) > 0 {
		t.paragraph("Assumed")
		for _, a := range x.Assumed {
			t.line("  ", Plain(a))
		}
	}
	if t.err != nil {
		return fmt.Errorf("laying out a table: %w", t.err)
	}
	_, err := w.Write(t.buf.Bytes())
	return err
}

// room says what the target can do.
func room(r *simulate.Run) string {
	switch {
	case r.Work > 0:
		return fmt.Sprintf(" It works %s on each, on %d at once.", r.Work, r.Capacity)
	case r.Capacity > 0:
		return fmt.Sprintf(" It works on %d at once.", r.Capacity)
	}
	return ""
}

func trigger(r *simulate.Run) string {
	end := r.Start + r.Length
	if r.Stall {
		return fmt.Sprintf("From %s to %s %s answers nothing.", r.Start, end, r.Target)
	}
	return fmt.Sprintf("From %s to %s %s fails every call with %s.", r.Start, end, r.Target, r.Class)
}

func comparedRows(runs []SimulatedRun) [][]string {
	var rows [][]string
	for _, r := range runs {
		arrived, failed := 0, 0
		for _, s := range r.Samples {
			arrived, failed = arrived+s.Arrived, failed+s.Failed
		}
		rows = append(rows, []string{r.Name, ratio(r.Peak), ratio(r.After), fmt.Sprintf("%d of %d", failed, arrived), recovery(r.Run)})
	}
	return rows
}

// recovery says what became of the system after the trigger.
func recovery(r *simulate.Run) string {
	switch {
	case r.Cut:
		return fmt.Sprintf("not known: stopped at %ds, after %d events", len(r.Samples), r.Events)
	case r.Recovered == nil:
		return fmt.Sprintf("does not recover within %s", r.For-r.Start-r.Length)
	case *r.Recovered == 0:
		return "well at once"
	}
	return fmt.Sprintf("well after %s", *r.Recovered)
}

// column are the values of a run, the greatest of several where there are more
// seconds than columns.
func column(r *simulate.Run, of func(*simulate.Sample) int) []float64 {
	per := perColumn(r)
	var out []float64
	for i := range r.Samples {
		v := float64(of(&r.Samples[i]))
		if i%per == 0 {
			out = append(out, v)
		} else {
			out[len(out)-1] = max(out[len(out)-1], v)
		}
	}
	return out
}

// perColumn is how many seconds there are in a column.
func perColumn(r *simulate.Run) int {
	return (int(r.For/time.Second) + chartColumns - 1) / chartColumns
}

// marks shows below a chart when the trigger is.
func marks(r *simulate.Run) string {
	per := time.Duration(perColumn(r)) * time.Second
	start, end := int(r.Start/per), max(int(r.Start/per)+1, int((r.Start+r.Length)/per))
	return strings.Repeat(" ", chartLabel+1+start) + strings.Repeat("^", end-start) + " trigger"
}

// chartLabel is the width of what stands left of a chart.
const chartLabel = 18

// chart draws columns as tall as their values, most being the height of all rows.
func (t *textReport) chart(label string, most float64, values []float64) {
	const eighths = " ▁▂▃▄▅▆▇█"
	blocks := []rune(eighths)
	for row := chartRows - 1; row >= 0; row-- {
		left := ""
		switch row {
		case chartRows - 1:
			left = ratio(most)
		case 0:
			left = label
		}
		var line strings.Builder
		for _, v := range values {
			full := int(v/most*chartRows*8 + 0.5)
			if v > 0 && full == 0 {
				full = 1
			}
			line.WriteRune(blocks[min(max(full-row*8, 0), 8)])
		}
		t.line("  ", Plain(fmt.Sprintf("%*s|%s", chartLabel, left, strings.TrimRight(line.String(), " "))))
	}
}

// WriteSimulationJSON writes the runs with all their samples.
func WriteSimulationJSON(w io.Writer, x *Simulation) error {
	type runJSON struct {
		Name      string            `json:"name"`
		Healthy   float64           `json:"healthy"`
		Peak      float64           `json:"peak"`
		After     float64           `json:"after"`
		Recovers  bool              `json:"recovers"`
		Recovered string            `json:"recovered,omitempty"`
		Cut       bool              `json:"cut,omitempty"`
		Samples   []simulate.Sample `json:"samples"`
	}
	var runs []runJSON
	for _, r := range x.Runs {
		j := runJSON{Name: r.Name, Healthy: r.Healthy, Peak: r.Peak, After: r.After, Recovers: r.Recovered != nil, Cut: r.Cut, Samples: list(r.Samples)}
		if r.Recovered != nil {
			j.Recovered = r.Recovered.String()
		}
		runs = append(runs, j)
	}
	first := x.Runs[0]
	class := first.Class.String()
	if first.Stall {
		class = graph.ClassTimeout.String()
	}
	return writeIndented(w, struct {
		Schema   string    `json:"schema"`
		Entry    string    `json:"entry"`
		Target   string    `json:"target"`
		Seed     uint64    `json:"seed"`
		Rate     float64   `json:"rate"`
		Work     string    `json:"work"`
		Capacity int       `json:"capacity"`
		Class    string    `json:"class"`
		Start    string    `json:"start"`
		Length   string    `json:"length"`
		Runs     []runJSON `json:"runs"`
		Assumed  []string  `json:"assumed"`
	}{graph.ResultSchema, first.Entry, first.Target, first.Seed, first.Rate, first.Work.String(), first.Capacity, class,
		first.Start.String(), first.Length.String(), runs, list(x.Assumed)})
}
