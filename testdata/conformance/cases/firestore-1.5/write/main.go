package main

import (
	"context"
	"log"
	"os"
	"time"

	"cloud.google.com/go/firestore"
)

func main() {
	if err := os.Setenv("FIRESTORE_EMULATOR_HOST", os.Getenv("WRITE_SERVER")); err != nil {
		log.Fatal(err)
	}

	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	client, err := firestore.NewClient(ctx, "shop")

	if err != nil {
		log.Fatal(err)
	}

	_, err = client.Collection("orders").Doc("1").Set(ctx, map[string]any{"n": 1})

	if err != nil {
		log.Fatal(err)
	}
}
