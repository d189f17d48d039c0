package summary

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// exits reports whether an instruction ends the process or the goroutine, so that
// nothing comes after it. Loggers agree on the names of their fatal levels.
func exits(instr ssa.Instruction) bool {
	c, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	f := callee(&c.Call)
	if f == nil || f.Pkg() == nil || f.Signature().Results().Len() > 0 {
		return false
	}
	switch f.FullName() {
	case "os.Exit", "runtime.Goexit":
		return true
	}
	level, ok := strings.CutPrefix(f.Name(), "Fatal")
	return ok && (level == "" || level == "f" || level == "ln" || level == "w")
}
