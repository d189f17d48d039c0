// Package kong holds the signatures of github.com/alecthomas/kong that tests use.
package kong

type (
	Context struct{}
	Option  interface{ Apply(k *Kong) error }
	Kong    struct{}
)

func Parse(cli any, options ...Option) *Context
