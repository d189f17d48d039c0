package sdk

// Commands are the types of libraries whose values are the sub-commands of a
// program: the field that names one, and those with the functions it runs.
// Sources: github.com/spf13/cobra@v1.10.1 command.go, github.com/urfave/cli/v2@v2.27.7
// command.go.
var commands = map[string]Command{
	"github.com/spf13/cobra.Command": {Name: "Use", Runs: []string{"Run", "RunE", "PreRun", "PreRunE"}},
	"github.com/urfave/cli.Command":  {Name: "Name", Runs: []string{"Action", "Before"}},
}

// Command says which fields of a type make it a sub-command.
type Command struct {
	Name string
	Runs []string
}

// CommandOf is the sub-command that a type is, by its full name.
func CommandOf(typeName string) (Command, bool) {
	c, ok := commands[withoutMajor(typeName)]
	return c, ok
}

// Arguments are the functions whose result is the sub-command that a program was
// started with.
var arguments = map[string]bool{
	"flag.Arg": true, "(*flag.FlagSet).Arg": true, "github.com/spf13/pflag.Arg": true,
	"gopkg.in/alecthomas/kingpin.Parse": true, "(*gopkg.in/alecthomas/kingpin.Application).Parse": true, "gopkg.in/alecthomas/kingpin.MustParse": true,
	"github.com/alecthomas/kingpin.Parse": true, "(*github.com/alecthomas/kingpin.Application).Parse": true, "github.com/alecthomas/kingpin.MustParse": true,
	"(*github.com/alecthomas/kong.Context).Command": true,
}

// IsArgument reports whether the result of a function is the sub-command.
func IsArgument(name string) bool { return arguments[withoutMajor(name)] }
