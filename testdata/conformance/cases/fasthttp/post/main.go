package main

import (
	"log"
	"os"
	"time"

	"github.com/valyala/fasthttp"
)

func main() {
	client := &fasthttp.Client{ReadTimeout: 200 * time.Millisecond}
	_, _, err := client.Post(nil, "http://"+os.Getenv("POST_SERVER"), nil)

	if err != nil {
		log.Fatal(err)
	}

}
