// Package fiber is a stub of github.com/gofiber/fiber/v2 v2.52.14: names and types, no
// code.
package fiber

import "io"

type (
	Handler      = func(*Ctx) error
	ErrorHandler = func(*Ctx, error) error
	Map          map[string]interface{}

	Config struct{ ErrorHandler ErrorHandler }
	App    struct{}
	Group  struct{}
	Ctx    struct{}
	Error  struct {
		Code    int
		Message string
	}

	Router interface {
		Use(args ...interface{}) Router
		Get(path string, handlers ...Handler) Router
		Head(path string, handlers ...Handler) Router
		Post(path string, handlers ...Handler) Router
		Put(path string, handlers ...Handler) Router
		Patch(path string, handlers ...Handler) Router
		Delete(path string, handlers ...Handler) Router
		Options(path string, handlers ...Handler) Router
		Add(method, path string, handlers ...Handler) Router
		All(path string, handlers ...Handler) Router
		Group(prefix string, handlers ...Handler) Router
		Route(prefix string, fn func(router Router), name ...string) Router
	}
)

func New(config ...Config) *App
func NewError(code int, message ...string) *Error

var (
	ErrBadRequest          = NewError(400)
	ErrUnauthorized        = NewError(401)
	ErrForbidden           = NewError(403)
	ErrNotFound            = NewError(404)
	ErrMethodNotAllowed    = NewError(405)
	ErrRequestTimeout      = NewError(408)
	ErrConflict            = NewError(409)
	ErrTooManyRequests     = NewError(429)
	ErrInternalServerError = NewError(500)
	ErrNotImplemented      = NewError(501)
	ErrBadGateway          = NewError(502)
	ErrServiceUnavailable  = NewError(503)
	ErrGatewayTimeout      = NewError(504)
)

func (e *Error) Error() string

func (a *App) Listen(addr string) error

func (a *App) Use(args ...interface{}) Router
func (a *App) Get(path string, handlers ...Handler) Router
func (a *App) Head(path string, handlers ...Handler) Router
func (a *App) Post(path string, handlers ...Handler) Router
func (a *App) Put(path string, handlers ...Handler) Router
func (a *App) Patch(path string, handlers ...Handler) Router
func (a *App) Delete(path string, handlers ...Handler) Router
func (a *App) Options(path string, handlers ...Handler) Router
func (a *App) All(path string, handlers ...Handler) Router
func (a *App) Add(method, path string, handlers ...Handler) Router
func (a *App) Group(prefix string, handlers ...Handler) Router
func (a *App) Route(prefix string, fn func(router Router), name ...string) Router

func (g *Group) Use(args ...interface{}) Router
func (g *Group) Get(path string, handlers ...Handler) Router
func (g *Group) Head(path string, handlers ...Handler) Router
func (g *Group) Post(path string, handlers ...Handler) Router
func (g *Group) Put(path string, handlers ...Handler) Router
func (g *Group) Patch(path string, handlers ...Handler) Router
func (g *Group) Delete(path string, handlers ...Handler) Router
func (g *Group) Options(path string, handlers ...Handler) Router
func (g *Group) All(path string, handlers ...Handler) Router
func (g *Group) Add(method, path string, handlers ...Handler) Router
func (g *Group) Group(prefix string, handlers ...Handler) Router
func (g *Group) Route(prefix string, fn func(router Router), name ...string) Router

func (c *Ctx) JSON(data interface{}, ctype ...string) error
func (c *Ctx) JSONP(data interface{}, callback ...string) error
func (c *Ctx) Next() error
func (c *Ctx) Render(name string, bind interface{}, layouts ...string) error
func (c *Ctx) Send(body []byte) error
func (c *Ctx) SendStream(stream io.Reader, size ...int) error
func (c *Ctx) SendStatus(status int) error
func (c *Ctx) SendString(body string) error
func (c *Ctx) Status(status int) *Ctx
func (c *Ctx) XML(data interface{}) error
