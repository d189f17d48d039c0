package configscan

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// A peerFinder decides which texts of a configuration are addresses of something
// that the workload calls. It is strict: an address that is missed is found
// again in the code or can be declared, a wrong one is a wrong edge.
type peerFinder struct {
	// known reports whether a host is the name of a service of the input.
	known func(host string) bool
	// own reports whether a host is the workload itself.
	own func(host string) bool
}

// maxAddress is the length above which a text is no list of addresses.
const maxAddress = 4096

// peers lists the addresses in the value of a key, each without user name,
// password and query: URLs, host:port pairs, data source names, lists of them,
// and bare names of services of the input. It is nil where the text, or any
// part of a list, is something else.
func (f peerFinder) peers(key, text string) []string {
	words := keyWords(key)
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxAddress || words.isNotCalled() || words.isTelemetry() || strings.Contains(text, "{{") {
		return nil
	}
	var found []string
	for _, part := range addressParts(text) {
		a, ok := parseAddress(part)
		if !ok {
			a, ok = bareName(part)
		}
		if !ok || !f.accepts(a, words) {
			return nil
		}
		found = append(found, a.text)
	}
	return found
}

// accepts applies the rules that need more than the text.
func (f peerFinder) accepts(a address, words keyWordList) bool {
	switch {
	case isLocal(a.host) || f.own(a.host) || telemetryPorts[a.port]:
		return false
	case a.scheme != "":
		return true
	case a.port != 0 && a.path == "":
		return f.known(a.host) || words.speakOfAddress()
	case a.port != 0:
		return f.known(a.host) // without a port of the input's own, an image: host:5000/name
	}
	return f.known(a.host) && (words.speakOfAddress() || strings.Contains(a.host, ".svc"))
}

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
	return address{scheme: scheme, host: host, port: port, path: path, text: scheme + "://" + authority + path}, true
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

// isLocal reports whether a host is the machine itself, or no host at all.
func isLocal(host string) bool {
	if host == "" || strings.EqualFold(host, "localhost") || strings.HasSuffix(host, ".localhost") || host == "host.docker.internal" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// addressParts splits a list of addresses at its commas, semicolons or spaces.
// Several hosts of one URL (mongodb://a:1,b:2/db) become several URLs, and the
// options that follow a host (redis:6379,ssl=true) are left out.
func addressParts(text string) []string {
	if _, ok := parseDSN(text); ok {
		return []string{text}
	}
	if scheme, rest, ok := strings.Cut(text, "://"); ok && !strings.Contains(rest, "://") {
		return urlParts(scheme, rest)
	}
	split := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' })
	parts := split[:0]
	for i, p := range split {
		if i == 0 || !strings.Contains(p, "=") {
			parts = append(parts, p)
		}
	}
	return parts
}

func urlParts(scheme, rest string) []string {
	authority, path := rest, ""
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority, path = rest[:i], rest[i:]
	}
	user := strings.LastIndexByte(authority, '@') + 1
	var parts []string
	for host := range strings.SplitSeq(authority[user:], ",") {
		parts = append(parts, scheme+"://"+authority[:user]+host+path)
	}
	return parts
}

// hasPlaceholder reports whether a part of the text is still to be filled in.
func hasPlaceholder(text string) bool {
	return strings.Contains(text, "$(") || strings.Contains(text, "${")
}
