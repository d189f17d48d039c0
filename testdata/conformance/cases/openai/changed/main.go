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
	c := openai.NewClient(option.WithAPIKey("key"), option.WithBaseURL("http://"+os.Getenv("CHANGED_SERVER")+"/"),
		option.WithHTTPClient(&http.Client{Timeout: 200 * time.Millisecond}), option.WithMaxRetries(1))
	_, err := c.Models.List(context.Background())
	if err != nil {
		log.Fatal(err)
	}

}
