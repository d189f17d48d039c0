package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"github.com/hashicorp/consul/api"
)

func main() {
	config := api.DefaultConfig()
	config.Address = os.Getenv("DEFAULT_SERVER")
	config.HttpClient = &http.Client{Timeout: 200 * time.Millisecond}
	client, err := api.NewClient(config)

	if err != nil {
		log.Fatal(err)
	}

	_, _, err = client.KV().Get("key", nil)

	if err != nil {
		log.Fatal(err)
	}

}
