package main

import (
	"context"
	"log"
	"os"
	"time"

	"github.com/jmoiron/sqlx"
	_ "github.com/lib/pq"
)

func main() {
	db, err := sqlx.Open("postgres", "postgres://user@"+os.Getenv("DEFAULT_SERVER")+"/db?sslmode=disable")

	if err != nil {
		log.Fatal(err)
	}

	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var n []int
	err = db.SelectContext(ctx, &n, "SELECT 1")

	if err != nil {
		log.Fatal(err)
	}

}
