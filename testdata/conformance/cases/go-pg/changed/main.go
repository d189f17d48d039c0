package main

import (
	"log"
	"os"
	"time"

	pg "github.com/go-pg/pg/v10"
)

func main() {
	db := pg.Connect(&pg.Options{Addr: os.Getenv("CHANGED_SERVER"), User: "user", Database: "db", ReadTimeout: 200 * time.Millisecond, MinRetryBackoff: time.Millisecond, MaxRetryBackoff: time.Millisecond, MaxRetries: 2})
	defer db.Close()
	_, err := db.Exec("SELECT 1")

	if err != nil {
		log.Fatal(err)
	}

}
