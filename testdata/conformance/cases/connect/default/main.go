package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/emptypb"
)

func main() {
	c := connect.NewClient[emptypb.Empty, emptypb.Empty](&http.Client{Timeout: 200 * time.Millisecond}, "http://"+os.Getenv("DEFAULT_SERVER")+"/shop.Inventory/GetItem")
	_, err := c.CallUnary(context.Background(), connect.NewRequest(&emptypb.Empty{}))

	if err != nil {
		log.Fatal(err)
	}

}
