package documents

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

// Record is what a product's own types make of the documents of a format.
type Record struct {
	// Inputs is Hash when the record was made, Version that of the product.
	Inputs  string   `json:"inputs"`
	Version string   `json:"version"`
	Answers []Answer `json:"answers"`
}

// Answer is what they make of one document.
type Answer struct {
	// Refused is the error where the product takes none of it.
	Refused string `json:"refused,omitempty"`
	// Effects are what decides about retries, one a line, in their order.
	Effects []string `json:"effects,omitempty"`
}

// File is where the record of a format lies, below the folder testdata.
func File(f Format) string { return "oracle/" + f.Name + ".json" }

// Main is the main function of a program that asks the types of a module about
// all documents of a format. It runs in the folder of its module.
func Main(f Format, module string, ask func(Document) ([]string, error)) {
	out := flag.String("o", "../../"+File(f), "file to write")
	flag.Parse()
	if err := run(*out, f, module, ask); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", f.Name, err)
		os.Exit(1)
	}
}

func run(out string, f Format, module string, ask func(Document) ([]string, error)) error {
	all, err := Of("../..", f)
	if err != nil {
		return err
	}
	record := Record{Inputs: Hash(all), Version: version(module)}
	for _, d := range all {
		effects, err := ask(d)
		a := Answer{Effects: effects}
		if err != nil {
			a = Answer{Refused: firstLine(err.Error())}
		}
		record.Answers = append(record.Answers, a)
	}
	data, err := json.Marshal(record)
	if err != nil {
		return err
	}
	// One document a line.
	text := strings.ReplaceAll(string(data), `},{"`, "},\n{\"")
	text = strings.ReplaceAll(text, `},{}`, "},\n{}")
	return os.WriteFile(out, append([]byte(text), '\n'), 0o644)
}

func firstLine(text string) string {
	text, more, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if more != "" && strings.HasSuffix(text, ":") { // the head of a list
		text, _, _ = strings.Cut(strings.TrimSpace(more), "\n")
	}
	// protobuf changes its blanks from build to build
	return strings.ReplaceAll(text, "\u00a0", " ")
}

// version is that of a module of the program.
func version(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, d := range info.Deps {
		if d.Path == module {
			return d.Version
		}
	}
	return ""
}
