module conformance.test/stripe-v82

go 1.26.0

require github.com/stripe/stripe-go/v82 v82.5.1
