module conformance.test/swift-v2

go 1.26.0

require github.com/ncw/swift/v2 v2.0.5
