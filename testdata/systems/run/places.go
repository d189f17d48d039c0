package main

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// places are ranges of lines, by file.
type places map[string][]lines

type lines struct{ from, to int }

var placed = regexp.MustCompile(`^[^:\s]+:[0-9,-]+`)

// placesOf reads "file:line", "file:a-b" and lists of them; what else a text says
// after the first is a remark. Places outside the tree ("module file:line") and
// texts without one give none.
func placesOf(text string) places {
	out := places{}
	m := placed.FindString(text)
	if m == "" {
		return out
	}
	file, numbers, _ := strings.Cut(m, ":")
	for _, n := range strings.Split(strings.Trim(numbers, ",-"), ",") {
		a, b, isRange := strings.Cut(n, "-")
		from, err := strconv.Atoi(a)
		if err != nil {
			continue
		}
		to := from
		if isRange {
			if to, err = strconv.Atoi(b); err != nil {
				continue
			}
		}
		for _, f := range expand(path.Clean(file)) {
			out[f] = append(out[f], lines{from, to})
		}
	}
	return out
}

// add takes over the ranges of other places.
func (p places) add(others places) {
	for file, l := range others {
		p[file] = append(p[file], l...)
	}
}

// holds is whether a position lies in one of the ranges, or a line beside it.
func (p places) holds(file string, line int) bool {
	for _, r := range p[file] {
		if line >= r.from-1 && line <= r.to+1 {
			return true
		}
	}
	return false
}
