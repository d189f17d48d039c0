package configscan

import (
	"maps"
	"path"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// settings lists what the environment and the flags of a service say; given
// counts the services that have an environment file.
func (s *composeService) settings(given map[string]int) []setting {
	return append(s.environment(given), s.flags()...)
}

// environment reads the environment files, then the mapping or the list of
// NAME=text, which wins. A variable without a text is that of the environment
// file beside the compose file, or of the shell that starts compose: not known.
func (s *composeService) environment(given map[string]int) []setting {
	env := &environment{byKey: map[string]setting{}}
	vars := maps.Clone(s.vars)
	for _, e := range s.envFiles() {
		if d := s.files[e.file]; d != nil {
			for _, v := range vars.read(d) {
				v.common = given[e.file] > 1
				env.set(v)
			}
		}
	}
	add := func(key, text string, pos graph.Pos) {
		env.set(setting{source: graph.SourceEnv, key: key, text: s.vars.fill(text), precedence: precedenceMain, pos: pos, secret: s.isSecret(text)})
	}
	passed := func(key string, pos graph.Pos) {
		if _, ok := s.vars[key]; ok {
			add(key, "${"+key+"}", pos)
		} else {
			env.unset(key)
		}
	}
	for _, o := range s.chain() {
		eachVariable(o.value.Get("environment"), add, passed)
	}
	return env.settings()
}

// eachVariable calls add for the variables of a mapping or a list, and passed for
// those without a text.
func eachVariable(values Value, add func(key, text string, pos graph.Pos), passed func(key string, pos graph.Pos)) {
	for _, f := range values.Fields() {
		switch text, ok := f.Value.Str(); {
		case ok && f.Key != "":
			add(f.Key, text, f.Value.Pos())
		case f.Value.IsNull():
			passed(f.Key, f.KeyValue.Pos())
		}
	}
	for _, item := range values.Items() {
		line, _ := item.Str()
		key, text, ok := strings.Cut(line, "=")
		switch {
		case ok && key != "":
			add(key, text, item.Pos())
		case !ok:
			passed(key, item.Pos())
		}
	}
}

// isSecret reports whether what the environment file puts into a text may be a
// secret.
func (s *composeService) isSecret(text string) bool {
	filled := s.vars.fill(text)
	return filled != interpolate(text, nil) && !isPlainValue(filled)
}

// envFile is an environment file of a service.
type envFile struct {
	file     string // "" outside the analysed directory
	optional bool
	pos      graph.Pos
}

// envFiles lists the environment files of a service; later ones win. The short
// form is a path or a list of them, the long one has path and required
// (compose-spec/05-services.md, env_file).
func (s *composeService) envFiles() []envFile {
	var files []envFile
	for _, o := range s.chain() {
		files = append(files, o.ownEnvFiles()...)
	}
	return files
}

func (s *composeService) ownEnvFiles() []envFile {
	v := s.value.Get("env_file")
	entries := v.Items()
	if v.Kind() != List {
		entries = []Value{v}
	}
	var files []envFile
	for _, e := range entries {
		required, _ := e.Get("required").Str()
		if e.Kind() == Map {
			e = e.Get("path")
		}
		name, ok := e.Str()
		if !ok || name == "" {
			continue
		}
		file := path.Join(s.dir, s.vars.fill(name))
		if path.IsAbs(name) || file == ".." || strings.HasPrefix(file, "../") {
			file = ""
		}
		files = append(files, envFile{file, required == "false", e.Pos()})
	}
	return files
}

// missingFiles are the environment files that are not read, as problems:
// addresses in them are not seen. One that lies outside the analysed directory,
// which nothing may read, makes the run incomplete.
func (s *composeService) missingFiles() []graph.Problem {
	var problems []graph.Problem
	for _, e := range s.envFiles() {
		switch {
		case e.file == "":
			problems = append(problems, graph.Problem{Pos: e.pos,
				Message: "the env_file of " + s.ref.Name + " lies outside the analysed directory and is not read: analyse a directory that holds both, or write its addresses under environment"})
		case s.files[e.file] == nil && !e.optional:
			problems = append(problems, graph.Problem{Pos: e.pos, Advisory: true,
				Message: "the env_file of " + s.ref.Name + " is no file of the input, and addresses in it are not seen: write them under environment"})
		}
	}
	return problems
}

func (s *composeService) flags() []setting {
	var settings []setting
	words, places := s.words()
	for _, f := range flagsOf(words) {
		settings = append(settings, setting{source: graph.SourceFlag, key: f.name, text: s.vars.fill(f.text), precedence: precedenceMain, pos: places[f.item],
			secret: s.isSecret(f.text)})
	}
	return settings
}

// words is the command line, entry point first, with the place of each word.
func (s *composeService) words() (words []string, places []graph.Pos) {
	for _, key := range []string{"entrypoint", "command"} {
		v := s.get(key)
		if text, ok := v.Str(); ok {
			for _, w := range strings.Fields(interpolate(text, nil)) {
				words, places = append(words, w), append(places, v.Pos())
			}
		}
		for _, item := range v.Items() {
			if text, ok := item.Str(); ok {
				words, places = append(words, interpolate(text, nil)), append(places, item.Pos())
			}
		}
	}
	return words, places
}

// bindings are the names of a service. Published ports make it reachable from
// outside, under its first name.
func (s *composeService) bindings() []graph.Binding {
	ports, published := s.ports()
	bindings := make([]graph.Binding, len(s.names))
	for i, n := range s.names {
		bindings[i] = graph.Binding{
			Space: graph.SpaceDNS, Name: n.name, Workload: &s.ref,
			Ports: ports, Exposed: published && i == 0, Pos: n.pos,
		}
	}
	return bindings
}

// ports lists the ports that other services reach, and whether one is
// published on the host.
func (s *composeService) ports() (ports []graph.Port, published bool) {
	add := func(n, on int) {
		for _, p := range ports {
			if p.Number == n {
				return
			}
		}
		if on == n {
			on = 0
		}
		ports = append(ports, graph.Port{Number: n, Published: on, Protocol: portProtocol("", "", n)})
	}
	for _, o := range s.chain() {
		for _, v := range o.value.Get("ports").Items() {
			host := s.hostPorts(v)
			for i, n := range s.containerPorts(v) {
				on := 0
				if i < len(host) {
					on = host[i]
				}
				add(n, on)
			}
			published = true
		}
		for _, v := range o.value.Get("expose").Items() {
			for _, n := range s.containerPorts(v) {
				add(n, 0)
			}
		}
	}
	return ports, published
}

// containerPorts are the ports in the container: target of the long form, the last
// of ADDRESS:HOST:CONTAINER/PROTOCOL of the short one, which may be a range.
func (s *composeService) containerPorts(v Value) []int {
	if v.Kind() == Map {
		v = v.Get("target")
	}
	parts := s.portParts(v)
	return portRange(parts[len(parts)-1])
}

// hostPorts are those of the machine: published of the long form, the last but one of
// the short one; none where none is written.
func (s *composeService) hostPorts(v Value) []int {
	if v.Kind() == Map {
		return portRange(s.portParts(v.Get("published"))[0])
	}
	parts := s.portParts(v)
	if len(parts) < 2 {
		return nil
	}
	return portRange(parts[len(parts)-2])
}

// portParts are what stands between the colons of a port, without its protocol.
func (s *composeService) portParts(v Value) []string {
	text, _, _ := strings.Cut(s.vars.fill(textOf(v)), "/")
	return strings.Split(text, ":")
}

// portRange are the ports of a number or a range of them; none for anything else.
func portRange(text string) []int {
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		last = first
	}
	low, errLow := strconv.Atoi(first)
	high, errHigh := strconv.Atoi(last)
	if errLow != nil || errHigh != nil || low < 1 || high > 65535 {
		return nil
	}
	var ports []int
	for n := low; n <= high; n++ {
		ports = append(ports, n)
	}
	return ports
}

// int reads a number that may come from the default of a variable.
func (s *composeService) int(v Value) (int, bool) {
	text, _ := v.Str()
	n, err := strconv.Atoi(s.vars.fill(text))
	return n, err == nil && n >= 0
}
