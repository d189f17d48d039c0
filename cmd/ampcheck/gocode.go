package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/ampcheck/ampcheck/analysis/program"
	"github.com/ampcheck/ampcheck/graph"
)

// scanCode analyses the Go modules below the targets that are directories.
func (a *app) scanCode(ctx context.Context, in *input, o *options, s *scanned) error {
	for _, target := range in.targets {
		if strings.HasSuffix(target, ".yaml") || strings.HasSuffix(target, ".yml") || strings.HasSuffix(target, ".json") {
			continue
		}
		fragments, problems, err := program.Analyse(ctx, program.Options{
			Dir: filepath.Join(in.root, filepath.FromSlash(target)), Environ: a.env,
		})
		if err != nil {
			return err
		}
		s.fragments = append(s.fragments, fragments...)
		if len(problems) > 0 {
			s.fragments = append(s.fragments, &graph.Fragment{Problems: problems})
		}
	}
	return nil
}
