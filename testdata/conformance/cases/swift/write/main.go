package main

import (
	"log"
	"os"
	"time"

	"github.com/ncw/swift"
)

func main() {
	c := &swift.Connection{
		UserName:       "user",
		ApiKey:         "key",
		AuthUrl:        "http://" + os.Getenv("WRITE_SERVER") + "/auth/v1.0",
		StorageUrl:     "http://" + os.Getenv("WRITE_SERVER") + "/v1/account",
		AuthToken:      "token",
		ConnectTimeout: 200 * time.Millisecond,
		Timeout:        200 * time.Millisecond,
	}
	err := c.ContainerCreate("container", nil)
	if err != nil {
		log.Fatal(err)
	}
}
