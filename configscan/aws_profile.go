package configscan

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// The shared configuration of the AWS SDKs: how often a client tries is written
// in a profile of ~/.aws/config, where no variable says it.
func init() {
	register(Scanner{
		Name:     "aws-profile",
		Language: &Language{Names: isAWSConfigName, Holds: holdsAWSProfile, Parse: parseAWSConfig},
		Detect:   func(d *Doc) bool { return d.Language == "aws-profile" },
		Scan:     scanAWSConfig, Finish: finishAWSConfig,
		Formats: []graph.Format{{
			Name: "aws-profile", Written: "max_attempts and retry_mode of a profile of ~/.aws/config",
			Default: "3",
			Sources: []string{
				"github.com/aws/aws-sdk-go-v2/config@v1.33.18 shared_config.go:100-101,385-403,713-780",
				"github.com/aws/aws-sdk-go-v2/config@v1.33.18 resolve.go:407-425",
			},
		}},
	})
}

// isAWSConfigName knows the names that such a file has in trees and ConfigMaps.
func isAWSConfigName(file string) bool {
	switch base := path.Base(file); base {
	case "config", "aws-config", "aws_config", "aws.config", "aws-config.ini", "aws.ini":
		return true
	}
	return false
}

// holdsAWSProfile tells it from the many other files called config.
func holdsAWSProfile(data []byte) bool {
	return (bytes.Contains(data, []byte("[default]")) || bytes.Contains(data, []byte("[profile "))) &&
		(bytes.Contains(bytes.ToLower(data), []byte("max_attempts")) || bytes.Contains(bytes.ToLower(data), []byte("retry_mode")))
}

// parseAWSConfig reads lines as the SDK does (aws-sdk-go-v2/config@v1.33.18
// internal/ini/tokenize.go): [profile NAME], then KEY = text, or KEY: text. What
// is indented belongs to the key above it, if that has no text of its own. A
// statement is the section, the key and the text; the section alone is its start.
func parseAWSConfig(file string, data []byte) (*Doc, []graph.Problem) {
	d := &Doc{}
	var section string
	nested := false
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSuffix(line, "\r")
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' || text[0] == ';' {
			continue
		}
		if name, ok := awsSection(line); ok {
			section, nested = name, false
			start := graph.Pos{File: file, Line: i + 1, Col: 1}
			d.Statements = append(d.Statements, statement{words: []word{{text: section, pos: start}}})
			continue
		}
		indented := line[0] == ' ' || line[0] == '\t'
		key, value, at, ok := awsProperty(line)
		if !ok || section == "" || indented && nested {
			continue
		}
		nested = value == "" && !indented
		pos := func(col int) graph.Pos {
			return graph.Pos{File: file, Line: i + 1, Col: len([]rune(line[:col])) + 1}
		}
		start := pos(len(line) - len(strings.TrimLeft(line, " \t")))
		d.Statements = append(d.Statements, statement{words: []word{{text: section, pos: start}, {text: key, pos: start}, {text: value, pos: pos(at)}}})
	}
	return d, nil
}

// awsSection is "profile NAME", or the only word, of a line with a section.
func awsSection(line string) (name string, ok bool) {
	line, _, _ = strings.Cut(line, "#")
	line, _, _ = strings.Cut(line, ";")
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "[") || !strings.HasSuffix(line, "]") || len(line) < 2 {
		return "", false
	}
	return strings.Join(strings.Fields(line[1:len(line)-1]), " "), true
}

// awsProperty is the key, in lower case, and the text of a line, with the column
// where the text starts.
func awsProperty(line string) (key, value string, at int, ok bool) {
	for _, comment := range []string{" #", " ;", "\t#", "\t;"} {
		line, _, _ = strings.Cut(line, comment)
	}
	i := strings.IndexAny(line, "=:")
	if i < 0 {
		return "", "", 0, false
	}
	value = strings.TrimSpace(line[i+1:])
	at = i + 1 + len(line[i+1:]) - len(strings.TrimLeft(line[i+1:], " \t"))
	if n := len(value); n >= 2 && value[0] == value[n-1] && (value[0] == '"' || value[0] == '\'') {
		value, at = value[1:n-1], at+1
	}
	return strings.ToLower(strings.TrimSpace(line[:i])), value, at, true
}

// awsVariables are the variables that say the same as a key, and win over it.
var awsVariables = map[string]string{"max_attempts": "AWS_MAX_ATTEMPTS", "retry_mode": "AWS_RETRY_MODE"}

// awsMark begins the keys of the values of profiles between Scan and Finish.
const awsMark = "aws-profile:"

// scanAWSConfig is what each profile says to each workload that has the file,
// under the path that it has there. Finish knows which of them a workload uses.
func scanAWSConfig(d *Doc, index *Index) graph.Fragment {
	e := &effects{name: d.path()}
	copies := copiesOf(d, index)
	last := map[[2]string]int{}
	for i, s := range d.Statements {
		last[[2]string{s.name(), s.arg(0).text}] = i
	}
	for i, s := range d.Statements {
		section, key, value := s.name(), s.arg(0).text, s.arg(1)
		if !strings.HasPrefix(section, "profile ") && section != "default" || key != "" && awsVariables[key] == "" {
			continue
		}
		if last[[2]string{section, key}] != i || key != "" && !e.takesAWS(section, key, value) {
			continue
		}
		for _, c := range copies {
			e.f.Values = append(e.f.Values, graph.Value{Workload: c.ref, Source: graph.SourceFileKey,
				Key: awsMark + c.target + graph.FileKeySeparator + section + graph.FileKeySeparator + key, Text: value.text, Pos: value.pos})
		}
	}
	if len(copies) == 0 && len(d.Statements) > 0 {
		e.f.Problems = append(e.f.Problems, graph.Problem{Pos: d.Statements[0].pos(), Advisory: true,
			Message: "no workload of the input has the profiles of " + e.name + ": how often the clients of AWS try is not read from there"})
	}
	return e.f
}

// copiesOf are the workloads that have a document, each with the path that it has
// there.
func copiesOf(d *Doc, index *Index) []composeMount {
	var copies []composeMount
	if d.holder == nil {
		for _, m := range index.mountsOf(d.File) {
			copies = append(copies, composeMount{ref: m.ref, target: m.at(d.File)})
		}
		return copies
	}
	for _, ref := range holders(d, index) {
		for _, p := range index.containerPaths(d) {
			copies = append(copies, composeMount{ref: ref, target: p})
		}
	}
	return copies
}

// takesAWS reports whether the SDK takes a text, and says where it does not: no
// client can be made then (shared_config.go:1139-1144).
func (e *effects) takesAWS(section, key string, value word) bool {
	ok := slices.Contains([]string{"standard", "adaptive"}, value.text)
	if key == "max_attempts" {
		_, err := strconv.ParseInt(value.text, 0, 64)
		ok = err == nil
	}
	if !ok {
		e.f.Problems = append(e.f.Problems, graph.Problem{Pos: value.pos, Message: key + " of [" + section + "] of " + e.name + " is refused, and no client of AWS can be made"})
	}
	return ok
}

// finishAWSConfig gives each workload the values of the profile that its
// variables name, in the file that they name. It changes the fragment in place.
func finishAWSConfig(f *graph.Fragment, _ Options) graph.Fragment {
	env := map[graph.WorkloadRef]map[string]string{}
	sections := map[graph.WorkloadRef]map[string]graph.Value{}
	rest := f.Values[:0]
	for _, v := range f.Values {
		if key, ok := strings.CutPrefix(v.Key, awsMark); ok && v.Source == graph.SourceFileKey {
			if sections[v.Workload] == nil {
				sections[v.Workload] = map[string]graph.Value{}
			}
			sections[v.Workload][key] = v
			continue
		}
		if v.Source == graph.SourceEnv && strings.HasPrefix(v.Key, "AWS_") {
			if env[v.Workload] == nil {
				env[v.Workload] = map[string]string{}
			}
			env[v.Workload][v.Key] = v.Text
		}
		rest = append(rest, v)
	}
	f.Values = rest
	var out graph.Fragment
	for w, found := range sections {
		out.Values = append(out.Values, usedProfile(found, env[w])...)
	}
	slices.SortFunc(out.Values, func(a, b graph.Value) int {
		return strings.Compare(a.Workload.Namespace+"/"+a.Workload.Name+"/"+a.Key, b.Workload.Namespace+"/"+b.Workload.Name+"/"+b.Key)
	})
	return out
}

// usedProfile are the values of the profile that a workload uses, as variables
// that every variable wins over. Of [default] and [profile default] the second
// counts (shared_config.go:713-780); 0 is as if nothing were written.
func usedProfile(found map[string]graph.Value, env map[string]string) []graph.Value {
	profile := "default"
	for _, key := range []string{"AWS_DEFAULT_PROFILE", "AWS_PROFILE"} {
		if env[key] != "" {
			profile = env[key]
		}
	}
	section := "profile " + profile
	if profile == "default" && !hasSection(found, section) {
		section = "default"
	}
	var values []graph.Value
	for key, v := range found {
		parts := strings.Split(key, graph.FileKeySeparator)
		if file := env["AWS_CONFIG_FILE"]; file != "" && parts[0] != file || file == "" && !strings.HasSuffix(parts[0], "/.aws/config") {
			continue
		}
		if n, err := strconv.ParseInt(v.Text, 0, 64); parts[1] != section || parts[2] == "" || err == nil && n == 0 {
			continue
		}
		v.Source, v.Key = graph.SourceEnv, awsVariables[parts[2]]
		if env[v.Key] == "0" { // as if the variable were not there
			v.Precedence = precedenceMain + 1
		}
		values = append(values, v)
	}
	return values
}

func hasSection(found map[string]graph.Value, section string) bool {
	for key := range found {
		if strings.Split(key, graph.FileKeySeparator)[1] == section {
			return true
		}
	}
	return false
}
