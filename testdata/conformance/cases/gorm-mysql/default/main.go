package main

import (
	"context"
	"log"
	"os"
	"time"

	"gorm.io/driver/mysql"
	"gorm.io/gorm"
)

func main() {
	db, err := gorm.Open(mysql.New(mysql.Config{DSN: "user@tcp(" + os.Getenv("DEFAULT_SERVER") + ")/db", SkipInitializeWithVersion: true}), &gorm.Config{DisableAutomaticPing: true})

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
