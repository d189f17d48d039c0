package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A release builds the program that there is, packs files that there are, and its image
// takes the binary by the name it has.
func TestReleaseFiles(t *testing.T) {
	var config struct {
		Version int
		Builds  []struct {
			Main, Binary string
			Goos, Goarch []string
		}
		Archives []struct{ Files []string }
		Sboms    []struct{ Cmd string }
		Dockers  []struct{ Dockerfile string } `yaml:"dockers_v2"`
	}
	readYAML(t, "../../.goreleaser.yaml", &config)
	if config.Version != 2 || len(config.Builds) != 1 || len(config.Archives) != 1 || len(config.Sboms) != 1 || len(config.Dockers) != 1 {
		t.Fatalf("the configuration is %+v", config)
	}
	build := config.Builds[0]
	if source, err := os.ReadFile(filepath.Join("../..", build.Main, "main.go")); err != nil || !strings.Contains(string(source), "func main()") {
		t.Errorf("it builds %s: %v", build.Main, err)
	}
	if len(build.Goos) != 3 || len(build.Goarch) != 2 {
		t.Errorf("it builds for %v and %v", build.Goos, build.Goarch)
	}
	for _, pattern := range config.Archives[0].Files {
		if found, err := filepath.Glob(filepath.Join("../..", pattern)); err != nil || len(found) == 0 {
			t.Errorf("it packs %s, which is nothing: %v", pattern, err)
		}
	}
	image, err := os.ReadFile(filepath.Join("../..", config.Dockers[0].Dockerfile))
	if err != nil || !regexp.MustCompile(`(?m)^COPY \$TARGETPLATFORM/`+build.Binary+` `).Match(image) {
		t.Errorf("the image does not take %s: %v", build.Binary, err)
	}
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(mod)[1]
	if !strings.Contains(string(image), "FROM golang:"+string(version)) {
		t.Errorf("the image is not one of Go %s, which go.mod asks for", version)
	}
}
