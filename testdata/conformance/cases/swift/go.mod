module conformance.test/swift

go 1.26

require github.com/ncw/swift v1.0.53
