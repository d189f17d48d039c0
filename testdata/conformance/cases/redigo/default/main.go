package main

import (
	"log"
	"os"
	"time"

	"github.com/gomodule/redigo/redis"
)

func main() {
	conn, err := redis.Dial("tcp", os.Getenv("DEFAULT_SERVER"), redis.DialReadTimeout(200*time.Millisecond))

	if err != nil {
		log.Fatal(err)
	}

	_, err = conn.Do("GET", "key")

	if err != nil {
		log.Fatal(err)
	}

}
