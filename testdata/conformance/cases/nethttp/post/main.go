package main

import (
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	client := &http.Client{Timeout: 200 * time.Millisecond}
	resp, err := client.Post("http://"+os.Getenv("POST_SERVER"), "text/plain", nil)
	if err != nil {
		log.Fatal(err)
	}
	resp.Body.Close()
}
