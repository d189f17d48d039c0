// Package credentials holds the types of google.golang.org/grpc/credentials that tests use.
package credentials

type TransportCredentials interface{ OverrideServerName(string) error }
