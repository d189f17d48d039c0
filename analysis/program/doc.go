// Package program loads the Go code of a directory for whole-program analysis.
//
// [Load] finds every module below a directory, asks the go command for the
// packages of each, type-checks the tree's own packages with function bodies and
// everything else without, and builds SSA of the own ones. Dependencies are
// known by their types only, so a module costs seconds and not minutes; what a
// library does comes from a table, not from its source.
//
// The tree may be a stranger's. The go command runs in an environment made here
// and not inherited (see goCommand), never compiles the tree, and does not run at
// all on a module whose go.mod, go.work or symbolic links lead out of the tree.
// Whatever keeps a part from being analysed is a graph.Problem with a position
// and the way out, and hides nothing else.
//
// Types of dependencies come from one of two sources that give the same result:
// export data that earlier builds left in the build cache, or source text with
// the function bodies ignored. Listing with -n names the export data that is
// there and compiles nothing, so the two mix package by package: no compiler
// runs unless the export loader is asked for by name.
package program
