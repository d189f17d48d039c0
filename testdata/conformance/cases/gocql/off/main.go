package main

import (
	"log"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/gocql/gocql"
)

func main() {
	host, port, err := net.SplitHostPort(os.Getenv("OFF_SERVER"))

	if err != nil {
		log.Fatal(err)
	}

	cluster := gocql.NewCluster(host)
	cluster.Port, _ = strconv.Atoi(port)
	cluster.ProtoVersion = 4
	cluster.NumConns = 1
	cluster.Timeout = 200 * time.Millisecond
	cluster.RetryPolicy = &gocql.SimpleRetryPolicy{NumRetries: 0}
	session, err := cluster.CreateSession()

	if err != nil {
		log.Fatal(err)
	}

	err = session.Query("TRUNCATE orders").Exec()

	if err != nil {
		log.Fatal(err)
	}
}
