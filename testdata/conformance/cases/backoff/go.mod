module conformance.test/backoff

go 1.26

require github.com/cenkalti/backoff v2.2.1+incompatible
