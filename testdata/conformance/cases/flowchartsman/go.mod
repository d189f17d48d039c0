module conformance.test/flowchartsman

go 1.26

require github.com/flowchartsman/retry v1.2.0
