// Gateway-default is a grpc-gateway as the documentation shows it.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"answers.test/cases/shoppb"
	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	mux := runtime.NewServeMux()
	opts := []grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials())}
	if err := shoppb.RegisterStockHandlerFromEndpoint(ctx, mux, os.Getenv("GATEWAY_DEFAULT_STOCK"), opts); err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), mux))
}
