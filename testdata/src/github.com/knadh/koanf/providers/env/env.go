// Package env holds the signatures of github.com/knadh/koanf/providers/env that tests
// use.
package env

type Env struct{}

func Provider(prefix, delim string, cb func(s string) string) *Env
func (*Env) Read() (map[string]any, error)
