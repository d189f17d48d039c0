// Package sdk knows what client libraries do: which of their functions leave
// the process, which run a function of the caller and how often, and what sets
// the numbers. A library is one file; its row is data (graph.Library), and each
// number in it names the line of the source that it was read from.
//
// Rows describe the failing case: the attempts of a layer are the most that one
// call makes while every attempt fails in a way that the layer retries. What a
// library replays only on a connection it had used before, or below the
// protocol, is said in the comment of its file and is no layer.
//
// Functions are named as go/types prints them. A function that is promoted from
// an embedded type has the name of the type that declares it.
package sdk
