package configscan

import (
	"net"
	"regexp"
	"strconv"
	"strings"
)

// mysqlDSN is the form of go-sql-driver/mysql: user:password@tcp(host:port)/db
// (dsn.go, ParseDSN).
var mysqlDSN = regexp.MustCompile(`^(?:.*@)?tcp6?\(([^()\s]+)\)/`)

// parseDSN reads a data source name that is no URL and returns it in the form
// of one, without credentials: scheme://host:port.
func parseDSN(text string) (address, bool) {
	if m := mysqlDSN.FindStringSubmatch(text); m != nil {
		return dsnAddress("mysql", m[1], "")
	}
	if rest, ok := strings.CutPrefix(text, "jdbc:"); ok {
		return parseJDBC(rest)
	}
	return parseKeyValues(text)
}

// parseJDBC reads jdbc:postgresql://host:port/db?…, jdbc:sqlserver://host:port;…
// and jdbc:oracle:thin:@//host:port/service.
func parseJDBC(rest string) (address, bool) {
	scheme, _, ok := strings.Cut(rest, ":")
	_, authority, slashes := strings.Cut(rest, "//")
	if !ok || !slashes {
		return address{}, false
	}
	if end := strings.IndexAny(authority, "/?;#"); end >= 0 {
		authority = authority[:end]
	}
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	return dsnAddress(scheme, authority, "")
}

// parseKeyValues reads host=db port=5432 … (libpq) and Server=db;Port=3306;…
// (ADO.NET). A text without a host key is none.
func parseKeyValues(text string) (address, bool) {
	separator := " "
	if strings.Contains(text, ";") {
		separator = ";"
	}
	fields := map[string]string{}
	for part := range strings.SplitSeq(text, separator) {
		if key, value, ok := strings.Cut(part, "="); ok {
			fields[strings.ToLower(strings.TrimSpace(key))] = strings.Trim(strings.TrimSpace(value), `'"`)
		}
	}
	for _, k := range hostKeys {
		if host := fields[k.key]; host != "" && len(fields) > 1 {
			host = strings.TrimPrefix(host, "tcp:")
			host, port, ok := strings.Cut(host, ",") // tcp:db,1433
			if !ok {
				port = fields["port"]
			}
			a, ok := dsnAddress(k.scheme(fields), host, port)
			a.text += sessionLimit(text)
			return a, ok
		}
	}
	return address{}, false
}

// hostKey is a key of a data source name that holds the host.
type hostKey struct {
	key    string
	scheme func(fields map[string]string) string
}

// hostKeys are those of libpq and Npgsql (host), and of the SQL Server and
// MySQL clients of .NET, which a user name tells apart (uid, or port 3306).
var hostKeys = []hostKey{
	{"host", func(map[string]string) string { return "postgres" }},
	{"server", dotnetScheme},
	{"data source", dotnetScheme},
	{"datasource", dotnetScheme},
}

func dotnetScheme(fields map[string]string) string {
	if _, ok := fields["uid"]; ok || fields["port"] == "3306" {
		return "mysql"
	}
	return "sqlserver"
}

func dsnAddress(scheme, authority, port string) (address, bool) {
	if port != "" {
		authority = net.JoinHostPort(authority, port)
	}
	host, n, ok := splitHostPort(authority)
	if !ok || !networkSchemes[scheme] {
		return address{}, false
	}
	text := scheme + "://" + host
	if n != 0 {
		text = scheme + "://" + net.JoinHostPort(host, strconv.Itoa(n))
	}
	return address{scheme: scheme, host: host, port: n, text: text}, true
}
