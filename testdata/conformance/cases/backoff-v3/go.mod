module conformance.test/backoff-v3

go 1.26

require github.com/cenkalti/backoff/v3 v3.2.2
