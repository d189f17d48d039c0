module conformance.test/go-pagerduty

go 1.26.0

require github.com/PagerDuty/go-pagerduty v1.8.0

require github.com/google/go-querystring v1.1.0 // indirect
