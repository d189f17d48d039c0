package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Plain makes text harmless on a terminal and in a log: everything that is not
// visible becomes a Go escape, so that line breaks, control sequences and marks
// that reorder text are seen instead of obeyed. Texts that a CI runner would
// take for a command ("::error::", "##[group]", "##teamcity[") are broken up.
func Plain(text string) string {
	return breakCommands(escapeInvisible(text))
}

func escapeInvisible(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case isVisible(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		text = text[size:]
	}
	return b.String()
}

func isVisible(r rune) bool { return strconv.IsPrint(r) }

// breakCommands escapes the second character of what opens a command. Runners
// look for "::" at the start of a line only, and a text may be put there; they
// look for "##" anywhere.
func breakCommands(text string) string {
	if strings.HasPrefix(strings.TrimLeft(text, " "), "::") {
		text = strings.Replace(text, "::", `:\x3a`, 1)
	}
	return strings.ReplaceAll(text, "##", `#\x23`)
}

// cell is Plain for a cell of a text table, whose columns are separated by
// vertical bars.
func cell(text string) string {
	return strings.ReplaceAll(Plain(text), "|", `\x7c`)
}

// markdownName shows a name, a number or a position in markdown as code, which
// also keeps mentions and links from working. A name that would end a code
// span or a table cell goes into an element with every sign as an entity.
func markdownName(text string) string {
	switch text = Plain(text); {
	case text == "":
		return ""
	case strings.ContainsAny(text, "`|"), strings.TrimSpace(text) != text:
		return "<code>" + entities(text) + "</code>"
	}
	return "`" + text + "`"
}

func entities(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < utf8.RuneSelf && !isAlphanumeric(r) && r != ' ' {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isAlphanumeric(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// markdownSigns are the characters with a meaning in markdown wherever they
// stand. Those with a meaning at the start of a line only (-, +, digits) never
// come there: every text follows something. Mentions (@name) and references to
// issues (#12) are linked by hosts after entities are resolved, so only
// something between the sign and the name helps.
var markdownSigns = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "&#124;", "`", "&#96;", `\`, "&#92;",
	"*", "&#42;", "_", "&#95;", "~", "&#126;", "[", "&#91;", "]", "&#93;", "!", "&#33;", "$", "&#36;",
	"://", "&#58;//", "www.", "www&#46;", "@", "@&#8203;", "#", "#&#8203;",
)

// markdownText shows a sentence in markdown without giving any of its signs a
// meaning.
func markdownText(text string) string {
	return markdownSigns.Replace(Plain(text))
}
