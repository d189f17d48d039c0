module conformance.test/gobreaker-v2

go 1.26

require github.com/sony/gobreaker/v2 v2.4.0
