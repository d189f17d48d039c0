package ochttp

import "net/http"

type Handler struct {
	Handler http.Handler
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request)
