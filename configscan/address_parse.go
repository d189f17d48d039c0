package configscan

import (
	"net"
	"net/netip"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// address is one parsed address. Text is what may be shown.
type address struct {
	scheme, host, path string
	port               int
	text               string
}

// parseAddress reads one address with a scheme or a port.
func parseAddress(text string) (address, bool) {
	if a, ok := parseDSN(text); ok {
		return a, true
	}
	if scheme, rest, ok := strings.Cut(text, "://"); ok {
		return parseURL(strings.ToLower(scheme), rest)
	}
	authority, path, _ := strings.Cut(text, "/")
	if path != "" {
		path = "/" + path
	}
	host, port, ok := splitHostPort(authority)
	if !ok || port == 0 {
		return address{}, false
	}
	return address{host: host, port: port, path: path, text: authority + path}, true
}

// parseURL reads what follows the :// of a scheme with a network behind it.
// User information ends at the last @ before the path; query and fragment, which
// may hold secrets, are dropped. Variables that are not filled in may stand
// before the host and after it, but not in it.
func parseURL(scheme, rest string) (address, bool) {
	base, _, _ := strings.Cut(scheme, "+") // postgresql+asyncpg, mysql+pymysql
	if !networkSchemes[scheme] && !networkSchemes[base] {
		return address{}, false
	}
	if resolverSchemes[scheme] { // dns:///host:port, dns://authority/host:port
		_, target, ok := strings.Cut(rest, "/")
		host, port, valid := splitHostPort(target)
		return address{scheme: scheme, host: host, port: port, text: scheme + ":///" + target}, ok && valid
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	authority, path := rest[:end], rest[end:]
	if strings.Contains(path, "@") && !strings.Contains(authority, "@") {
		// A password with a slash in it: what looks like the host is not one.
		return address{}, false
	}
	if cut := strings.IndexAny(path, "?#"); cut >= 0 {
		path = path[:cut]
	}
	if hasPlaceholder(path) {
		path = ""
	}
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	host, port, ok := splitHostPort(authority)
	if !ok {
		return address{}, false
	}
	return address{scheme: scheme, host: host, port: port, path: path, text: scheme + "://" + authority + path + sessionLimit(rest)}, true
}

// sessionLimit is what is kept of the parameters of an address: a limit of time.
func sessionLimit(text string) string {
	if d := graph.SessionLimit(text); d > 0 {
		return "?" + graph.StatementTimeout + "=" + strconv.FormatInt(d.Milliseconds(), 10)
	}
	return ""
}

// bareName reads a host name without scheme and port.
func bareName(text string) (address, bool) {
	host := strings.TrimSuffix(text, ".")
	return address{host: host, text: host}, isHostName(host)
}

// splitHostPort splits host:port; the port is 0 where none is written. ok is
// false where the host is none or the port is not from 1 to 65535.
func splitHostPort(text string) (host string, port int, ok bool) {
	host = text
	if i := strings.LastIndexByte(text, ':'); i >= 0 && !strings.HasSuffix(text, "]") {
		h, p, err := net.SplitHostPort(text)
		n, notNumber := strconv.Atoi(p)
		if err != nil || notNumber != nil || n < 1 || n > 65535 || p[0] == '+' {
			return "", 0, false
		}
		host, port = h, n
	}
	host = strings.TrimSuffix(strings.Trim(host, "[]"), ".")
	if _, err := netip.ParseAddr(host); err == nil {
		return host, port, true
	}
	return host, port, isHostName(host)
}

// isHostName reports whether the text has the form of a DNS name: labels of
// letters, digits, - and _ (compose names have it), and a letter somewhere.
func isHostName(host string) bool {
	if host == "" || len(host) > 253 {
		return false
	}
	letters := false
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, c := range []byte(label) {
			switch {
			case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
				letters = true
			case '0' <= c && c <= '9' || c == '-' || c == '_':
			default:
				return false
			}
		}
	}
	return letters
}

// isLocal reports whether a host is the container or pod itself, or no host at
// all.
func isLocal(host string) bool {
	if host == "" || strings.EqualFold(host, "localhost") || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// hasPlaceholder reports whether a part of the text is still to be filled in.
func hasPlaceholder(text string) bool {
	return strings.Contains(text, "$(") || strings.Contains(text, "${")
}
