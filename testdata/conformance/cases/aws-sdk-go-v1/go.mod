module conformance.test/aws-sdk-go-v1

go 1.26.0

require github.com/aws/aws-sdk-go v1.55.8

require github.com/jmespath/go-jmespath v0.4.0 // indirect
