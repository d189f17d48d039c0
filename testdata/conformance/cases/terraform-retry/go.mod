module conformance.test/terraform-retry

go 1.26.0

require github.com/hashicorp/terraform-plugin-sdk/v2 v2.40.1
