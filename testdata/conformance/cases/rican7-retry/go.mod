module conformance.test/rican7-retry

go 1.26

require github.com/Rican7/retry v0.3.1
