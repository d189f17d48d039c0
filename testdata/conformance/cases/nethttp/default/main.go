package main

import (
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	client := &http.Client{Timeout: 200 * time.Millisecond}
	resp, err := client.Get("http://" + os.Getenv("DEFAULT_SERVER"))
	if err != nil {
		log.Fatal(err)
	}
	resp.Body.Close()
}
