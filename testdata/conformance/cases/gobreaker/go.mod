module conformance.test/gobreaker

go 1.26

require github.com/sony/gobreaker v1.0.0
