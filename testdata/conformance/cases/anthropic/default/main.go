package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	anthropic "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
)

func main() {
	c := anthropic.NewClient(option.WithAPIKey("key"), option.WithBaseURL("http://"+os.Getenv("DEFAULT_SERVER")+"/"),
		option.WithHTTPClient(&http.Client{Timeout: 200 * time.Millisecond}))
	_, err := c.Models.List(context.Background(), anthropic.ModelListParams{})
	if err != nil {
		log.Fatal(err)
	}

}
