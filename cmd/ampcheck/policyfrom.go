package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/configscan"
	"github.com/ampcheck/ampcheck/graph"
)

// judge reads the policy that the input is judged by: that of the tree, or that
// of another commit, with findings for what the tree's own one loosens.
func (a *app) judge(ctx context.Context, root string, o *options) (*configscan.PolicyFile, []graph.Finding, error) {
	own, err := readPolicy(root, o.policy)
	if err != nil || o.policyFrom == "" {
		return own, nil, err
	}
	file := policyName
	if o.policy != "" {
		if file, _, err = namedPolicy(root, o.policy); err != nil {
			return nil, nil, fmt.Errorf("reading the policy: %w", err)
		}
	}
	data, ok, err := a.fileAt(ctx, root, o.policyFrom, file)
	if err != nil {
		return nil, nil, err
	}
	if !ok {
		file = ""
	}
	policy, err := parsePolicy(file, data)
	if err != nil {
		return nil, nil, fmt.Errorf("the policy of %s: %w", o.policyFrom, err)
	}
	found := graph.Loosened(policy.Policy, own.Policy)
	for _, p := range own.Exclude {
		if !slices.Contains(policy.Exclude, p) {
			found = append(found, graph.Finding{Rule: "AMP305", Pos: own.Policy.At["exclude"],
				Message: "the policy of the tree is looser than the one it is judged by: it excludes " + p})
		}
	}
	if !slices.Equal(own.Include, policy.Include) && len(own.Include) > 0 {
		found = append(found, graph.Finding{Rule: "AMP305", Pos: own.Policy.At["include"],
			Message: "the policy of the tree is not the one it is judged by: it includes " + strings.Join(own.Include, ", ")})
	}
	return policy, found, nil
}

// readBaseline reads the baseline that is named, nil for none; from another
// commit where the policy comes from there.
func (a *app) readBaseline(ctx context.Context, root string, o *options) (*graph.Baseline, []graph.Finding, error) {
	if o.baseline == "" {
		return nil, nil, nil
	}
	own, err := baselineFile(o.baseline)
	if err != nil {
		return nil, nil, err
	}
	b, found := own, []graph.Finding(nil)
	if o.policyFrom != "" {
		path, err := realPath(o.baseline)
		if err != nil {
			return nil, nil, err
		}
		base, err := realPath(root)
		if err != nil {
			return nil, nil, err
		}
		rel, err := filepath.Rel(base, path)
		if err != nil {
			return nil, nil, fmt.Errorf("reading the baseline: %w", err)
		}
		data, ok, err := a.fileAt(ctx, root, o.policyFrom, filepath.ToSlash(rel))
		if err != nil {
			return nil, nil, err
		}
		if b = (&graph.Baseline{File: own.File, Operations: own.Operations}); ok {
			if b, err = graph.DecodeBaseline(own.File, bytes.NewReader(data)); err != nil {
				return nil, nil, fmt.Errorf("the baseline of %s: %w", o.policyFrom, err)
			}
		}
		found = graph.LoosenedBaseline(b, own)
	}
	if b.Operations != o.operations {
		return nil, nil, fmt.Errorf("%s was written with --operations=%v: write it again, or check with the same", o.baseline, b.Operations)
	}
	return b, found, nil
}

func baselineFile(file string) (*graph.Baseline, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the baseline: %w", err)
	}
	return graph.DecodeBaseline(filepath.ToSlash(file), bytes.NewReader(data))
}

// fileAt reads a file as it is in a commit; ok is false where it is not there.
// git runs no hooks and no filters for it, and fetches nothing.
func (a *app) fileAt(ctx context.Context, dir, ref, file string) (data []byte, ok bool, err error) {
	if strings.HasPrefix(ref, "-") {
		return nil, false, fmt.Errorf("no commit %q", ref)
	}
	if _, err := a.git(ctx, dir, "rev-parse", "--verify", "--quiet", ref+"^{commit}"); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, false, fmt.Errorf("--policy-from needs git: %w", err)
		}
		return nil, false, fmt.Errorf("--policy-from: no commit %s in the repository of %s", ref, dir)
	}
	object := ref + ":./" + file
	if _, err := a.git(ctx, dir, "cat-file", "-e", object); err != nil {
		return nil, false, nil
	}
	data, err = a.git(ctx, dir, "cat-file", "blob", object)
	if err != nil {
		return nil, false, fmt.Errorf("reading %s of %s: %w", file, ref, err)
	}
	return data, true, nil
}

func (a *app) git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.fsmonitor=false"}, args...)...)
	cmd.Dir, cmd.Env = dir, append(slices.Clone(a.env), "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, nil
}

// fileExists reports whether a file is there; other errors are left to who reads
// it.
func fileExists(file string) bool {
	_, err := os.Stat(file)
	return !errors.Is(err, fs.ErrNotExist)
}
