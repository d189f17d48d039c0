package main

import (
	"context"
	"log"
	"os"
	"time"

	vault "github.com/hashicorp/vault/api"
)

func main() {
	config := vault.DefaultConfig()
	config.Address = "http://" + os.Getenv("VARIABLE_SERVER")
	config.Timeout = 200 * time.Millisecond
	config.MinRetryWait = time.Millisecond
	config.MaxRetryWait = time.Millisecond

	client, err := vault.NewClient(config)

	if err != nil {
		log.Fatal(err)
	}

	_, err = client.Logical().ReadWithContext(context.Background(), "secret/shop")

	if err != nil {
		log.Fatal(err)
	}

}
