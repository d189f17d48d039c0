package configscan

import (
	"path"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// settings lists what the environment and the flags of a service say.
// Environment files are not read; envFiles says so.
func (s *composeService) settings() []setting {
	return append(s.environment(), s.flags()...)
}

// environment reads the mapping or the list of NAME=text. A variable without a
// text is taken from the shell that starts compose: not known.
func (s *composeService) environment() []setting {
	var settings []setting
	add := func(key, text string, pos graph.Pos) {
		settings = append(settings, setting{source: graph.SourceEnv, key: key, text: interpolate(text), precedence: precedenceMain, pos: pos})
	}
	env := s.value.Get("environment")
	for _, f := range env.Fields() {
		if text, ok := f.Value.Str(); ok && f.Key != "" {
			add(f.Key, text, f.Value.Pos())
		}
	}
	for _, item := range env.Items() {
		line, _ := item.Str()
		if key, text, ok := strings.Cut(line, "="); ok && key != "" {
			add(key, text, item.Pos())
		}
	}
	return settings
}

// envFiles are the environment files of a service, as problems: addresses in
// them are not seen. One that lies outside the analysed directory, which nothing
// may read, makes the run incomplete. The short form is a path or a list of
// them, the long one has path (compose-spec/05-services.md, env_file).
func (s *composeService) envFiles() []graph.Problem {
	v := s.value.Get("env_file")
	entries := v.Items()
	if v.Kind() != List {
		entries = []Value{v}
	}
	var problems []graph.Problem
	for _, e := range entries {
		if e.Kind() == Map {
			e = e.Get("path")
		}
		name, ok := e.Str()
		if !ok || name == "" {
			continue
		}
		problem := graph.Problem{Pos: e.Pos(), Advisory: true,
			Message: "the env_file of " + s.ref.Name + " is not read, and addresses in it are not seen: write them under environment"}
		file := path.Join(s.dir, interpolate(name))
		if path.IsAbs(name) || file == ".." || strings.HasPrefix(file, "../") {
			problem.Advisory = false
			problem.Message = "the env_file of " + s.ref.Name + " lies outside the analysed directory and is not read: analyse a directory that holds both, or write its addresses under environment"
		}
		problems = append(problems, problem)
	}
	return problems
}

func (s *composeService) flags() []setting {
	var settings []setting
	words, places := s.words()
	for _, f := range flagsOf(words) {
		settings = append(settings, setting{source: graph.SourceFlag, key: f.name, text: f.text, precedence: precedenceMain, pos: places[f.item]})
	}
	return settings
}

// words is the command line, entry point first, with the place of each word.
func (s *composeService) words() (words []string, places []graph.Pos) {
	for _, key := range []string{"entrypoint", "command"} {
		v := s.value.Get(key)
		if text, ok := v.Str(); ok {
			for _, w := range strings.Fields(interpolate(text)) {
				words, places = append(words, w), append(places, v.Pos())
			}
		}
		for _, item := range v.Items() {
			if text, ok := item.Str(); ok {
				words, places = append(words, interpolate(text)), append(places, item.Pos())
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
	add := func(n int) {
		for _, p := range ports {
			if p.Number == n {
				return
			}
		}
		ports = append(ports, graph.Port{Number: n, Protocol: portProtocol("", "", n)})
	}
	for _, v := range s.value.Get("ports").Items() {
		if n, ok := containerPort(v); ok {
			add(n)
		}
		published = true
	}
	for _, v := range s.value.Get("expose").Items() {
		if n, ok := containerPort(v); ok {
			add(n)
		}
	}
	return ports, published
}

// containerPort is the port in the container: target of the long form, the last
// of ADDRESS:HOST:CONTAINER/PROTOCOL of the short one. Ranges have none.
func containerPort(v Value) (int, bool) {
	if v.Kind() == Map {
		return composePort(v.Get("target"))
	}
	return composePort(v)
}

func composePort(v Value) (int, bool) {
	text, _ := v.Str()
	text, _, _ = strings.Cut(interpolate(text), "/")
	n, err := strconv.Atoi(text[strings.LastIndexByte(text, ':')+1:])
	return n, err == nil && n >= 1 && n <= 65535
}

// composeInt reads a number that may come from the default of a variable.
func composeInt(v Value) (int, bool) {
	text, _ := v.Str()
	n, err := strconv.Atoi(interpolate(text))
	return n, err == nil && n >= 0
}
