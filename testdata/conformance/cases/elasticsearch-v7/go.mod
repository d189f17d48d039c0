module conformance.test/elasticsearch-v7

go 1.26.0

require github.com/elastic/go-elasticsearch/v7 v7.17.10
