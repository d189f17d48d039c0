// Package report turns a graph.Result into bytes: one file a format, all of
// them behind one registry. A writer computes nothing about the system; it
// chooses, orders and words what the result says, so every format says the
// same.
//
// Names, messages and paths in a result come from whatever was analysed, which
// may be a stranger's pull request. No format lets them speak to the reader's
// tools: each escapes what its reader would act on (control sequences, marks
// that reorder text, table separators, markup, mentions), and none drops it.
package report
