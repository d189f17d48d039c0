module conformance.test/juju-retry

go 1.26.0

require github.com/juju/retry v1.0.1

require github.com/juju/clock v1.1.1

require github.com/juju/errors v0.0.0-20220203013757-bd733f3c86b9 // indirect
