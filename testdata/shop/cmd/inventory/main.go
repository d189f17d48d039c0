// Inventory knows the price of every item: it asks the database.
package main

import (
	"context"
	"flag"
	"log"
	"net"
	"os"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"

	"github.com/ampcheck/ampcheck/testdata/shop/inventorypb"
)

func main() {
	listen := flag.String("listen", ":9090", "address to listen on")
	flag.Parse()

	db, err := connect(context.Background(), os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	s := grpc.NewServer()
	inventorypb.RegisterInventoryServer(s, &inventory{db: db})

	l, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening on %s", l.Addr())
	log.Fatal(s.Serve(l))
}

// connect opens a pool that sends one message for a query and no others.
func connect(ctx context.Context, url string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	// A ping is a query too, which the pool would send on an idle connection.
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	return pgxpool.NewWithConfig(ctx, config)
}
