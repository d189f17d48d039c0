package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// plainFormat is the format of a command that prints one thing only.
type plainFormat struct{ name string }

func (f *plainFormat) register(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	f.name = "table"
	cmd.Flags().Var(f, "format", "print a table or json")
	completeWith(cmd, "format", []string{"json", "table"})
}

// Type, String and Set make the format a flag.
func (f *plainFormat) Type() string { return "NAME" }

func (f *plainFormat) String() string { return f.name }

func (f *plainFormat) Set(text string) error {
	if text != "json" && text != "table" {
		return fmt.Errorf("want json or table")
	}
	f.name = text
	return nil
}

// write calls the writer of the format.
func (f *plainFormat) write(w io.Writer, table, json func(io.Writer) error) error {
	if f.name == "json" {
		return json(w)
	}
	return table(w)
}
