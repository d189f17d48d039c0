// W-layers wraps the error twice: in the repository and in the service, which
// knows the repository by an interface.
package main

import (
	"log"
	"net"
	"os"

	"answers.test/cases/shoppb"
	"answers.test/cases/w-layers/store"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

func main() {
	conn, err := grpc.NewClient(os.Getenv("W_LAYERS_STOCK"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	ln, err := net.Listen("tcp", os.Getenv("LISTEN"))
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer()
	shoppb.RegisterShopServer(server, NewShop(store.New(conn)))
	log.Fatal(server.Serve(ln))
}
