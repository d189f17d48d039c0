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
	opts := options.Client().ApplyURI("mongodb://" + os.Getenv("DSN_WRITE_SERVER") + "/?retryWrites=false").SetServerSelectionTimeout(2 * time.Second)
	client, err := mongo.Connect(opts)

	if err != nil {
		log.Fatal(err)
	}

	items := client.Database("shop").Collection("items")
	_, err = items.InsertOne(ctx, bson.D{})

	if err != nil {
		log.Fatal(err)
	}

}
