package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/google/go-github/v72/github"
)

func main() {
	c, err := github.NewClient(&http.Client{Timeout: 200 * time.Millisecond}).WithEnterpriseURLs("http://"+os.Getenv("DEFAULT_SERVER")+"/", "http://"+os.Getenv("DEFAULT_SERVER")+"/")

	if err != nil {
		log.Fatal(err)
	}

	_, _, err = c.Repositories.Get(context.Background(), "owner", "repo")

	if err != nil {
		log.Fatal(err)
	}

}
