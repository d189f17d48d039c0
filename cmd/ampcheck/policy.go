package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ampcheck/ampcheck/configscan"
	"github.com/ampcheck/ampcheck/graph"
)

// policyName is the policy file of an analysed directory.
const policyName = ".ampcheck.yaml"

// readPolicy reads the policy that was named, or that of the directory, or
// returns the default. A policy with a problem is an error: what its owner
// meant is not known, so nothing can be judged by it.
func readPolicy(root, named string) (*configscan.PolicyFile, error) {
	file, data, err := policyData(root, named)
	if err != nil {
		return nil, fmt.Errorf("reading the policy: %w", err)
	}
	return parsePolicy(file, data)
}

// parsePolicy reads a policy; without a file it is the default.
func parsePolicy(file string, data []byte) (*configscan.PolicyFile, error) {
	if file == "" {
		return &configscan.PolicyFile{Policy: graph.DefaultPolicy(), Declared: &graph.Fragment{}}, nil
	}
	policy, problems := configscan.ReadPolicy(file, data)
	if len(problems) == 0 {
		return policy, nil
	}
	var lines []string
	for _, p := range problems {
		lines = append(lines, p.Pos.String()+": "+p.Message)
	}
	return nil, errors.New(strings.Join(lines, "\n"))
}

// policyData returns the content of the policy file and its name relative to
// the root, or "" where there is none. A file that was not named must lie in
// the directory: a link to another place is not followed.
func policyData(root, named string) (file string, data []byte, err error) {
	if named != "" {
		return namedPolicy(root, named)
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		return "", nil, err
	}
	defer dir.Close()
	data, err = dir.ReadFile(policyName)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, nil
	}
	return policyName, data, err
}

func namedPolicy(root, named string) (file string, data []byte, err error) {
	if data, err = os.ReadFile(named); err != nil {
		return "", nil, err
	}
	path, err := realPath(named)
	if err != nil {
		return "", nil, err
	}
	base, err := realPath(root)
	if err != nil {
		return "", nil, err
	}
	if rel, err := filepath.Rel(base, path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path), data, nil
}
