// Echo-handler has an error handler of its own.
package main

import (
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/labstack/echo/v4"
)

// upstream is an answer of the stock that is not 200.
type upstream struct{ status int }

func (u upstream) Error() string { return http.StatusText(u.status) }

type server struct {
	client http.Client
	base   string
}

func (s *server) show(c echo.Context) error {
	resp, err := s.client.Get(s.base + "/stock/" + c.Param("id"))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return echo.NewHTTPError(http.StatusNotFound, "no such item")
	}
	if resp.StatusCode != http.StatusOK {
		return upstream{resp.StatusCode}
	}
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/json", b)
}

func handleError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	var he *echo.HTTPError
	var up upstream
	switch {
	case errors.As(err, &he):
		_ = c.JSON(he.Code, map[string]any{"error": he.Message})
	case errors.As(err, &up):
		_ = c.NoContent(up.status)
	default:
		_ = c.NoContent(http.StatusServiceUnavailable)
	}
}

func main() {
	s := &server{client: http.Client{Timeout: 500 * time.Millisecond}, base: "http://" + os.Getenv("ECHO_HANDLER_STOCK")}
	e := echo.New()
	e.HideBanner = true
	e.HTTPErrorHandler = handleError
	e.GET("/show/:id", s.show)
	log.Fatal(e.Start(os.Getenv("LISTEN")))
}
