module conformance.test/sethvargo-go-retry

go 1.26

require github.com/sethvargo/go-retry v0.5.0
