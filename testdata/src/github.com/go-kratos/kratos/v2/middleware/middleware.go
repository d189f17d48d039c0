// Package middleware holds the signatures of github.com/go-kratos/kratos/v2/middleware
// that tests use.
package middleware

import "context"

type (
	Handler    func(ctx context.Context, req any) (any, error)
	Middleware func(Handler) Handler
)
