package configscan

import (
	"fmt"
	"testing"
)

func TestScanIgnores(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"above", "# ampcheck:ignore AMP004 mesh is off here\na: 1\n", "AMP004@1 f:1:1 mesh is off here"},
		{"on the line", "a: 1\nb: 2 # ampcheck:ignore AMP007 asked to\n", "AMP007@2 f:2:6 asked to"},
		{"tight and wide", "#ampcheck:ignore AMP001\tx\n  #   ampcheck:ignore   AMP002   y  z \r\n", "AMP001@1 f:1:1 x;AMP002@2 f:2:3 y  z"},
		{"without a reason", "# ampcheck:ignore AMP001\n", "AMP001@1 f:1:1 "},
		{"without a rule", "# ampcheck:ignore\n", "finding AMP303 f:1:1"},
		{"without a rule but spaces", "# ampcheck:ignore  \n", "finding AMP303 f:1:1"},
		{"after a quoted text", `a: "x \" # y" # ampcheck:ignore AMP001 r`, "AMP001@1 f:1:15 r"},
		{"after an apostrophe", "a: don't # ampcheck:ignore AMP001 r", "AMP001@1 f:1:10 r"},
		{"after a doubled quote", "a: 'it''s' # ampcheck:ignore AMP001 r", "AMP001@1 f:1:12 r"},
		{"in double quotes", `a: "b # ampcheck:ignore AMP001 r"`, ""},
		{"in single quotes", `a: 'b # ampcheck:ignore AMP001 r'`, ""},
		{"in a flow list", `a: ["b # ampcheck:ignore AMP001 r"]`, ""},
		{"no comment", "a: b#ampcheck:ignore AMP001 r", ""},
		{"in a sentence", "# write ampcheck:ignore AMP001 r", ""},
		{"another word", "# ampcheck:ignored AMP001 r", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			ignores, findings := scanIgnores("f", []byte(c.text))
			var got string
			for i, ig := range ignores {
				if i > 0 {
					got += ";"
				}
				if ig.Path != "f" || ig.Line != ig.Pos.Line {
					t.Errorf("%+v", ig)
				}
				got += fmt.Sprintf("%s@%d %s %s", ig.Rule, ig.Line, ig.Pos, ig.Reason)
			}
			for _, f := range findings {
				got += fmt.Sprintf("finding %s %s", f.Rule, f.Pos)
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
