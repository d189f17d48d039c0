// Package conf holds the signatures of github.com/ardanlabs/conf/v3 that tests use.
package conf

type Parsers interface {
	Process(prefix string, cfg any) error
}

func Parse(prefix string, cfg any, parsers ...Parsers) (string, error)
