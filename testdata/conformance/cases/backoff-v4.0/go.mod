module conformance.test/backoff-v4.0

go 1.26

require github.com/cenkalti/backoff/v4 v4.0.0
