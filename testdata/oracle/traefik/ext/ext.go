// Package ext stands for the extensions of the configuration that the free
// edition of Traefik has none of, and whose module is in no proxy.
package ext

// HTTP is empty.
type HTTP struct{}

// DeepCopyInto has nothing to copy.
func (*HTTP) DeepCopyInto(*HTTP) {}

// Router is empty.
type Router struct{}

// DeepCopyInto has nothing to copy.
func (*Router) DeepCopyInto(*Router) {}
