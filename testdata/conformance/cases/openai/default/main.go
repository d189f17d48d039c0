package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	openai "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

func main() {
	c := openai.NewClient(option.WithAPIKey("key"), option.WithBaseURL("http://"+os.Getenv("DEFAULT_SERVER")+"/"),
		option.WithHTTPClient(&http.Client{Timeout: 200 * time.Millisecond}))
	_, err := c.Models.List(context.Background())
	if err != nil {
		log.Fatal(err)
	}

}
