module conformance.test/nethttp

go 1.26
