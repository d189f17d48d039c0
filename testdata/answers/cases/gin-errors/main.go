// Gin-errors leaves errors with the context; a middleware answers with them.
package main

import (
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/gin-gonic/gin"
)

var (
	errDown = errors.New("the stock is down")
	errGone = errors.New("no such item")
)

type controller struct {
	client *http.Client
	base   string
}

func (t *controller) show(c *gin.Context) {
	resp, err := t.client.Get(t.base + "/stock/" + c.Param("id"))
	if err != nil {
		_ = c.Error(errDown)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		_ = c.Error(errGone)
		return
	}
	if resp.StatusCode != http.StatusOK {
		_ = c.Error(errors.New(resp.Status))
		return
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		_ = c.Error(err)
		return
	}
	c.Data(http.StatusOK, "application/json", body)
}

func answers(c *gin.Context) {
	c.Next()
	last := c.Errors.Last()
	if last == nil {
		return
	}
	switch {
	case errors.Is(last.Err, errDown):
		c.JSON(http.StatusBadGateway, gin.H{"error": last.Error()})
	case errors.Is(last.Err, errGone):
		c.JSON(http.StatusNotFound, gin.H{"error": last.Error()})
	default:
		c.JSON(http.StatusInternalServerError, gin.H{"error": "internal"})
	}
}

func main() {
	gin.SetMode(gin.ReleaseMode)
	t := &controller{client: &http.Client{Timeout: 500 * time.Millisecond}, base: "http://" + os.Getenv("GIN_ERRORS_STOCK")}
	r := gin.New()
	r.Use(gin.Recovery(), answers)
	r.GET("/show/:id", t.show)
	log.Fatal(r.Run(os.Getenv("LISTEN")))
}
