module conformance.test/dskit-backoff

go 1.26.0

require github.com/grafana/dskit v0.0.0-20260703122047-de1ec7541c44
