// Gin-status answers with what the code of gRPC stands for.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"answers.test/cases/shoppb"
	"github.com/gin-gonic/gin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

type api struct {
	stock shoppb.StockClient
}

func (a *api) show(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), 500*time.Millisecond)
	defer cancel()
	item, err := a.stock.Get(ctx, &shoppb.ItemRequest{Id: c.Param("id")})
	if err != nil {
		fail(c, err)
		return
	}
	c.JSON(http.StatusOK, gin.H{"id": item.GetId(), "left": item.GetLeft()})
}

func fail(c *gin.Context, err error) {
	s := status.Convert(err)
	code := http.StatusInternalServerError
	if s.Code() == codes.NotFound {
		code = http.StatusNotFound
	} else if s.Code() == codes.Unavailable || s.Code() == codes.ResourceExhausted {
		code = http.StatusServiceUnavailable
	}
	c.JSON(code, gin.H{"error": s.Message()})
}

func main() {
	conn, err := grpc.NewClient(os.Getenv("GIN_STATUS_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	a := &api{stock: shoppb.NewStockClient(conn)}
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	v1 := r.Group("/show")
	v1.GET("/:id", a.show)
	log.Fatal(r.Run(os.Getenv("LISTEN")))
}
