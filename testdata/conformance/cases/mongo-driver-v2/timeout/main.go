package main

import (
	"context"
	"log"
	"os"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func main() {
	ctx := context.Background()
	opts := options.Client().ApplyURI("mongodb://" + os.Getenv("TIMEOUT_SERVER") + "").SetServerSelectionTimeout(2 * time.Second).SetTimeout(2 * time.Second)
	client, err := mongo.Connect(opts)

	if err != nil {
		log.Fatal(err)
	}

	items := client.Database("shop").Collection("items")
	err = items.FindOne(ctx, bson.D{}).Err()

	if err != nil {
		log.Fatal(err)
	}

}
