package main

import (
	"log"
	"os"
	"time"

	"github.com/valyala/fasthttp"
)

func main() {
	client := &fasthttp.Client{ReadTimeout: 200 * time.Millisecond, MaxIdemponentCallAttempts: 2}
	_, _, err := client.Get(nil, "http://"+os.Getenv("CHANGED_SERVER"))

	if err != nil {
		log.Fatal(err)
	}

}
