module conformance.test/opensearch-v2

go 1.26.0

require github.com/opensearch-project/opensearch-go/v2 v2.3.0
