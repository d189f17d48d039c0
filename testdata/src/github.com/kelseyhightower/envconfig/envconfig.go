// Package envconfig holds the signatures of github.com/kelseyhightower/envconfig
// that tests use.
package envconfig

func Process(prefix string, spec interface{}) error
func MustProcess(prefix string, spec interface{})
