package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/graph/simulate"
	"github.com/ampcheck/ampcheck/report"
)

// simulation are the flags of simulate.
type simulation struct {
	options
	format   plainFormat
	entry    string
	target   string
	rate     limit
	latency  window
	capacity wholeNumber
	trigger  window
	length   window
	class    string
	stall    bool
	seed     uint64
}

// When the trigger begins, how long it and the whole run last, and the share of
// requests that a budget lets be retries, where no flag says so.
const (
	triggerStart  = 10 * time.Second
	triggerLength = 10 * time.Second
	runLength     = 60 * time.Second
	budgetRatio   = 0.1
)

func (a *app) simulateCommand() *cobra.Command {
	var s simulation
	cmd := &cobra.Command{
		Use:   "simulate [DIR | PATTERN | -] ...",
		Short: "run the graph under a failure, over time",
		Long: `Simulate runs the graph event by event under a steady load, lets one node fail for
a while, and shows what becomes of it then: as it is, with a retry budget on every
layer that has none, with deadlines handed down on every hop, and with both.

The node that fails is the last one of a chain that is amplified most, or --target;
it fails with the class that makes the most calls, or --class, or is silent
(--stall). Rates, latencies and capacities are those of the policy (rates,
latency and capacity of services); what is not known is assumed, and said.

` + inputHelp + `
Formats:
  json   the runs with every second of them, for programs
  table  charts and a table for terminals and logs, the default

Exit codes: 0 everything was analysed; 2 it was not, or could not be.`,
		Example: `  ampcheck simulate
  ampcheck simulate --target database --stall --trigger 20s --for 2m
  ampcheck simulate deploy --rate 200 --latency 40ms --capacity 20`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.simulate(cmd.Context(), args, &s) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&s.target, "target", "", "let this `NODE` fail: a service, or an operation as service/operation")
	f.StringVar(&s.entry, "entry", "", "send the load to this entry `NAME` (default the one that is worst for the target)")
	f.Var(&s.rate, "rate", "requests a second; replaces rates.base of the policy")
	f.Var(&s.latency, "latency", "how long a leaf works of which that is not known; replaces rates.latencyFirst")
	f.Var(&s.capacity, "capacity", "how many calls the target works on at once; replaces capacity of the service")
	f.Var(&s.trigger, "trigger", "how long the target fails (default 10s)")
	f.Var(&s.length, "for", "how long the run is (default 60s)")
	f.StringVar(&s.class, "class", "", "the failure `CLASS` of the target, as unavailable or http:503")
	f.BoolVar(&s.stall, "stall", false, "the target is silent instead of failing")
	f.Uint64Var(&s.seed, "seed", 1, "draw jitter and arrivals from this seed `N`")
	s.format.register(cmd)
	s.registerInput(cmd)
	return cmd
}

func (a *app) simulate(ctx context.Context, args []string, s *simulation) error {
	if s.stall && s.class != "" {
		return errors.New("--stall is silence: it has no --class")
	}
	found, err := a.gather(ctx, args, &s.options)
	if err != nil {
		return err
	}
	g := graph.Link(found.fragments, found.policy.Policy)
	s.operations = true // what runs are operations
	r := found.compute(g, &s.options)
	x, err := s.run(g.System(), r)
	if err != nil {
		return errors.Join(err, incomplete(r))
	}
	err = s.format.write(a.stdout, func(w io.Writer) error {
		return report.WriteSimulation(w, x, report.Options{Width: terminalWidth(a.stdout)})
	}, func(w io.Writer) error { return report.WriteSimulationJSON(w, x) })
	if err != nil {
		return err
	}
	return completeness(r)
}

// run runs the system in all ways.
func (s *simulation) run(sys *graph.System, r *graph.Result) (*report.Simulation, error) {
	o, err := s.settings(sys, r)
	if err != nil {
		return nil, err
	}
	x := &report.Simulation{Assumed: s.assumed(sys, o)}
	budget := &graph.Budget{Kind: graph.BudgetRequestRatio, Ratio: budgetRatio}
	for _, way := range []struct {
		name      string
		budget    *graph.Budget
		propagate bool
	}{
		{"As it is", nil, false},
		{fmt.Sprintf("With a retry budget of %g%% of the requests", 100*budgetRatio), budget, false},
		{"With deadlines handed down", nil, true},
		{"With both", budget, true},
	} {
		o.Budget, o.Propagate = way.budget, way.propagate
		run, err := simulate.Under(sys, o)
		if err != nil {
			return nil, err
		}
		x.Runs = append(x.Runs, report.SimulatedRun{Name: way.name, Run: run})
	}
	return x, nil
}

// settings are the options of a run by the flags.
func (s *simulation) settings(sys *graph.System, r *graph.Result) (simulate.Options, error) {
	o := simulate.Options{Entry: s.entry, Target: s.target, Seed: s.seed, Stall: s.stall, Rate: s.rate.value,
		Latency: time.Duration(s.latency), Capacity: int(s.capacity), Start: triggerStart, Length: triggerLength, For: runLength}
	if s.trigger != 0 {
		o.Length = time.Duration(s.trigger)
	}
	if s.length != 0 {
		o.For = time.Duration(s.length)
	}
	if err := ends(&o, r); err != nil {
		return o, err
	}
	if s.class != "" {
		set, err := graph.ParseClass(s.class)
		if err != nil {
			return o, err
		}
		o.Class = set.Classes()[0]
		if graph.NeverReached.Has(o.Class) {
			return o, fmt.Errorf("a call that fails with %s never reaches %s", o.Class, o.Target)
		}
		return o, nil
	}
	class, _, err := simulate.WorstClass(sys, o.Entry, o.Target)
	o.Class = class
	return o, err
}

// ends fills in the node that fails and the entry, where no flag names them: of the
// nodes that call nothing the one that is amplified most, and the entry that is
// worst for it.
func ends(o *simulate.Options, r *graph.Result) error {
	calls := map[string]bool{}
	for i := range r.Edges {
		calls[r.Edges[i].From] = true
	}
	var worst *graph.NodeInfo
	for i := range r.Nodes {
		n := &r.Nodes[i]
		switch {
		case o.Target != "" && n.ID != o.Target && n.Service != o.Target:
		case o.Target == "" && calls[n.ID], n.IsEntry != "" && n.ID != o.Target, n.Entry == "", o.Entry != "" && n.Entry != o.Entry && o.Target == "":
		case worst == nil || amplified(n) > amplified(worst):
			worst = n
		}
	}
	if worst == nil {
		if o.Target != "" {
			return nil // simulate says what is wrong with the name
		}
		return errors.New("no entry leads to anything: there is nothing to run")
	}
	o.Target = worst.ID
	if o.Entry == "" {
		o.Entry = worst.Entry
	}
	return nil
}

func amplified(n *graph.NodeInfo) float64 {
	if n.Amplification == nil {
		return 0
	}
	return *n.Amplification
}

// assumed says what a run takes for what neither a flag nor the policy says.
func (s *simulation) assumed(sys *graph.System, o simulate.Options) []string {
	var out []string
	if o.Rate == 0 && sys.Rates.Base == 0 {
		out = append(out, fmt.Sprintf("%d requests a second (--rate, or rates.base of the policy)", simulate.DefaultRate))
	}
	for _, n := range sys.Nodes {
		if n.ID != o.Target || n.Body != nil {
			continue
		}
		if n.Work == 0 && o.Latency == 0 && sys.Rates.First == 0 {
			out = append(out, fmt.Sprintf("%s works %s on a call (--latency, or latency of the service in the policy)", n.ID, simulate.DefaultLatency))
		}
		if n.Capacity == 0 && o.Capacity == 0 {
			out = append(out, fmt.Sprintf("%s is busy to %g%% when nothing fails (--capacity, or capacity of the service in the policy)", n.ID, 100*simulate.DefaultUtilisation))
		}
	}
	return append(out, "what is not known of a handler's answer passes the failure on; a caller without a timeout waits")
}
