package configscan

import (
	"regexp"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// The precedences of values that manifests set; the main container of a
// workload is the one whose values count where several set the same key.
const (
	precedenceOther = 2
	precedenceMain  = 3
)

// setting is one value of a workload before it is known what it means.
type setting struct {
	source graph.ValueSource
	key    string
	text   string
	// secret texts are kept only as far as they are an address.
	secret bool
	// common texts are those of several workloads: which of them calls an address
	// in them, they do not say.
	common     bool
	precedence int
	pos        graph.Pos
}

// values turns a setting into the values of a workload: one for each address in
// it, else one that is no address. A text that is still to be filled in is no
// value, and neither is a whole file.
func (f peerFinder) values(w graph.WorkloadRef, s setting) []graph.Value {
	v := graph.Value{Workload: w, Source: s.source, Key: s.key, Precedence: s.precedence, Pos: s.pos}
	peers := f.peers(s.key, s.text)
	if len(peers) == 0 && (hasPlaceholder(s.text) || strings.Contains(strings.TrimSpace(s.text), "\n")) {
		return nil
	}
	if len(peers) == 0 {
		v.Text = f.shownText(s)
		return []graph.Value{v}
	}
	values := make([]graph.Value, len(peers))
	for i, text := range peers {
		if s.holdsSecret() {
			text = withoutPath(text)
		}
		v.Text, v.Peer = text, !s.common
		values[i] = v
	}
	return values
}

// holdsSecret reports whether the text is a secret, by its source or its key.
func (s setting) holdsSecret() bool { return s.secret || keyWords(s.key).speakOf(secretWords) }

// shownText is the text of a value that is no address of a peer: nothing of
// secrets but the names of services of the input.
func (f peerFinder) shownText(s setting) string {
	if a, ok := parseAddress(s.text); ok && s.holdsSecret() && f.known(a.host) {
		return withoutPath(a.text)
	}
	return shownText(s)
}

// shownText is the text of a value that is no address: nothing of secrets.
func shownText(s setting) string {
	if s.holdsSecret() {
		return ""
	}
	return withoutUser(s.text)
}

var (
	urlUser = regexp.MustCompile(`://\S*@`)
	dsnUser = regexp.MustCompile(`^\S+@((?:tcp|tcp6|unix)\()`)
	dsnPass = regexp.MustCompile(`(?i)\b(password|passwd|pwd|user|user id|uid|username)\s*=\s*('[^']*'|"[^"]*"|[^\s;&,]+)`)
)

// withoutUser removes user names and passwords from whatever looks like a URL
// or a data source name. It rather removes too much.
func withoutUser(text string) string {
	text = urlUser.ReplaceAllString(text, "://")
	text = dsnUser.ReplaceAllString(text, "$1")
	return strings.TrimSpace(dsnPass.ReplaceAllString(text, ""))
}

// withoutPath cuts an address after its host and port: the path of a secret
// address, as that of a webhook, is a secret too.
func withoutPath(text string) string {
	start := 0
	if i := strings.Index(text, "://"); i >= 0 {
		start = i + len("://")
	}
	if i := strings.IndexByte(text[start:], '/'); i >= 0 && start+i > start {
		return text[:start+i]
	}
	return text
}
