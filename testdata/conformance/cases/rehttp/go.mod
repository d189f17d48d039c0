module conformance.test/rehttp

go 1.26

require github.com/PuerkitoBio/rehttp v1.4.0
