// Compose asks the loader of compose what it makes of the documents of its
// scanner, and writes it down.
//
//	cd testdata/oracle/compose && go run . [-o ../compose.json]
package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"

	"github.com/ampcheck/ampcheck/testdata/oracle/documents"
)

func main() {
	documents.Main(documents.Compose, "github.com/compose-spec/compose-go/v2", ask)
}

// ask loads the project of a document, in a folder of its own.
func ask(d documents.Document) ([]string, error) {
	dir, err := os.MkdirTemp("", "compose")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for p, text := range d.Files {
		file := filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	lines, err := load(dir)
	if err != nil {
		return nil, fmt.Errorf("%s", regexp.MustCompile(regexp.QuoteMeta(dir)+`/?`).ReplaceAllString(err.Error(), ""))
	}
	return lines, nil
}

func load(dir string) ([]string, error) {
	var file string
	err := filepath.WalkDir(dir, func(p string, _ fs.DirEntry, err error) error {
		if slices.Contains(cli.DefaultFileNames, filepath.Base(p)) && file == "" {
			file = p
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	opts, err := cli.NewProjectOptions([]string{file}, cli.WithName("p"), cli.WithWorkingDirectory(filepath.Dir(file)), cli.WithEnvFiles(), cli.WithDotEnv, cli.WithProfiles([]string{"*"}))
	if err != nil {
		return nil, err
	}
	p, err := opts.LoadProject(context.Background())
	if err != nil {
		return nil, err
	}
	var lines []string
	for name, s := range p.Services {
		lines = append(lines, service(name, &s)...)
	}
	slices.Sort(lines)
	return lines, nil
}

// service is how many containers a service has, its image, its ports, and the
// variables that hold an address or a number.
func service(name string, s *types.ServiceConfig) []string {
	lines := []string{fmt.Sprintf("%s: %d containers", name, s.GetScale())}
	var ports []uint32
	for _, p := range s.Ports {
		ports = append(ports, p.Target)
	}
	slices.Sort(ports)
	lines = append(lines, fmt.Sprintf("%s: ports %v", name, slices.Compact(ports)))
	for key, text := range s.Environment {
		if text != nil && documents.IsSetting(*text) {
			lines = append(lines, fmt.Sprintf("%s: %s=%s", name, key, documents.WithoutUser(*text)))
		}
	}
	return lines
}
