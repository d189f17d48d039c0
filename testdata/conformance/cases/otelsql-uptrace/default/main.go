package main

import (
	"context"
	"log"
	"os"
	"time"

	_ "github.com/lib/pq"
	"github.com/uptrace/opentelemetry-go-extra/otelsql"
)

func main() {
	db, err := otelsql.Open("postgres", "postgres://user@"+os.Getenv("DEFAULT_SERVER")+"/db?sslmode=disable")

	if err != nil {
		log.Fatal(err)
	}

	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err = db.ExecContext(ctx, "SELECT 1")

	if err != nil {
		log.Fatal(err)
	}

}
