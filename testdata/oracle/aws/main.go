// Aws asks the reader of shared configuration of the AWS SDK for Go what it makes of
// the documents of its scanner, and writes it down.
//
//	cd testdata/oracle/aws && go run . [-o ../aws-profile.json]
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/config"
	"gopkg.in/yaml.v3"

	"github.com/ampcheck/ampcheck/testdata/oracle/documents"
)

func main() {
	documents.Main(documents.AWS, "github.com/aws/aws-sdk-go-v2/config", ask)
}

// ask is what each service of the compose file of a document gets: from its
// variables, else from the profile that they name, in the file that they name.
func ask(d documents.Document) ([]string, error) {
	var project struct {
		Services map[string]struct {
			Volumes     []string
			Environment map[string]string
		}
	}
	if err := yaml.Unmarshal([]byte(d.Files["compose.yaml"]), &project); err != nil {
		return nil, err
	}
	var lines []string
	for name, s := range project.Services {
		file := s.Environment["AWS_CONFIG_FILE"]
		if file == "" {
			file = "/root/.aws/config"
		}
		text, found := "", false
		for _, v := range s.Volumes {
			if source, target, ok := strings.Cut(v, ":"); ok && !found {
				text, found = d.Files[path.Join(source, strings.TrimPrefix(file, target))]
				found = found && strings.HasPrefix(file, target)
			}
		}
		settings, err := profile(text, s.Environment["AWS_PROFILE"])
		if err != nil {
			return nil, err
		}
		for key := range settings {
			if v := s.Environment[key]; v != "" && v != "0" { // 0 is as if it were not there (env_config.go:491-500)
				settings[key] = v
			}
			lines = append(lines, name+" "+key+"="+settings[key])
		}
		if v := s.Environment["AWS_MAX_ATTEMPTS"]; v != "" && settings["AWS_MAX_ATTEMPTS"] == "" {
			lines = append(lines, name+" AWS_MAX_ATTEMPTS="+v)
		}
	}
	slices.Sort(lines)
	return lines, nil
}

// profile is what a profile says, in the form of variables. One that is not there
// says nothing here: that the program does not start is another matter.
func profile(text, name string) (map[string]string, error) {
	dir, err := os.MkdirTemp("", "aws")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "config")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return nil, err
	}
	if name == "" {
		name = config.DefaultSharedConfigProfile
	}
	settings := map[string]string{}
	c, err := config.LoadSharedConfigProfile(context.Background(), name, func(o *config.LoadSharedConfigOptions) {
		o.ConfigFiles, o.CredentialsFiles = []string{file}, []string{}
	})
	var none config.SharedConfigProfileNotExistError
	if errors.As(err, &none) {
		return settings, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s", strings.ReplaceAll(err.Error(), dir+"/", ""))
	}
	if c.RetryMaxAttempts != 0 {
		settings["AWS_MAX_ATTEMPTS"] = fmt.Sprint(c.RetryMaxAttempts)
	}
	if c.RetryMode != "" {
		settings["AWS_RETRY_MODE"] = string(c.RetryMode)
	}
	return settings, nil
}
