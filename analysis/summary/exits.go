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
	switch f.Name() {
	case "Exit", "Goexit":
		name := f.FullName()
		return name == "os.Exit" || name == "runtime.Goexit"
	}
	level, ok := strings.CutPrefix(f.Name(), "Fatal")
	return ok && (level == "" || level == "f" || level == "ln" || level == "w")
}

// panics reports whether a call ends the way it is on with a panic: loggers agree on
// the name of that level too, and zerolog on one of an event that is made with it.
func panics(c ssa.CallInstruction) bool {
	f := callee(c.Common())
	if f == nil || f.Pkg() == nil {
		return false
	}
	if level, ok := strings.CutPrefix(f.Name(), "Panic"); ok && f.Signature().Results().Len() == 0 {
		return level == "" || level == "f" || level == "ln" || level == "w"
	}
	switch f.FullName() {
	case "(*github.com/rs/zerolog.Event).Msg", "(*github.com/rs/zerolog.Event).Msgf", "(*github.com/rs/zerolog.Event).Send":
	default:
		return false
	}
	for v := receiver(c.Common()); v != nil; {
		made, ok := v.(*ssa.Call)
		if !ok {
			return false
		}
		if named := callee(&made.Call); named != nil && (named.Name() == "Panic" || named.Name() == "Fatal") {
			return true
		}
		v = receiver(&made.Call)
	}
	return false
}
