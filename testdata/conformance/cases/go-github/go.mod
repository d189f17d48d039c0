module conformance.test/go-github

go 1.26.0

require github.com/google/go-github/v72 v72.0.0

require github.com/google/go-querystring v1.1.0 // indirect
