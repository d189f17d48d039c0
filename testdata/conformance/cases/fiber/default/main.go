package main

import (
	"log"
	"os"
	"time"

	"github.com/gofiber/fiber/v3/client"
)

func main() {
	c := client.New().SetTimeout(200 * time.Millisecond)

	_, err := c.Get("http://" + os.Getenv("DEFAULT_SERVER"))

	if err != nil {
		log.Fatal(err)
	}

}
