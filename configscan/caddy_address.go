package configscan

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// target adds the server that a word of a Caddyfile names.
func (r *caddyReader) target(p *caddyProxy, w word) {
	scheme, why := caddyAddress(w.text)
	switch {
	case why != "":
		r.refused(w.pos, strconv.Quote(w.text)+" is no address: "+why)
	case len(p.targets) > 0 && p.scheme != "" && p.scheme != scheme:
		r.refused(w.pos, "the servers of one "+p.name+" need the same scheme, and "+strconv.Quote(w.text)+" has another one than those before")
	}
	p.scheme = scheme
	p.targets = append(p.targets, caddyTarget(w.text, w.pos))
}

// caddyPort matches a port, or a range of ports, behind a host.
var caddyPort = regexp.MustCompile(`:([^:\]]*)$`)

// caddyAddress is the scheme of an address, and why Caddy takes none of it
// (caddy:modules/caddyhttp/reverseproxy/addresses.go, caddyfile.go:135-180).
func caddyAddress(text string) (scheme, why string) {
	if strings.Contains(text, "{$") || strings.HasPrefix(text, "unix") { // filled in before it is read, or a file
		return "", ""
	}
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		scheme, rest = "", text
	}
	port := ""
	if m := caddyPort.FindStringSubmatch(rest); m != nil {
		port = m[1]
	}
	switch {
	case ok && strings.Contains(text, "{"):
		return scheme, "nothing can be filled in behind a scheme"
	case ok && scheme != "http" && scheme != "https" && scheme != "h2c":
		return scheme, "the scheme has to be http, https or h2c"
	case ok && strings.ContainsAny(rest, "/?#"):
		return scheme, "it may have a scheme, a host and a port only"
	case ok && (scheme == "https" && port == "80" || scheme != "https" && port == "443"):
		return scheme, "the scheme does not fit the port"
	}
	if ok {
		if _, err := url.Parse(scheme + "://" + strings.TrimSuffix(rest, ":"+port)); err != nil {
			return scheme, "it cannot be read"
		}
	}
	if strings.Contains(text, "{") || strings.Count(rest, ":") > 1 && !strings.Contains(rest, "]") {
		return scheme, ""
	}
	return scheme, caddyPortFault(port)
}

func caddyPortFault(port string) string {
	first, last, ranged := strings.Cut(port, "-")
	from, err := strconv.ParseUint(first, 10, 16)
	if port == "" || err == nil && !ranged {
		return ""
	}
	if to, err2 := strconv.ParseUint(last, 10, 16); err != nil || err2 != nil || to < from {
		return "the port is no number"
	}
	return ""
}
