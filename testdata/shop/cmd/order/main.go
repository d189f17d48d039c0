// Order prices orders: it asks inventory for the price of every item.
package main

import (
	"flag"
	"log"
	"net"
	"net/http"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/ampcheck/ampcheck/testdata/shop/inventorypb"
)

func main() {
	listen := flag.String("listen", ":8080", "address to listen on")
	flag.Parse()

	conn, err := grpc.NewClient(os.Getenv("INVENTORY_ADDR"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	o := &orders{inventory: inventorypb.NewInventoryClient(conn)}

	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders/{id}/price", o.price)

	l, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on %s", l.Addr())
	log.Fatal(http.Serve(l, mux))
}
