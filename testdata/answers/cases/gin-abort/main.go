// Gin-abort answers 502 whatever went wrong.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/gin-gonic/gin"
)

type item struct {
	ID   string `json:"id"`
	Left int64  `json:"left"`
}

type controller struct {
	client *http.Client
	base   string
}

func (t *controller) Show(c *gin.Context) {
	req, err := http.NewRequestWithContext(c.Request.Context(), http.MethodGet, t.base+"/stock/"+c.Param("id"), nil)
	if err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	resp, err := t.client.Do(req)
	if err != nil {
		c.AbortWithStatusJSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		c.AbortWithStatusJSON(http.StatusBadGateway, gin.H{"error": resp.Status})
		return
	}
	var it item
	if err := json.NewDecoder(resp.Body).Decode(&it); err != nil {
		c.AbortWithStatusJSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	c.JSON(http.StatusOK, it)
}

func main() {
	gin.SetMode(gin.ReleaseMode)
	t := &controller{client: &http.Client{Timeout: 500 * time.Millisecond}, base: "http://" + os.Getenv("GIN_ABORT_STOCK")}
	r := gin.New()
	r.Use(gin.Recovery())
	r.GET("/show/:id", t.Show)
	log.Fatal(r.Run(os.Getenv("LISTEN")))
}
