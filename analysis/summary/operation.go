package summary

import (
	"regexp"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// operation is what a call asks of its target: the method of an RPC, method
// and path of an HTTP request, or a statement. It is printed, so nothing that
// may be a secret stays in it: statements lose their literals and paths their
// query and whatever looks like a token.
func operation(p graph.Protocol, method []graph.Expr, path string) string {
	m := ""
	if len(method) == 1 {
		m, _ = method[0].Eval(nil)
	}
	switch p {
	case graph.ProtocolGRPC:
		return strings.TrimPrefix(m, "/")
	case graph.ProtocolHTTP:
		if path == "" {
			path = "/"
		}
		if m == "" {
			return path
		}
		return m + " " + path
	}
	return publicStatement(m)
}

// quoted is a string literal of a statement, up to its end where the closing
// quote is missing. Doubled quotes inside are two literals side by side.
var quoted = regexp.MustCompile(`'[^']*(?:'|$)|"[^"]*(?:"|$)|\$\$(?s:.*)`)

// publicStatement is a statement without its string literals, on one line.
func publicStatement(s string) string {
	return strings.Join(strings.Fields(quoted.ReplaceAllString(s, "?")), " ")
}

// tokenLength is the length from which a path segment that mixes letters and
// digits is taken for a token: longer than v1beta1, oauth2 and their like,
// shorter than any key, identifier or webhook secret in use.
const tokenLength = 9

// publicPath is a path without its query, with {} for the segments that look
// like tokens.
func publicPath(p string) string {
	p, _, _ = strings.Cut(p, "?")
	segments := strings.Split(p, "/")
	for i, s := range segments {
		letters := strings.ContainsAny(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz")
		if letters && len(s) >= tokenLength && strings.ContainsAny(s, "0123456789") {
			segments[i] = "{}"
		}
	}
	return strings.Join(segments, "/")
}
