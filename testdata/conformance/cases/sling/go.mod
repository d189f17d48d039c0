module conformance.test/sling

go 1.26.0

require github.com/dghubble/sling v1.4.2

require github.com/google/go-querystring v1.1.0 // indirect
