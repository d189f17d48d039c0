// Package flags holds the signatures of github.com/jessevdk/go-flags that tests use.
package flags

func Parse(data any) ([]string, error)
