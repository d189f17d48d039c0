package main

import (
	"context"
	"log"
	"os"
	"time"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	opts := options.Client().ApplyURI("mongodb://" + os.Getenv("DSN_WRITE_SERVER") + "/?retryWrites=false").SetServerSelectionTimeout(2 * time.Second)
	client, err := mongo.Connect(context.Background(), opts)

	if err != nil {
		log.Fatal(err)
	}

	items := client.Database("shop").Collection("items")
	_, err = items.InsertOne(ctx, bson.D{})

	if err != nil {
		log.Fatal(err)
	}

}
