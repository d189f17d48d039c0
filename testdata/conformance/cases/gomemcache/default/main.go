package main

import (
	"log"
	"os"
	"time"

	"github.com/bradfitz/gomemcache/memcache"
)

func main() {
	client := memcache.New(os.Getenv("DEFAULT_SERVER"))
	client.Timeout = 200 * time.Millisecond
	_, err := client.Get("key")

	if err != nil {
		log.Fatal(err)
	}

}
