package main

import (
	"context"
	"log"
	"os"
	"time"

	"cloud.google.com/go/firestore"
)

func main() {
	if err := os.Setenv("FIRESTORE_EMULATOR_HOST", os.Getenv("OFF_SERVER")); err != nil {
		log.Fatal(err)
	}

	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	client, err := firestore.NewClient(ctx, "shop")

	if err != nil {
		log.Fatal(err)
	}

	err = client.RunTransaction(ctx, func(context.Context, *firestore.Transaction) error { return nil }, firestore.MaxAttempts(1))

	if err != nil {
		log.Fatal(err)
	}
}
