module conformance.test/retry-go-v3

go 1.26

require github.com/avast/retry-go/v3 v3.1.1
