module conformance.test/requests

go 1.26.0

require github.com/carlmjohnson/requests v0.23.5

require golang.org/x/net v0.15.0 // indirect
