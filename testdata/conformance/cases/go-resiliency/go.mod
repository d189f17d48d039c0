module conformance.test/go-resiliency

go 1.26

require github.com/eapache/go-resiliency v1.7.0
