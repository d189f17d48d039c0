package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

func main() {
	config := openai.DefaultConfig("key")
	config.BaseURL = "http://" + os.Getenv("DEFAULT_SERVER")
	config.HTTPClient = &http.Client{Timeout: 200 * time.Millisecond}
	_, err := openai.NewClientWithConfig(config).ListModels(context.Background())

	if err != nil {
		log.Fatal(err)
	}

}
