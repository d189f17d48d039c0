// Echo-return returns its errors as they are.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"github.com/labstack/echo/v4"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

type api struct {
	stock shoppb.StockClient
}

func (a *api) show(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), 500*time.Millisecond)
	defer cancel()
	item, err := a.stock.Get(ctx, &shoppb.ItemRequest{Id: c.Param("id")})
	if err != nil {
		return fmt.Errorf("show: %w", err)
	}
	return c.JSON(http.StatusOK, item)
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("ECHO_RETURN_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	a := &api{stock: shoppb.NewStockClient(conn)}
	e := echo.New()
	e.HideBanner = true
	g := e.Group("/show")
	g.GET("/:id", a.show)
	log.Fatal(e.Start(os.Getenv("LISTEN")))
}
