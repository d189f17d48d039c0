// Package shop is a small system in which every hop retries.
//
// A client asks the gateway for the price of an order (HTTP), the gateway asks
// order (HTTP), order asks inventory for each of its eight items (gRPC), and
// inventory asks the database (PostgreSQL). Each service makes three attempts,
// with the retry library that its author likes best. When the database fails,
// three attempts of the client become 3, 9, 216 and 648 calls.
//
// The services are in cmd, their manifests in deploy. The directory testdata
// holds what starts them and counts the queries at a database that fails:
//
//	go run ./testdata/run
package shop
