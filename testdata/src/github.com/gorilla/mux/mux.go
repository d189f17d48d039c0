// Package mux holds the signatures of github.com/gorilla/mux that tests use.
package mux

import "net/http"

type (
	Router         struct{}
	Route          struct{}
	MiddlewareFunc func(http.Handler) http.Handler
)

func NewRouter() *Router

func (r *Router) ServeHTTP(w http.ResponseWriter, req *http.Request)
func (r *Router) HandleFunc(path string, f func(http.ResponseWriter, *http.Request)) *Route
func (r *Router) Handle(path string, handler http.Handler) *Route
func (r *Router) Use(mwf ...MiddlewareFunc)

func (r *Route) Methods(methods ...string) *Route

func Vars(r *http.Request) map[string]string

func (r *Router) PathPrefix(tpl string) *Route
func (r *Route) PathPrefix(tpl string) *Route
func (r *Route) Subrouter() *Router
