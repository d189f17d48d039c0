// Package golangci lets golangci-lint run the pass, as a module plugin: a
// .custom-gcl.yml names this package, and .golangci.yml the linter ampcheck.
package golangci

import (
	"fmt"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	ampcheck "github.com/ampcheck/ampcheck/analysis"
)

func init() { register.Plugin(ampcheck.Analyzer.Name, New) }

// Settings are those of linters.settings.custom.ampcheck.settings.
type Settings struct {
	// Rules are the rules to report, or "all"; none are those of go vet.
	Rules []string `json:"rules"`
}

// New makes the plugin of its settings. Keys that it does not know are an error.
func New(settings any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](settings)
	if err != nil {
		return nil, err
	}
	if len(s.Rules) > 0 {
		if err := ampcheck.Analyzer.Flags.Set("rules", strings.Join(s.Rules, ",")); err != nil {
			return nil, fmt.Errorf("rules: %w", err)
		}
	}
	return plugin{}, nil
}

type plugin struct{}

// BuildAnalyzers returns the pass.
func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{ampcheck.Analyzer}, nil
}

// GetLoadMode asks for types: the pass builds SSA and keeps facts.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
