// Consumers reads reports with what other projects read them with: SARIF with
// the published schema, DOT and JUnit with parsers that programs use. It is a
// module of its own so that ampcheck depends on none of them.
//
//	go run . FILE.sarif FILE.dot FILE.junit ...
//	go run . FILE.schema.json POLICY.yaml ...
//
// prints, for each file, one line with what was found in it; a file that is not
// accepted makes it fail.
package main

import (
	"fmt"
	goast "go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/joshdk/go-junit"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/xeipuuv/gojsonschema"
	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"
	"gopkg.in/yaml.v3"
)

func main() {
	failed := false
	for _, file := range os.Args[1:] {
		if strings.HasSuffix(file, ".schema.json") {
			schemaFile = file
			continue
		}
		seen, err := read(file)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			failed = true
			continue
		}
		fmt.Println(filepath.Base(file), seen)
	}
	if failed {
		os.Exit(1)
	}
}

func read(file string) (seen string, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	switch filepath.Ext(file) {
	case ".sarif":
		return readSARIF(data)
	case ".dot":
		return readDOT(string(data))
	case ".junit":
		return readJUnit(data)
	case ".yaml":
		return readPolicy(data)
	}
	return "", fmt.Errorf("no reader for %s", filepath.Ext(file))
}

// schemaFile is the schema that policies are held against.
var schemaFile string

// readPolicy holds a policy of ampcheck against its schema.
func readPolicy(data []byte) (string, error) {
	schema, err := filepath.Abs(schemaFile)
	if err != nil {
		return "", err
	}
	var policy map[string]any
	if err := yaml.Unmarshal(data, &policy); err != nil {
		return "", err
	}
	result, err := gojsonschema.Validate(gojsonschema.NewReferenceLoader("file://"+filepath.ToSlash(schema)), gojsonschema.NewGoLoader(asJSON(policy)))
	if err != nil {
		return "", err
	}
	if !result.Valid() {
		return "", fmt.Errorf("not valid: %v", result.Errors())
	}
	return fmt.Sprintf("%d keys", len(policy)), nil
}

// asJSON is a YAML value as JSON has it: keys and dates are texts.
func asJSON(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			v[key] = asJSON(value)
		}
	case map[any]any:
		m := map[string]any{}
		for key, value := range v {
			m[fmt.Sprint(key)] = asJSON(value)
		}
		return m
	case []any:
		for i, item := range v {
			v[i] = asJSON(item)
		}
	case time.Time:
		return v.Format(time.DateOnly)
	}
	return v
}

// readSARIF holds the bytes themselves against the schema, and reads them.
func readSARIF(data []byte) (string, error) {
	schema, err := sarifSchema()
	if err != nil {
		return "", err
	}
	result, err := gojsonschema.Validate(gojsonschema.NewStringLoader(schema), gojsonschema.NewBytesLoader(data))
	if err != nil {
		return "", err
	}
	if !result.Valid() {
		return "", fmt.Errorf("not valid: %v", result.Errors())
	}
	r, err := sarif.FromBytes(data)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d results of %d rules", len(r.Runs[0].Results), len(r.Runs[0].Tool.Driver.Rules)), nil
}

// sarifSchema is the schema that OASIS publishes, as a constant of the module
// holds it.
func sarifSchema() (string, error) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		return "", err
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		return "", err
	}
	value := file.Scope.Lookup("schema").Decl.(*goast.ValueSpec).Values[0].(*goast.BasicLit).Value
	return strconv.Unquote(value)
}

func readDOT(text string) (string, error) {
	file, err := dot.ParseString(text)
	if err != nil {
		return "", err
	}
	nodes, edges := 0, 0
	for _, s := range file.Graphs[0].Stmts {
		switch s.(type) {
		case *ast.NodeStmt:
			nodes++
		case *ast.EdgeStmt:
			edges++
		}
	}
	return fmt.Sprintf("%d nodes and %d edges", nodes, edges), nil
}

func readJUnit(data []byte) (string, error) {
	suites, err := junit.Ingest(data)
	if err != nil {
		return "", err
	}
	var total junit.Totals
	for _, s := range suites {
		total.Tests += s.Totals.Tests
		total.Passed += s.Totals.Passed
		total.Failed += s.Totals.Failed
		total.Error += s.Totals.Error
		total.Skipped += s.Totals.Skipped
	}
	return fmt.Sprintf("%d tests: %d passed, %d failed, %d errors, %d skipped", total.Tests, total.Passed, total.Failed, total.Error, total.Skipped), nil
}
