package configscan

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// virtualService is a route with as many retries.
func virtualServiceText(name string, retries string) string {
	return "apiVersion: networking.istio.io/v1\nkind: VirtualService\nmetadata:\n  name: " + name +
		"\nspec:\n  hosts:\n  - " + name + "\n  http:\n  - retries:\n      attempts: " + retries + "\n"
}

// hostile are files that are odd in one way each. Each gives the attempts that
// are read of it, as number@line:column, and the problems that begin so.
var hostile = []struct {
	name, file string
	text       func() string
	attempts   []string
	problems   []string
}{
	{"byte order mark", "in.yaml", func() string { return "\ufeff" + virtualServiceText("a", "7") }, []string{"7@10:17"}, nil},
	{
		"windows lines", "in.yaml", func() string {
			return strings.ReplaceAll(virtualServiceText("a", "7")+"---\n"+virtualServiceText("b", "8"), "\n", "\r\n")
		},
		[]string{"7@10:17", "8@21:17"}, nil,
	},
	{
		"tabs", "in.yaml", func() string {
			return virtualServiceText("a", "7") + "---\n" + strings.Replace(virtualServiceText("b", "8"), "      attempts", "\tattempts", 1)
		},
		[]string{"7@10:17"}, []string{"in.yaml:21:1: not valid YAML: found character that cannot start any token"},
	},
	{
		"tabs that are allowed", "in.yaml", func() string {
			return strings.Replace(virtualServiceText("a", "7\t# seven"), "attempts: ", "attempts:\t", 1)
		},
		[]string{"7@10:17"}, nil,
	},
	{
		"escapes of JSON", "in.json", func() string {
			return `{"apiVersion": "networking.istio.io\/v1", "kind": "Virtual\u0053ervice", "metadata": {"name": "a"},` + "\n" +
				`"spec": {"hosts": ["\u0061"], "http": [{"retries": {"attempts": 7, "retryOn": "5\u0078x"}}]}}`
		},
		[]string{"7@2:65"}, nil,
	},
	{
		"duplicate keys", "in.yaml", func() string { return virtualServiceText("a", "7") + "      attempts: 9\n" },
		[]string{"9@11:17"}, []string{`~in.yaml:11:7: "attempts" is written twice`},
	},
	{"not UTF-8", "in.yaml", func() string { return virtualServiceText("a", "7") + "---\nname: caf\xe9\n" }, []string{"7@10:17"}, []string{"in.yaml:11:1: not valid YAML: incomplete UTF-8"}},
	{"binary", "in.yaml", func() string { return "\x7fELF\x02\x01\x01\x00\x00\x00" + strings.Repeat("\x00\xff", 5000) }, nil, []string{"in.yaml:1:1: not valid YAML"}},
	{"one line", "in.yaml", func() string { return "a: " + strings.Repeat("x", 1<<20) + "\n---\n" + virtualServiceText("a", "7") }, []string{"7@12:17"}, nil},
	{
		"an anchor for many", "in.yaml", func() string {
			return strings.Replace(virtualServiceText("a", "7"), "- retries:", "- match: [{uri: {prefix: /a}}]\n    retries: &r", 1) +
				strings.Repeat("  - match: [{uri: {prefix: /b}}]\n    retries: *r\n", 50)
		},
		slices.Repeat([]string{"7@11:17"}, 51), nil,
	},
	{"a number of another size", "in.yaml", func() string { return virtualServiceText("a", strings.Repeat("9", 4000)) }, nil, []string{"in.yaml:10:17: attempts of VirtualService "}},
	{"deep", "in.yaml", func() string { return virtualServiceText("a", strings.Repeat("[", 5000)) }, nil, []string{"in.yaml:11:1: not valid YAML"}},
	{
		"many documents", "in.yaml", func() string {
			return strings.Repeat("---\n{a: 1}\n", 5000) + "---\n" + virtualServiceText("a", "7")
		},
		[]string{"7@10011:17"}, nil,
	},
	{
		"many files in a ConfigMap", "in.yaml", func() string {
			var b strings.Builder
			b.WriteString("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n")
			for i := range 4_000 {
				b.WriteString("  f" + strconv.Itoa(i) + ".conf: 'location / { proxy_pass http://a; }'\n")
			}
			return b.String()
		},
		nil, nil,
	},
	{
		"many lines in a ConfigMap", "in.yaml", func() string {
			var b strings.Builder
			b.WriteString("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  nginx.conf: |\n")
			for i := range 4_000 {
				b.WriteString("    location /" + strconv.Itoa(i) + " { proxy_pass http://a; }\n")
			}
			return b.String()
		},
		nil, nil,
	},
}

// What one file is like costs nothing but itself: another one is read, with its
// place, and no time is lost.
func TestHostileFiles(t *testing.T) {
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			root := tree(t, map[string]string{h.file: h.text(), "good.yaml": virtualServiceText("good", "5")})
			start := time.Now()
			f, _, err := Scan(context.Background(), root, nil, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %s", took)
			}
			checkPositions(t, f)
			checkFragment(t, f)
			if got, want := writtenAttempts(f), append([]string{"good.yaml: 5@10:17"}, named(h.file, h.attempts)...); !slices.Equal(got, want) {
				t.Errorf("attempts %q, want %q", got, want)
			}
			got := problemLines(f.Problems)
			if !slices.EqualFunc(got, h.problems, strings.HasPrefix) {
				t.Errorf("problems %q, want %q", got, h.problems)
			}
		})
	}
}

func named(file string, all []string) []string {
	var out []string
	for _, s := range all {
		out = append(out, file+": "+s)
	}
	return out
}

// writtenAttempts are the attempts that routes of the mesh write, with their places.
func writtenAttempts(f *graph.Fragment) []string {
	var all []string
	for _, a := range f.Attachments {
		if a.Layer != nil && a.Layer.Attempts.Kind == graph.BoundConfigured && a.Layer.Attempts.Value.Kind == graph.ExprLiteral {
			b := a.Layer.Attempts
			all = append(all, fmt.Sprintf("%s: %s@%d:%d", b.Pos.File, b.Value.Text, b.Pos.Line, b.Pos.Col))
		}
	}
	slices.Sort(all)
	return all
}

// A file that cannot be opened is a problem and hides no other; what is no file
// is left alone.
func TestUnreadableFiles(t *testing.T) {
	tree := refusing{fstest.MapFS{
		"bad.yaml":      {Data: []byte("a: 1")},
		"dir.yaml/x":    {Data: []byte("a: 1")},
		"good.yaml":     {Data: []byte(virtualServiceText("good", "5"))},
		"pipe.yaml":     {Mode: fs.ModeNamedPipe},
		"sub/dev.yaml":  {Mode: fs.ModeDevice},
		"sub/sock.yaml": {Mode: fs.ModeSocket},
	}}
	files, problems, err := walk(tree, nil, filter{})
	if err != nil || len(problems) != 0 {
		t.Fatal(err, problems)
	}
	parsed, err := parseFiles(context.Background(), tree, files, Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := scan(parsed, Options{})
	if got, want := problemLines(f.Problems), []string{"bad.yaml: cannot be read: permission denied"}; !slices.Equal(got, want) {
		t.Errorf("problems %q, want %q", got, want)
	}
	if got, want := writtenAttempts(f), []string{"good.yaml: 5@10:17"}; !slices.Equal(got, want) {
		t.Errorf("attempts %q, want %q", got, want)
	}
}

// refusing is a tree in which bad.yaml cannot be opened.
type refusing struct{ fstest.MapFS }

func (r refusing) Open(name string) (fs.File, error) {
	if filepath.Base(name) == "bad.yaml" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EACCES}
	}
	return r.MapFS.Open(name)
}

// What nothing reads costs no memory but its name.
func TestUnreadIsNotKept(t *testing.T) {
	parsed := func(documents int) (kept parsedFile, grown int64) {
		object := "---\napiVersion: example.com/v1\nkind: Dashboard\nmetadata: {name: a}\nspec: {text: \"" + strings.Repeat("x", 2000) + "\"}\n"
		data := []byte(strings.Repeat(object, documents))
		before := heapInUse()
		kept = parseFile("in.yaml", data)
		after := heapInUse()
		runtime.KeepAlive(data)
		return kept, after - before
	}
	kept, grown := parsed(1000) // 2 MB
	if len(kept.docs) > 0 || len(kept.unread) != 1000 {
		t.Fatalf("%d documents are read, %d are not", len(kept.docs), len(kept.unread))
	}
	if grown > 1<<20 {
		t.Errorf("%d bytes are kept of 2 MB that nothing reads", grown)
	}
	runtime.KeepAlive(kept)
}

func heapInUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Of the documents of a stream that nothing reads, one is in memory at a time.
func TestStreamIsNotKept(t *testing.T) {
	const documents, most = 4000, 10 << 20
	object := "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {list: [" + strings.Repeat("item, ", 20) + "]}\n---\n"
	data := []byte(strings.Repeat(object, documents))
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, n := heap(), 0
	var p parsedFile
	eachDoc("in.yaml", data, func(d *Doc) {
		p.take(d)
		if n++; n == documents {
			if now := heap(); now > before+most {
				t.Errorf("%d documents that nothing reads hold %d bytes, want less than %d", documents, now-before, most)
			}
		}
	})
	if n != documents || len(p.docs) != 0 || len(p.unread) != documents {
		t.Errorf("%d documents, %d kept, %d not read; want %d, 0 and %d", n, len(p.docs), len(p.unread), documents, documents)
	}
}
