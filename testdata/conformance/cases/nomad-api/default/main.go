package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"github.com/hashicorp/nomad/api"
)

func main() {
	c, err := api.NewClient(&api.Config{Address: "http://" + os.Getenv("DEFAULT_SERVER"), HttpClient: &http.Client{Timeout: 200 * time.Millisecond}})

	if err != nil {
		log.Fatal(err)
	}

	_, _, err = c.Jobs().List(nil)

	if err != nil {
		log.Fatal(err)
	}

}
