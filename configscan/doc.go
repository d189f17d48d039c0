// Package configscan reads what is configured rather than programmed: the
// manifests, mesh and gateway objects and compose files of a tree, and the
// policy file. Scan walks a tree and returns one graph.Fragment; ReadPolicy
// returns a graph.Policy and the calls declared in it.
//
// A format is one file that registers a Scanner: Detect says whether a document
// is of the format and Scan turns it into a Fragment. A format that is written
// neither in YAML nor in JSON brings its Language, which turns a text into
// statements: words with their places, and the statements of their blocks. Other
// scanners see Values, never text: a Value has its line and column from birth, keeps absent apart from null
// and zero and an odd shape apart from a number, and no method of it panics.
// Documents are parsed one by one, so that a broken one costs nothing but
// itself: it becomes a graph.Problem with its position.
//
// The input is not trusted. Nothing outside the tree is read, symbolic links are
// not followed, and size, depth and the expansion of aliases are limited. No
// position or message holds a path outside the tree, so that the same tree gives
// the same bytes wherever it lies.
//
// A proxy is a node that makes one of the calls of its configuration, under a
// layer that says how often it tries; it has the name of the workload that its
// file is mounted in. Files in a ConfigMap are documents of their own.
//
// Limits: templates are not rendered, they are listed with the way to feed
// rendered output; a comment inside a block scalar is not told apart from a
// comment of the document.
package configscan
