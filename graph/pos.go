package graph

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Pos says where a fact was read: a file, relative to the analysed directory
// and with forward slashes, with a line and a column counted from 1; or a row
// of a built-in table ("catalog:NAME@VERSION", without line and column).
type Pos struct {
	// Origin names the linked fragment the fact comes from; "" is this tree.
	Origin string
	File   string
	Line   int
	Col    int
}

const catalogPrefix = "catalog:"

// CatalogPos is the position of a row of a built-in table.
func CatalogPos(name, version string) Pos {
	return Pos{File: catalogPrefix + name + "@" + version}
}

// IsZero reports whether nothing is known about where the fact comes from.
func (p Pos) IsZero() bool { return p == Pos{} }

// fileName is the file with its origin.
func (p Pos) fileName() string { return Pos{Origin: p.Origin, File: p.File}.String() }

// within is the position as its own tree names it.
func (p Pos) within() Pos {
	p.Origin = ""
	return p
}

// String prints file:line:col, with the origin in front when there is one.
func (p Pos) String() string {
	var b strings.Builder
	if p.Origin != "" {
		b.WriteString(p.Origin)
		b.WriteByte(':')
	}
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
		if p.Col > 0 {
			fmt.Fprintf(&b, ":%d", p.Col)
		}
	}
	return b.String()
}

// MarshalText writes the form of String.
func (p Pos) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the form of String. An origin is not told apart from the
// file again: positions in a fragment on disk have none.
func (p *Pos) UnmarshalText(text []byte) error {
	file, nums := string(text), []int{}
	for len(nums) < 2 {
		i := strings.LastIndexByte(file, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(file[i+1:])
		if err != nil || n < 1 {
			break
		}
		nums, file = append(nums, n), file[:i]
	}
	*p = Pos{File: file}
	switch len(nums) {
	case 1:
		p.Line = nums[0]
	case 2:
		p.Line, p.Col = nums[1], nums[0]
	}
	return nil
}

// Compare orders positions by origin, file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(
		cmp.Compare(p.Origin, q.Origin),
		cmp.Compare(p.File, q.File),
		cmp.Compare(p.Line, q.Line),
		cmp.Compare(p.Col, q.Col),
	)
}

// Problem is something that kept part of the input from being analysed.
type Problem struct {
	Pos     Pos    `json:"position"`
	Message string `json:"message"`
	// Advisory problems are listed but do not make the run incomplete, unless
	// strictness is asked for: templates that need rendering, for example.
	Advisory bool `json:"advisory,omitempty"`
}
