package main

import (
	"context"
	"log"
	"os"
	"time"

	"github.com/XSAM/otelsql"
	_ "github.com/lib/pq"
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
