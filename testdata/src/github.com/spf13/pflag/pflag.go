// Package pflag holds the signatures of github.com/spf13/pflag that tests use.
package pflag

type (
	Flag    struct{ Name string }
	FlagSet struct{}
)

var CommandLine *FlagSet

func Parse()
func String(name string, value string, usage string) *string
func StringP(name, shorthand string, value string, usage string) *string

func (f *FlagSet) String(name string, value string, usage string) *string
func (f *FlagSet) Lookup(name string) *Flag
