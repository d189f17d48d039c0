package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagsToCome are names that are taken: using one says that it is not there yet,
// which is more helpful than that it is not known, and safer than accepting it
// without effect.
var flagsToCome = []string{"deps", "render"}

// flagError tells flags that are to come from flags that are not known, and
// says where the known ones are listed.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && slices.Contains(flagsToCome, unknown.GetSpecifiedName()) {
		return fmt.Errorf("flag --%s is not supported yet", unknown.GetSpecifiedName())
	}
	return fmt.Errorf("%w: see %s --help", err, cmd.CommandPath())
}
