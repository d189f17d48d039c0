// Caddy asks Caddy itself what it makes of the documents of its scanner: its
// adapter reads them, its modules are set up with them, and each handler that
// passes requests on is run against servers that fail, under a clock that does
// not wait. It writes down what came of it.
//
//	cd testdata/oracle/caddy && go run . [-o ../caddy.json]
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	_ "github.com/caddyserver/caddy/v2/modules/standard"

	"github.com/ampcheck/ampcheck/testdata/oracle/documents"
)

func main() {
	testing.Init() // the clock that does not wait is one of tests
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_DATA_HOME", dir)
	os.Setenv("XDG_CONFIG_HOME", dir)
	documents.Main(documents.Caddy, "github.com/caddyserver/caddy/v2", func(d documents.Document) ([]string, error) {
		return ask(d, dir)
	})
	os.RemoveAll(dir)
}

// ask is one line for each handler of the configuration, without those that
// another one equals.
func ask(d documents.Document, dir string) ([]string, error) {
	config, err := adapted(d, dir)
	if err != nil {
		return nil, err
	}
	config, err = quiet(config)
	if err != nil {
		return nil, err
	}
	var valid caddy.Config
	if err := caddy.StrictUnmarshalJSON(config, &valid); err != nil {
		return nil, err
	}
	if err := caddy.Validate(&valid); err != nil {
		return nil, err
	}
	var whole any
	if err := json.Unmarshal(config, &whole); err != nil {
		return nil, err
	}
	var lines []string
	for _, h := range handlers(whole) {
		line, err := effect(h)
		if err != nil {
			return nil, err
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines), nil
}

// adapted is the native configuration.
func adapted(d documents.Document, dir string) ([]byte, error) {
	if text, ok := d.Files["caddy.json"]; ok {
		return []byte(text), nil
	}
	tree := filepath.Join(dir, "tree")
	if err := os.RemoveAll(tree); err != nil {
		return nil, err
	}
	for p, text := range d.Files {
		file := filepath.Join(tree, p)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	name := "Caddyfile"
	if _, ok := d.Files[name]; !ok {
		name = d.Paths()[0]
	}
	config, _, err := caddyconfig.GetAdapter("caddyfile").Adapt([]byte(d.Files[name]), map[string]any{"filename": filepath.Join(tree, name)})
	if err != nil {
		return nil, fmt.Errorf("%s", strings.ReplaceAll(err.Error(), tree+"/", ""))
	}
	return config, nil
}

// quiet is a configuration that reads and writes nothing outside of it.
func quiet(config []byte) ([]byte, error) {
	var top map[string]any
	if err := json.Unmarshal(config, &top); err != nil {
		return nil, err
	}
	top["admin"] = map[string]any{"disabled": true, "config": map[string]any{"persist": false}}
	top["logging"] = map[string]any{"logs": map[string]any{"default": map[string]any{"writer": map[string]any{"output": "discard"}}}}
	return json.Marshal(top)
}

// handlers are those that pass requests on, at any depth.
func handlers(v any) []map[string]any {
	var all []map[string]any
	switch v := v.(type) {
	case map[string]any:
		if v["handler"] == "reverse_proxy" {
			return []map[string]any{v}
		}
		for _, below := range v {
			all = append(all, handlers(below)...)
		}
	case []any:
		for _, below := range v {
			all = append(all, handlers(below)...)
		}
	}
	return all
}
