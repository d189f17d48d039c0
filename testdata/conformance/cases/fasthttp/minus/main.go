package main

import (
	"log"
	"os"
	"time"

	"github.com/valyala/fasthttp"
)

func main() {
	client := &fasthttp.Client{ReadTimeout: 200 * time.Millisecond, MaxIdemponentCallAttempts: -1}
	_, _, err := client.Get(nil, "http://"+os.Getenv("MINUS_SERVER"))

	if err != nil {
		log.Fatal(err)
	}

}
