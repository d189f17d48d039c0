// Echo-httperror returns errors of echo.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"github.com/labstack/echo/v4"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

type server struct {
	stock shoppb.StockClient
}

func (s *server) show(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), 500*time.Millisecond)
	defer cancel()
	item, err := s.stock.Get(ctx, &shoppb.ItemRequest{Id: c.Param("id")})
	if status.Code(err) == codes.NotFound {
		return echo.ErrNotFound
	}
	if err != nil {
		return echo.NewHTTPError(http.StatusServiceUnavailable, "the stock does not answer").SetInternal(err)
	}
	return c.JSON(http.StatusOK, item)
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("ECHO_HTTPERROR_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	s := &server{stock: shoppb.NewStockClient(conn)}
	e := echo.New()
	e.HideBanner = true
	e.GET("/show/:id", s.show)
	log.Fatal(e.Start(os.Getenv("LISTEN")))
}
