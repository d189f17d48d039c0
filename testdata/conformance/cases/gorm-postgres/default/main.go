package main

import (
	"context"
	"log"
	"os"
	"time"

	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

func main() {
	db, err := gorm.Open(postgres.Open("postgres://user@"+os.Getenv("DEFAULT_SERVER")+"/db?sslmode=disable"), &gorm.Config{DisableAutomaticPing: true})

	if err != nil {
		log.Fatal(err)
	}

	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err = db.WithContext(ctx).Exec("SELECT 1").Error

	if err != nil {
		log.Fatal(err)
	}

}
