// Package cobra holds the signatures of github.com/spf13/cobra that tests use.
package cobra

type Command struct {
	Use  string
	RunE func(cmd *Command, args []string) error
}

func (c *Command) AddCommand(cmds ...*Command)
func (c *Command) Execute() error
