module github.com/ampcheck/ampcheck

go 1.26
