module conformance.test/retry-go-v4

go 1.26

require github.com/avast/retry-go/v4 v4.7.0
