// Package analysis is the pass as go vet, nogo and golangci-lint run it: one
// package at a time, with what other packages call kept as facts.
//
// It knows what one process multiplies: retries round retries, over package
// borders too. What lies between processes needs the configuration and the
// other services, which the check command reads; it uses the same extraction,
// the same link and the same rules.
package analysis
