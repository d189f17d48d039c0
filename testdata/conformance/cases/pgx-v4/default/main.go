package main

import (
	"context"
	"log"
	"os"
	"time"

	"github.com/jackc/pgx/v4"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, "postgres://user@"+os.Getenv("DEFAULT_SERVER")+"/db?sslmode=disable")

	if err != nil {
		log.Fatal(err)
	}

	_, err = conn.Exec(ctx, "SELECT 1")

	if err != nil {
		log.Fatal(err)
	}

}
