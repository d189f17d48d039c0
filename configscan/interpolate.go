package configscan

import "strings"

// interpolate fills in the variables of a compose file as far as its environment
// file or the file itself says them: $$ stands for $, ${NAME:-text} and
// ${NAME-text} for text where the variable is not known, ${NAME:+text} for text
// where it is. Every other variable is set outside the files; it stays in the
// text in the form ${NAME} (compose-spec/spec.md, Interpolation).
// Texts too long to be an address stay as they are.
func interpolate(text string, known variables) string {
	if len(text) > maxExpanded {
		return text
	}
	return known.interpolated(text, 0)
}

// maxNested is the depth of variables within the defaults of variables.
const maxNested = 20

func (v variables) interpolated(text string, depth int) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '$')
		if i < 0 || i+1 == len(text) || b.Len() > maxExpanded {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		text = text[i+1:]
		if text[0] == '$' {
			b.WriteByte('$')
			text = text[1:]
			continue
		}
		n := variableLen(text)
		switch {
		case n == 0:
			b.WriteByte('$')
		case text[0] != '{':
			b.WriteString(v.variable(text[:n], depth))
		default:
			b.WriteString(v.variable(text[1:n-1], depth))
		}
		text = text[n:]
	}
}

// variable is what NAME, NAME:-default and their like stand for.
func (v variables) variable(inside string, depth int) string {
	end := nameLen(inside)
	text, known := v[inside[:end]]
	rest := inside[end:]
	colon := strings.HasPrefix(rest, ":")
	rest = strings.TrimPrefix(rest, ":")
	set := known && (text != "" || !colon)
	switch {
	case strings.HasPrefix(rest, "+") && set && depth < maxNested:
		return v.interpolated(rest[1:], depth+1)
	case strings.HasPrefix(rest, "+") && known:
		return ""
	case set:
		return text
	case strings.HasPrefix(rest, "-") && depth < maxNested:
		return v.interpolated(rest[1:], depth+1)
	}
	return "${" + inside[:end] + "}"
}

// variableLen is the length of the variable at the start of a text, without its
// $: of a name, or of all up to the brace that closes it. It is 0 for none.
func variableLen(text string) int {
	if text[0] != '{' {
		return nameLen(text)
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// unclosed reports whether a text begins a variable with a brace that nothing
// closes.
func unclosed(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '$' {
			continue
		}
		if text[i+1] == '{' && variableLen(text[i+1:]) == 0 {
			return true
		}
		i++
	}
	return false
}

func nameLen(text string) int {
	for i := range len(text) {
		c := text[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return i
		}
	}
	return len(text)
}
