package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/configscan"
)

// The reference of the policy, and the schema that editors read, are those of the keys
// that are read.
func TestPolicyPage(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# The policy

` + "`.ampcheck.yaml`" + ` in the analysed directory holds the gates and what cannot be read from
the files; ` + "`ampcheck init`" + ` writes one to begin with, and ` + "`--policy FILE`" + ` names another.
Keys that are not known are refused, with their place. Attempts include the first one.

Editors that know YAML check and complete it with this line at its top:

` + "```yaml\n# yaml-language-server: $schema=https://raw.githubusercontent.com/ampcheck/ampcheck/main/docs/policy.schema.json\nversion: 1\n```" + `

Failure classes are ` + "`connect`, `dns`, `refused-stream`, `reset`, `timeout`, `unavailable`, `overload`, `error`, `any`" + `,
and statuses as ` + "`http:503`, `http:5xx`, `grpc:14`" + `.

This page is written from the keys that ampcheck reads.
`)
	keyRows(&b, "Keys of the file", "", configscan.PolicyKeys(), map[string]bool{})
	holdPage(t, "policy.md", b.String())
	schema, err := configscan.PolicySchema()
	if err != nil {
		t.Fatal(err)
	}
	holdPage(t, "policy.schema.json", string(schema))
}

// keyRows is the table of some keys, and those of the keys below them; what several keys
// have below them is written once.
func keyRows(b *strings.Builder, title, at string, keys []configscan.PolicyKey, written map[string]bool) {
	fmt.Fprintf(b, "\n## %s\n\n| Key | Takes | Meaning |\n| --- | --- | --- |\n", title)
	for _, k := range keys {
		takes := string(k.Takes)
		if len(k.Words) > 0 {
			takes = "`" + strings.Join(k.Words, "`, `") + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", k.Name, takes, strings.ReplaceAll(k.Doc, "|", `\|`))
	}
	for _, k := range keys {
		name := at + k.Name
		if short := k.Name; len(k.Keys) > 0 && (short == "backoff" || short == "budget") {
			name = short // of a call and of a layer
		}
		if len(k.Keys) == 0 || written[name] {
			continue
		}
		written[name] = true
		keyRows(b, "`"+name+"`", name+".", k.Keys, written)
	}
}

// The schema takes every policy that the reader takes, and refuses a key that is not
// known, by a validator that programs use.
func TestPolicySchema(t *testing.T) {
	if os.Getenv("AMPCHECK_FULL") != "1" {
		t.Skip("downloads modules: set AMPCHECK_FULL=1")
	}
	dir := t.TempDir()
	args := []string{"run", ".", absolute(t, "../../docs/policy.schema.json")}
	write := func(policy string) {
		file := filepath.Join(dir, fmt.Sprintf("%d.yaml", len(args)))
		if err := os.WriteFile(file, []byte(policy), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	for _, pattern := range []string{"../../testdata/config/policy/*/*.yaml", "../../testdata/shop/.ampcheck.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files: %v", pattern, len(files), err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, problems := configscan.ReadPolicy(file, data); len(problems) == 0 {
				write(string(data))
			}
		}
	}
	if len(args) < 10 {
		t.Errorf("only %d policies are held against the schema", len(args)-3)
	}
	run := func() ([]byte, error) {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = "../../testdata/consumers"
		return cmd.CombinedOutput()
	}
	if out, err := run(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	args = args[:3]
	write("version: 1\ngates: {amplification: 5}\n")
	if out, err := run(); err == nil || !strings.Contains(string(out), "gates") {
		t.Errorf("an unknown key is taken: %v\n%s", err, out)
	}
}

// Every class that the page names is one.
func TestPolicyPageClasses(t *testing.T) {
	page, err := os.ReadFile("../../docs/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "Failure classes are ")
	list, _, _ := strings.Cut(rest, ".\n")
	words := strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune("`, \n", r) })
	n := 0
	for _, w := range words {
		if w == "and" || w == "statuses" || w == "as" {
			continue
		}
		n++
		policy := "version: 1\ncalls:\n  - {from: a, to: b, attempts: 2, retryOn: [\"" + w + "\"]}\n"
		if _, problems := configscan.ReadPolicy("p", []byte(policy)); len(problems) > 0 {
			t.Errorf("%s: %v", w, problems)
		}
	}
	if n < 10 {
		t.Errorf("%d classes, want 10 and more", n)
	}
}
