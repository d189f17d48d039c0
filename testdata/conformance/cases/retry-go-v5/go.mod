module conformance.test/retry-go-v5

go 1.26

require github.com/avast/retry-go/v5 v5.0.0
