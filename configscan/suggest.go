package configscan

import (
	"fmt"
	"strings"
)

// suggest ends a message on an unknown word with the nearest of the known ones,
// or with all of them where none is near.
func suggest(word string, known []string) string {
	best, least := "", len(word)/2+1
	for _, k := range known {
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return ": known are " + strings.Join(known, ", ")
	}
	return fmt.Sprintf(": did you mean %q?", best)
}

// distance is the number of letters to insert, remove, replace or swap with
// the next one that make b from a.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	// above, row and next are three rows of the table of the distances between
	// all beginnings of s and t.
	above, row, next := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := range s {
		next[0] = i + 1
		for j := range t {
			d := min(row[j+1], next[j]) + 1
			if s[i] == t[j] {
				d = min(d, row[j])
			} else {
				d = min(d, row[j]+1)
			}
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				d = min(d, above[j-1]+1)
			}
			next[j+1] = d
		}
		above, row, next = row, next, above
	}
	return row[len(t)]
}
