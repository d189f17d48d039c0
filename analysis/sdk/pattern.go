package sdk

import "strings"

// star is the first place of a pattern where a name may stand. The star of a
// pointer receiver, "(*net/http.Client)", is none.
func star(pattern string) int {
	for i := range len(pattern) {
		if pattern[i] == '*' && !strings.HasSuffix(pattern[:i], "(") {
			return i
		}
	}
	return -1
}

// Match reports whether a full name fits a name of the table, which may hold stars.
func Match(pattern, name string) bool { return match(pattern, name) }

// match reports whether a full name fits a pattern: each star stands for any
// characters that are no separator.
func match(pattern, name string) bool {
	i := star(pattern)
	if i < 0 {
		return pattern == name
	}
	if !strings.HasPrefix(name, pattern[:i]) {
		return false
	}
	name, rest := name[i:], pattern[i+1:]
	n := strings.IndexAny(name, "./()[")
	if n < 0 {
		n = len(name)
	}
	for ; n >= 0; n-- {
		if match(rest, name[n:]) {
			return true
		}
	}
	return false
}
