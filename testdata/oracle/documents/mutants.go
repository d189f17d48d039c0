package documents

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"strings"
)

// Format is how the documents of a scanner are changed.
type Format struct {
	// Name is that of the folder with the cases.
	Name string
	// Whole tells that the files of a case belong together.
	Whole bool
	// Skip are cases that are not compared: the other side has no such form.
	Skip map[string]bool
	// Blank tells that a blank may stand between a key and its value, and the
	// value in backquotes.
	Blank bool
	// Mutants is how many there are.
	Mutants int
	// Groups are fields that stand beside one another.
	Groups [][]Field
}

// Field is a field that decides about retries, with the values that mutants get.
type Field struct {
	Key    string
	Values []string
}

// found is one place where a field is written.
type found struct {
	path  string
	field Field
	group []Field
	// at are the bounds of the field, and of its value.
	at, value [2]int
}

// mutant changes one field of a document: it gets another value, is removed, or
// gets a neighbour.
func mutant(rng *rand.Rand, d Document, places []found) (Document, bool) {
	if len(places) == 0 {
		return d, false
	}
	p := places[rng.IntN(len(places))]
	text := d.Files[p.path]
	var change, changed string
	switch rng.IntN(4) {
	case 0:
		change, changed = "without "+p.field.Key, remove(text, p)
	case 1:
		other := p.group[rng.IntN(len(p.group))]
		v := other.Values[rng.IntN(len(other.Values))]
		change, changed = other.Key+" "+v+" added", add(text, p, other.Key, v)
	default:
		v := p.field.Values[rng.IntN(len(p.field.Values))]
		change, changed = p.field.Key+" "+v, text[:p.value[0]]+v+text[p.value[1]:]
	}
	if changed == text {
		return d, false
	}
	m := Document{Name: fmt.Sprintf("%s, %s at byte %d: %s", d.Name, p.path, p.at[0], change), Files: maps.Clone(d.Files)}
	m.Files[p.path] = changed
	return m, true
}

// find lists the places of each document where fields are written, with a scalar
// or a list on one line.
func find(f Format, documents []Document) [][]found {
	all := make([][]found, len(documents))
	sign, quoted := `\s*[:=][ \t]*`, ""
	if f.Blank {
		sign, quoted = `(?:`+sign+`|[ \t]+)`, "`[^`\n]*`|"
	}
	for _, group := range f.Groups {
		for _, field := range group {
			re := regexp.MustCompile(`(?m)(?:^|[\s{,])("?` + regexp.QuoteMeta(field.Key) + `"?` + sign + `)(` + quoted + `"[^"\n]*"|\$\{[^}\n]*\}\S*|'[^'\n]*'|\[[^\]\n]*\]|\{\}|[^\s,{}\[\]#&*|>"']+)`)
			for i, d := range documents {
				for _, path := range d.Paths() {
					for _, m := range re.FindAllStringSubmatchIndex(d.Files[path], -1) {
						all[i] = append(all[i], found{path, field, group, [2]int{m[2], m[5]}, [2]int{m[4], m[5]}})
					}
				}
			}
		}
	}
	return all
}

// remove cuts a field with its comma, or its line.
func remove(text string, p found) string {
	before, after := text[:p.at[0]], text[p.at[1]:]
	start := strings.LastIndexByte(before, '\n') + 1
	if rest, _, _ := strings.Cut(after, "\n"); strings.TrimSpace(before[start:]) == "" && strings.TrimSpace(rest) == "" {
		return before[:start] + strings.TrimPrefix(after[len(rest):], "\n")
	}
	if !strings.ContainsAny(text[p.at[0]:p.value[0]], ":=") { // other values of the key follow
		return text
	}
	if rest, ok := strings.CutPrefix(after, ", "); ok {
		return before + rest
	}
	return strings.TrimSuffix(before, ", ") + after
}

// add puts another field before one, in the same notation.
func add(text string, p found, key, value string) string {
	before, written := text[:p.at[0]], text[p.at[0]:p.value[0]]
	if strings.HasPrefix(written, `"`) {
		key = `"` + key + `"`
	}
	sign := strings.TrimLeft(written, `"`+p.field.Key)
	start := strings.LastIndexByte(before, '\n') + 1
	indent := before[start:]
	between := ", "
	if strings.Trim(indent, " \t-") == "" {
		between = "\n" + strings.ReplaceAll(indent, "-", " ")
	} else if !strings.ContainsAny(sign, ":=") { // it is a value itself
		return text
	}
	return before + key + sign + value + between + text[p.at[0]:]
}
