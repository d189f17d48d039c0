// Package measure holds what the conformance run counts: the cases, the
// measurement that is committed, and the hash that says whether it is current.
package measure

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/testdata/conformance/servers"
)

// Case is one library in one version: a folder below cases that is a module,
// with a main package for each setting. It is described by case.json.
type Case struct {
	// Dir is the folder, Name its last element.
	Dir  string `json:"-"`
	Name string `json:"-"`
	// Library is the name of the row of the table.
	Library string `json:"library"`
	// Protocol is what the servers speak.
	Protocol string `json:"protocol"`
	// Reply is what servers of HTTP answer beside the status.
	Reply servers.Reply `json:"reply,omitzero"`
	// Without are the faults that are left out, with the reason: for all
	// settings, or for one as "setting/fault".
	Without map[string]string `json:"without,omitempty"`
	// Below are the cells, as in Without, in which fewer attempts than predicted
	// are right, with the reason. More are right in none.
	Below map[string]string `json:"below,omitempty"`
	// Misses are the cells in which the analysis is known to be wrong, with the
	// reason.
	Misses map[string]string `json:"misses,omitempty"`
	// Environment is what the program of a setting finds in its environment beside the
	// address of its server, as the file of the setting that deploys it says.
	Environment map[string]map[string]string `json:"environment,omitempty"`
	// Timed are the settings whose retries end with time and not with a count: what
	// counts is the figure for the window that the policy of the case names.
	Timed []string `json:"timed,omitempty"`
	// Cut is where a run that should have no end is ended if its pauses are too long
	// for more; 0 is at 60 attempts.
	Cut int `json:"cut,omitempty"`
	// Settings are the main packages, "default" first.
	Settings []string `json:"-"`
}

// Cases reads the cases below the conformance folder, sorted by name.
func Cases(root string) ([]*Case, error) {
	files, err := filepath.Glob(filepath.Join(root, "cases", "*", "case.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var cases []*Case
	for _, file := range files {
		c, err := readCase(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func readCase(file string) (*Case, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c := &Case{Dir: filepath.Dir(file)}
	c.Name = filepath.Base(c.Dir)
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(c); err != nil {
		return nil, err
	}
	mains, err := filepath.Glob(filepath.Join(c.Dir, "*", "main.go"))
	if err != nil {
		return nil, err
	}
	for _, main := range mains {
		c.Settings = append(c.Settings, filepath.Base(filepath.Dir(main)))
	}
	slices.SortFunc(c.Settings, func(a, b string) int {
		return strings.Compare(order(a), order(b))
	})
	if len(c.Settings) == 0 || c.Settings[0] != "default" {
		return nil, fmt.Errorf("no main package named default")
	}
	return c, nil
}

// Window is the window that the policy of a case names; 0 where there is none.
func (c *Case) Window() time.Duration {
	policy, err := os.ReadFile(filepath.Join(c.Dir, ".ampcheck.yaml"))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(policy), "window: ")
	window, _, _ := strings.Cut(rest, "\n")
	d, _ := time.ParseDuration(window)
	return d
}

// order sorts the settings that all cases have to the front.
func order(setting string) string {
	switch setting {
	case "default":
		return "0"
	case "changed":
		return "1"
	case "off":
		return "2"
	}
	return "3" + setting
}

// Why looks a cell up in one of the maps of a case.
func Why(cells map[string]string, setting string, fault servers.Fault) string {
	if why := cells[setting+"/"+string(fault)]; why != "" {
		return why
	}
	return cells[string(fault)]
}

// Env is the environment variable from which a program takes the address of its
// server. Each setting has its own, so that each is a target of its own.
func Env(setting string) string {
	return strings.ToUpper(strings.ReplaceAll(setting, "-", "_")) + "_SERVER"
}
