// Gateway-handler is a grpc-gateway with an error handler of its own.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"answers.test/cases/shoppb"
	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

func onError(ctx context.Context, mux *runtime.ServeMux, m runtime.Marshaler, w http.ResponseWriter, r *http.Request, err error) {
	switch status.Code(err) {
	case codes.Unavailable, codes.ResourceExhausted:
		w.Header().Set("Retry-After", "2")
		http.Error(w, "busy", http.StatusTooManyRequests)
	default:
		runtime.DefaultHTTPErrorHandler(ctx, mux, m, w, r, err)
	}
}

func main() {
	mux := runtime.NewServeMux(runtime.WithErrorHandler(onError))
	opts := []grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials())}
	if err := shoppb.RegisterStockHandlerFromEndpoint(context.Background(), mux, os.Getenv("GATEWAY_HANDLER_STOCK"), opts); err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), mux))
}
