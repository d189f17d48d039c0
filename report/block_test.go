package report

import (
	"bytes"
	"strings"
	"testing"
)

// A document keeps what stands round the block, a second writing changes
// nothing, and line breaks stay those of the document.
func TestEmbed(t *testing.T) {
	r := load(t, "shop")
	for name, tt := range map[string]struct{ document, before, after string }{
		"empty":            {"", "", ""},
		"without a block":  {"# Title\n\ntext", "# Title\n\ntext\n\n", ""},
		"between":          {"# Title\n\n" + blockBegin + "\nold\n" + blockEnd + "\n\nmore\n", "# Title\n\n", "\nmore\n"},
		"another version":  {blockMark + " -->\n" + blockEnd + "\nmore", "", "more"},
		"no empty line":    {"text\n" + blockBegin + "\n" + blockEnd, "text\n", ""},
		"new with \\r\\n":  {"text\r\n", "text\r\n\r\n", ""},
		"with \\r\\n":      {"# Title\r\n\r\n" + blockBegin + "\r\n" + blockEnd + "\r\nmore\r\n", "# Title\r\n\r\n", "more\r\n"},
		"a mark in a line": {"see `" + blockEnd + "`\n\n", "see `" + blockEnd + "`\n\n", ""},
	} {
		got, err := Embed([]byte(tt.document), r, Options{Brief: true, Width: 20})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text := string(got)
		if !strings.HasPrefix(text, tt.before+blockBegin) || !strings.HasSuffix(text, tt.after) || !strings.Contains(text, "| `client -> gateway` | 1 | 3 | 3 | 3x |") {
			t.Errorf("%s: got\n%s", name, text)
		}
		if strings.Contains(tt.document, "\r\n") && strings.Count(text, "\n") != strings.Count(text, "\r\n") {
			t.Errorf("%s: the breaks of lines are mixed", name)
		}
		if again, err := Embed(got, r, Options{}); err != nil || !bytes.Equal(again, got) {
			t.Errorf("%s: written again it is other: %v\n%s", name, err, again)
		}
	}
	for document, want := range map[string]string{
		"\n" + blockEnd: "line 2: a block ends that did not begin",
		blockBegin:      "has no end",
		blockBegin + "\n" + blockEnd + "\n" + blockBegin + "\n" + blockEnd: "line 3: a second block begins",
	} {
		if _, err := Embed([]byte(document), r, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", document, err, want)
		}
	}
}
