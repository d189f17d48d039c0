module conformance.test/retry-go

go 1.26

require github.com/avast/retry-go v3.0.0+incompatible

require github.com/stretchr/testify v1.12.1 // indirect
