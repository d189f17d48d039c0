package configscan

import "testing"

// Files of an environment are those that it names, and those that none names.
func TestFilesOfEnvironments(t *testing.T) {
	environments := map[string][]string{"prod": {"deploy/base", "deploy/prod/*.yaml"}, "staging": {"deploy/base", "deploy/staging"}}
	for _, tt := range []struct{ environment, file string }{
		{"prod", "deploy/base/a.yaml"}, {"prod", "deploy/prod/a.yaml"}, {"prod", "compose.yaml"},
		{"staging", "deploy/base/a.yaml"}, {"staging", "deploy/staging/deep/a.yaml"},
		{"staging", "deploy/prod/deep/a.yaml"}, // no environment names it
		{"", "deploy/prod/a.yaml"}, {"", "deploy/staging/a.yaml"},
	} {
		f, err := newFilter(nil, Options{Environments: environments, Environment: tt.environment})
		if err != nil || !f.allows(tt.file) {
			t.Errorf("%q does not read %s (%v)", tt.environment, tt.file, err)
		}
	}
	for environment, file := range map[string]string{"prod": "deploy/staging/a.yaml", "staging": "deploy/prod/a.yaml"} {
		if f, _ := newFilter(nil, Options{Environments: environments, Environment: environment}); f.allows(file) {
			t.Errorf("%s reads %s", environment, file)
		}
	}
	if f, _ := newFilter(nil, Options{Environments: environments, Environment: "prod", Exclude: []string{"deploy/base"}}); f.allows("deploy/base/a.yaml") {
		t.Error("what is excluded is read because an environment names it")
	}
}
