// Package confmap holds the signatures of github.com/knadh/koanf/providers/confmap that tests
// use.
package confmap

type Confmap struct{}

func Provider(mp map[string]any, delim string) *Confmap
func (*Confmap) Read() (map[string]any, error)
