package configscan

import (
	"bytes"
	"context"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/ampcheck/ampcheck/graph"
)

const casesDir = "../testdata/config"

// caseOptions are those of the cases that are not read with the zero Options.
var caseOptions = map[string]Options{
	"istio/chain":       {MeshVersions: map[string]string{"istio": "1.27"}},
	"istio/default-old": {MeshVersions: map[string]string{"istio": "1.23.4"}},
	"istio/off":         {MeshOff: map[string]bool{"istio": true}},
}

// TestCases reads each case of each scanner, a folder of files, and compares
// the fragment with want.json. Files hold what is read beside what looks like
// it and is not.
func TestCases(t *testing.T) {
	for _, s := range registered {
		for _, dir := range subdirs(t, filepath.Join(casesDir, s.Name)) {
			name := s.Name + "/" + filepath.Base(dir)
			t.Run(name, func(t *testing.T) {
				opts := caseOptions[name]
				opts.Exclude = []string{"want.json"}
				f, notes, err := Scan(context.Background(), dir, nil, opts)
				if err != nil {
					t.Fatal(err)
				}
				checkFragment(t, f)
				checkPositions(t, f)
				checkReadBack(t, dir, f)
				golden(t, filepath.Join(dir, "want.json"), struct {
					Fragment *graph.Fragment `json:"fragment"`
					Notes    []string        `json:"notes,omitempty"`
				}{f, notes})
			})
		}
	}
}

// The password of all test data is hunter2; it may be in no output.
func TestCasesHoldNoSecret(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(casesDir, "*", "*", "want.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if bytes.Contains(readTestFile(t, file), []byte("hunter2")) {
			t.Errorf("%s holds a secret", file)
		}
	}
}

func FuzzKubernetes(f *testing.F) { fuzzScanner(f, "kubernetes", "in.yaml") }
func FuzzIngress(f *testing.F)    { fuzzScanner(f, "ingress", "in.yaml") }
func FuzzDotenv(f *testing.F)     { fuzzScanner(f, "dotenv", ".env") }
func FuzzCompose(f *testing.F)    { fuzzScanner(f, "compose", "compose.yaml") }
func FuzzIstio(f *testing.F)      { fuzzScanner(f, "istio", "in.yaml") }
func FuzzGatewayAPI(f *testing.F) { fuzzScanner(f, "gateway-api", "in.yaml") }
func FuzzLinkerd(f *testing.F)    { fuzzScanner(f, "linkerd", "in.yaml") }
func FuzzGRPCConfig(f *testing.F) { fuzzScanner(f, "grpc-config", "in.yaml") }
func FuzzEnvoy(f *testing.F)      { fuzzScanner(f, "envoy", "in.yaml") }
func FuzzNginx(f *testing.F)      { fuzzScanner(f, "nginx", "nginx.conf") }
func FuzzHAProxy(f *testing.F)    { fuzzScanner(f, "haproxy", "haproxy.cfg") }
func FuzzCaddy(f *testing.F)      { fuzzScanner(f, "caddy", "Caddyfile") }
func FuzzTraefik(f *testing.F)    { fuzzScanner(f, "traefik", "in.yaml") }
func FuzzTOML(f *testing.F)       { fuzzScanner(f, "traefik", "dynamic.toml") }
func FuzzProtobuf(f *testing.F)   { fuzzScanner(f, "protobuf", "in.proto") }
func FuzzKong(f *testing.F)       { fuzzScanner(f, "kong", "kong.yaml") }
func FuzzAWSProfile(f *testing.F) { fuzzScanner(f, "aws-profile", "config") }
func FuzzCaddyJSON(f *testing.F)  { fuzzScanner(f, "caddy", "caddy.json") }

// FuzzConfigMap reads whole files, with what is in their ConfigMaps.
func FuzzConfigMap(f *testing.F) {
	files, err := filepath.Glob(filepath.Join(casesDir, "*", "configmap", "in.yaml"))
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		f.Add(readTestFile(f, file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		all, _ := scan([]parsedFile{parseFile("in.yaml", data)}, Options{})
		checkPositions(t, all)
		checkFragment(t, all)
	})
}

// fuzzScanner feeds one scanner with documents: it must not panic, every
// position it emits must be one of the file or of the table, and the fragment
// must be one that is read back.
func fuzzScanner(f *testing.F, name, file string) {
	for _, dir := range subdirs(f, filepath.Join(casesDir, name)) {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && e.Name() != "want.json" {
				f.Add(readTestFile(f, path))
			}
			return err
		})
		if err != nil {
			f.Fatal(err)
		}
	}
	s := scannerNamed(f, name)
	f.Fuzz(func(t *testing.T, data []byte) {
		docs := parseFile(file, data).docs
		index := newIndex(docs)
		var all graph.Fragment
		for _, d := range docs {
			if s.Detect(d) {
				join(&all, s.Scan(d, index))
			}
		}
		if s.Finish != nil {
			join(&all, s.Finish(&all, Options{MeshVersions: map[string]string{"istio": "1.20"}}))
		}
		all.Schema = graph.FragmentSchema
		checkPositions(t, &all)
		checkFragment(t, &all)
	})
}

func scannerNamed(t testing.TB, name string) Scanner {
	for _, s := range registered {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no scanner %q", name)
	return Scanner{}
}
