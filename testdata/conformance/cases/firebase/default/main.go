package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	firebase "firebase.google.com/go/v4"
	"google.golang.org/api/option"
)

func main() {
	if err := os.Setenv("FIREBASE_AUTH_EMULATOR_HOST", os.Getenv("DEFAULT_SERVER")); err != nil {
		log.Fatal(err)
	}

	ctx := context.Background()
	app, err := firebase.NewApp(ctx, &firebase.Config{ProjectID: "shop"}, option.WithHTTPClient(&http.Client{Timeout: 200 * time.Millisecond}))

	if err != nil {
		log.Fatal(err)
	}

	client, err := app.Auth(ctx)

	if err != nil {
		log.Fatal(err)
	}

	_, err = client.GetUser(ctx, "user")

	if err != nil {
		log.Fatal(err)
	}
}
