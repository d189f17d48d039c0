package golangci

import (
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"

	ampcheck "github.com/ampcheck/ampcheck/analysis"
)

// golangci-lint finds the plugin by its name, and a setting that is not known is an
// error.
func TestPlugin(t *testing.T) {
	rules := ampcheck.Analyzer.Flags.Lookup("rules").Value
	before := rules.String()
	t.Cleanup(func() {
		if err := rules.Set(before); err != nil {
			t.Fatal(err)
		}
	})
	newPlugin, err := register.GetPlugin("ampcheck")
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(map[string]any{"rules": []string{"AMP002", "AMP006"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := rules.String(); got != "AMP002,AMP006" {
		t.Errorf("rules are %q, want those of the settings", got)
	}
	analyzers, err := p.BuildAnalyzers()
	if err != nil || len(analyzers) != 1 || analyzers[0] != ampcheck.Analyzer || p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("it runs %v with %s: %v", analyzers, p.GetLoadMode(), err)
	}
	if _, err := newPlugin(map[string]any{"rule": "AMP002"}); err == nil || !strings.Contains(err.Error(), "rule") {
		t.Errorf("an unknown setting is %v, want an error", err)
	}
	if _, err := newPlugin(nil); err != nil {
		t.Errorf("no settings are %v", err)
	}
}
