package graph

import (
	"net"
	"strings"
)

// hostOfDSN is the host and port in a data source name that is no URL: the form of
// MySQL, user:password@tcp(host:port)/name, and the keys of PostgreSQL,
// host=db port=5432 (go-sql-driver/mysql dsn.go ParseDSN, libpq "Connection Strings").
// Any other text is returned as it is.
func hostOfDSN(text string) string {
	for _, network := range []string{"tcp(", "tcp6("} {
		if before, rest, ok := strings.Cut(text, network); ok && (before == "" || strings.HasSuffix(before, "@")) {
			if inside, _, ok := strings.Cut(rest, ")"); ok {
				return inside
			}
		}
	}
	host, port := "", ""
	for _, field := range strings.Fields(text) {
		switch key, value, _ := strings.Cut(field, "="); strings.ToLower(key) {
		case "host":
			host = strings.Trim(value, "'")
		case "port":
			port = strings.Trim(value, "'")
		}
	}
	host, _, _ = strings.Cut(host, ",") // several are tried in turn
	switch {
	case host == "":
		return text
	case port == "":
		return host
	}
	return net.JoinHostPort(host, port)
}

// unknownPart stands in a text for a part that is not known.
const unknownPart = "\x00"

// known is the text of an expression with unknownPart for each part of it that is not
// known: of an address with a password nobody sees, the host may be.
func (e Expr) known(lookup Lookup) string {
	if e.Kind == ExprConcat {
		var b strings.Builder
		for _, a := range e.Args {
			b.WriteString(a.known(lookup))
		}
		return b.String()
	}
	if text, ok := e.Eval(lookup); ok {
		return text
	}
	return unknownPart
}
