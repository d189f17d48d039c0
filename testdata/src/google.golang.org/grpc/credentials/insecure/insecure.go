// Package insecure holds the signatures of google.golang.org/grpc/credentials/insecure that tests use.
package insecure

import "google.golang.org/grpc/credentials"

func NewCredentials() credentials.TransportCredentials
