module conformance.test/backoff-v5

go 1.26

require github.com/cenkalti/backoff/v5 v5.0.3
