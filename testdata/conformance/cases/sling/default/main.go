package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"github.com/dghubble/sling"
)

func main() {
	_, err := sling.New().Client(&http.Client{Timeout: 200 * time.Millisecond}).Base("http://" + os.Getenv("DEFAULT_SERVER")).Get("orders").ReceiveSuccess(nil)

	if err != nil {
		log.Fatal(err)
	}

}
