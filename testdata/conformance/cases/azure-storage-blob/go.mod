module conformance.test/azure-storage-blob

go 1.26.0

require github.com/Azure/azure-storage-blob-go v0.15.0

require (
	github.com/Azure/azure-pipeline-go v0.2.3 // indirect
	github.com/google/uuid v1.2.0 // indirect
	github.com/mattn/go-ieproxy v0.0.1 // indirect
	golang.org/x/net v0.0.0-20210610132358-84b48f89b13b // indirect
	golang.org/x/sys v0.0.0-20210423082822-04245dca01da // indirect
	golang.org/x/text v0.3.6 // indirect
)
