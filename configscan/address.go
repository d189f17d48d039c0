package configscan

import "strings"

// A peerFinder decides which texts of a configuration are addresses of something
// that the workload calls. It is strict: an address that is missed is found
// again in the code or can be declared, a wrong one is a wrong edge.
type peerFinder struct {
	// known reports whether a host is the name of a service of the input.
	known func(host string) bool
	// own reports whether a host is the workload itself.
	own func(host string) bool
	// watches is set for a workload whose addresses are of what it looks at.
	watches bool
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
	if f.watches || text == "" || len(text) > maxAddress || words.isNotCalled() || words.isTelemetry() || strings.Contains(text, "{{") {
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
