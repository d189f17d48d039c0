package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ampcheck/ampcheck/analysis/program"
	"github.com/ampcheck/ampcheck/graph"
	"github.com/ampcheck/ampcheck/report"
)

// options are the flags of the commands that analyse.
type options struct {
	formats       []string
	policy        string
	with          []string
	baseline      string
	policyFrom    string
	max           limit
	maxMultiplier limit
	basis         basis
	window        window
	entries       []string
	environment   string
	operations    bool
	assumeFanOut  wholeNumber
	strict        bool
	notKnown      bool
	wide          bool
	quiet         bool
	color         choice
	// root is the directory that positions are relative to, once it is known.
	root string
	// instead is what stands in for files, as after a fix that is not written.
	instead changedFiles
	now     day
	code    codeOptions
}

func (o *options) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVar(&o.formats, "format", nil, "write the report as `NAME[=FILE]`, may be repeated: "+strings.Join(formatNames(), ", "))
	o.registerPolicy(cmd)
	f.StringVar(&o.policyFrom, "policy-from", "", "judge by the policy and baseline of the commit `REF`; that of the tree may not be looser")
	f.StringVar(&o.baseline, "baseline", "", "accept what `FILE` holds, as baseline write writes it: only growth is left")
	o.registerWith(cmd)
	f.Var(&o.max, "max", "greatest amplification, or off; replaces gate.amplification of the policy")
	f.Var(&o.maxMultiplier, "max-multiplier", "greatest product of retries and fan-out, or off; replaces gate.multiplier")
	f.Var(&o.basis, "basis", "judge what retry budgets leave over time (sustained), or the worst of one request (worst); replaces gate.basis")
	f.Var(&o.window, "window", "judge the attempts that start within this time of the first; replaces gate.window")
	o.registerEnvironment(cmd)
	f.StringArrayVar(&o.entries, "entry", nil, "compute from this entry `NAME` only, may be repeated; replaces entries")
	f.BoolVar(&o.operations, "operations", false, "show the operations of a service apart")
	o.registerFanOut(cmd)
	f.BoolVar(&o.strict, "strict", false, "anything that was not analysed makes the run incomplete")
	f.BoolVar(&o.notKnown, "explain-unknown", false, "list what is not known, by its effect on the greatest figure")
	f.BoolVar(&o.wide, "wide", false, "print more figures, every call and every layer")
	f.BoolVar(&o.quiet, "quiet", false, "print the findings that are errors only")
	o.color = choice{name: "auto", among: []string{"auto", "always", "never"}}
	f.Var(&o.color, "color", "colour the table and link its places on standard output: auto is on a terminal, unless NO_COLOR is set; or always, or never")
	f.Var(&o.now, "now", "judge the end of suppressions as on this day (default today)")
	o.code.register(cmd)
	completeWith(cmd, "format", formatNames())
	completeWith(cmd, "color", o.color.among)
	completeWith(cmd, "basis", []string{string(graph.BasisSustained), string(graph.BasisWorst)})
}

// registerInput defines the flags of a command that asks one question of the
// whole input.
func (o *options) registerInput(cmd *cobra.Command) {
	o.registerPolicy(cmd)
	o.registerEnvironment(cmd)
	o.registerWith(cmd)
	o.registerFanOut(cmd)
	o.registerCode(cmd)
}

// registerCode defines the flags of a command that reads Go code only.
func (o *options) registerCode(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&o.strict, "strict", false, "anything that was not analysed makes the run incomplete")
	f.BoolVar(&o.quiet, "quiet", false, "show no progress")
	o.code.register(cmd)
}

func (o *options) registerPolicy(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.policy, "policy", "", "read the policy from `FILE` instead of .ampcheck.yaml")
}

func (o *options) registerEnvironment(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.environment, "environment", "", "read the environment `NAME` of the policy only, instead of the worst of them")
}

func (o *options) registerFanOut(cmd *cobra.Command) {
	cmd.Flags().Var(&o.assumeFanOut, "assume-fanout", "take this number for every fan-out that is not known; replaces fanOut.assume")
}

// completeWith gives a flag that is defined the values a shell offers for it.
func completeWith(cmd *cobra.Command, flag string, values []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values, cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // the flag is not defined
	}
}

func formatNames() []string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// formatsHelp is the part of the help of a command that describes the formats.
func formatsHelp() string {
	var b strings.Builder
	b.WriteString("Formats:\n")
	for _, f := range report.Formats() {
		fmt.Fprintf(&b, "  %-9s %s\n", f.Name, f.Doc)
	}
	return b.String()
}

// override puts what flags say in the place of what the policy says.
func (o *options) override(p *graph.Policy) {
	if o.max.set {
		p.Gate.Amplification = o.max.value
	}
	if o.maxMultiplier.set {
		p.Gate.Multiplier = o.maxMultiplier.value
	}
	if o.basis != "" {
		p.Gate.Basis = graph.Basis(o.basis)
	}
	if o.window != 0 {
		p.Gate.Window = graph.Lasting(time.Duration(o.window), graph.BoundConfigured, graph.Pos{})
	}
	if len(o.entries) > 0 {
		p.Entries = o.entries
	}
	if o.assumeFanOut != 0 {
		p.AssumeFanOut = int(o.assumeFanOut)
	}
}

// limit is a gate: a number that is 1 or more, or off.
type limit struct {
	set   bool
	value float64 // 0 is off
}

func (l *limit) Type() string { return "N" }

func (l *limit) String() string {
	switch {
	case !l.set:
		return ""
	case l.value == 0:
		return "off"
	}
	return strconv.FormatFloat(l.value, 'g', -1, 64)
}

func (l *limit) Set(text string) error {
	if text == "off" {
		*l = limit{set: true}
		return nil
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || !(value >= 1 && value <= 1e18) {
		return errors.New("want a number that is 1 or more, or off")
	}
	*l = limit{set: true, value: value}
	return nil
}

// basis is that of the gates; "" is not set.
type basis graph.Basis

func (b *basis) Type() string { return "HOW" }

func (b *basis) String() string { return string(*b) }

func (b *basis) Set(text string) error {
	switch graph.Basis(text) {
	case graph.BasisSustained, graph.BasisWorst:
		*b = basis(text)
		return nil
	}
	return fmt.Errorf("want %s or %s", graph.BasisSustained, graph.BasisWorst)
}

// window is a duration greater than zero; 0 is not set.
type window time.Duration

func (w *window) Type() string { return "D" }

func (w *window) String() string {
	if *w == 0 {
		return ""
	}
	return time.Duration(*w).String()
}

func (w *window) Set(text string) error {
	d, err := graph.ParseDuration(text)
	if err != nil {
		return err
	}
	if d == 0 {
		return errors.New("want a duration greater than zero, as 60s")
	}
	*w = window(d)
	return nil
}

// wholeNumber is one greater than zero; 0 is not set.
type wholeNumber int

func (n *wholeNumber) Type() string { return "N" }

func (n *wholeNumber) String() string {
	if *n == 0 {
		return ""
	}
	return strconv.Itoa(int(*n))
}

func (n *wholeNumber) Set(text string) error {
	value, err := strconv.ParseInt(text, 10, 32)
	if err != nil || value < 1 {
		return errors.New("want a whole number that is 1 or more")
	}
	*n = wholeNumber(value)
	return nil
}

// day is a date; the zero value is not set.
type day struct{ time.Time }

func (d *day) Type() string { return "DATE" }

func (d *day) String() string {
	if d.IsZero() {
		return ""
	}
	return d.Format(time.DateOnly)
}

func (d *day) Set(text string) error {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return fmt.Errorf("want a date, as 2027-06-30")
	}
	d.Time = t
	return nil
}

// orToday is the day that was given, or the one it is.
func (d *day) orToday() time.Time {
	if d.IsZero() {
		return time.Now().UTC().Truncate(24 * time.Hour)
	}
	return d.Time
}

// loader is one of the loaders of Go packages.
type loader string

func (l *loader) Type() string { return "HOW" }

func (l *loader) String() string { return string(*l) }

func (l *loader) Set(text string) error {
	switch text {
	case program.LoaderAuto, program.LoaderExport, program.LoaderSource:
		*l = loader(text)
		return nil
	}
	return fmt.Errorf("want %s, %s or %s", program.LoaderAuto, program.LoaderExport, program.LoaderSource)
}
