package main

import (
	"log"
	"net"
	"os"
	"strconv"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

func main() {
	host, port, err := net.SplitHostPort(os.Getenv("CHANGED_SERVER"))

	if err != nil {
		log.Fatal(err)
	}

	cluster := gocql.NewCluster(host)
	cluster.Port, _ = strconv.Atoi(port)
	cluster.ProtoVersion = 4
	cluster.NumConns = 1
	cluster.Timeout = 200 * time.Millisecond
	cluster.RetryPolicy = &gocql.SimpleRetryPolicy{NumRetries: 1}
	session, err := cluster.CreateSession()

	if err != nil {
		log.Fatal(err)
	}

	err = session.Query("TRUNCATE orders").Idempotent(true).Exec()

	if err != nil {
		log.Fatal(err)
	}
}
