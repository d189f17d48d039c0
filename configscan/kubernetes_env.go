package configscan

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// environment holds the variables of one container. Texts of secrets are in it
// so that other variables can be put together from them; shown they are not.
type environment struct {
	byKey map[string]setting
	order []string
	// expanded is the length of all texts that were put together.
	expanded int
}

// settings lists the variables in the order in which they were first set.
func (e *environment) settings() []setting {
	list := make([]setting, len(e.order))
	for i, key := range e.order {
		list[i] = e.byKey[key]
	}
	return list
}

// set adds a variable; a later one of the same name replaces it.
func (e *environment) set(s setting) {
	if _, ok := e.byKey[s.key]; !ok {
		e.order = append(e.order, s.key)
	}
	e.byKey[s.key] = s
}

// unset removes a variable whose value is not known.
func (e *environment) unset(key string) {
	if _, ok := e.byKey[key]; ok {
		delete(e.byKey, key)
		e.order = slices.DeleteFunc(e.order, func(k string) bool { return k == key })
	}
}

// environment reads envFrom, then env, as the kubelet does: later ones win
// (k8sapi:core/v1/types.go, Container.EnvFrom and Env).
func (r podReader) environment(c Value) *environment {
	env := &environment{byKey: map[string]setting{}}
	for _, from := range c.Get("envFrom").Items() {
		prefix, _ := from.Get("prefix").Str()
		r.addAll(env, prefix, "ConfigMap", from.Get("configMapRef", "name"))
		r.addAll(env, prefix, "Secret", from.Get("secretRef", "name"))
	}
	for _, v := range c.Get("env").Items() {
		r.addVariable(env, v)
	}
	return env
}

// addAll adds every key of a ConfigMap or Secret, under a prefix.
func (r podReader) addAll(env *environment, prefix, kind string, name Value) {
	d, ok := r.find(kind, name)
	if !ok {
		return
	}
	for _, part := range dataParts(kind) {
		for _, f := range d.Root.Get(part).Fields() {
			if s, ok := dataSetting(kind, part, f.Value); ok && f.Key != "" {
				s.key = prefix + f.Key
				env.set(s)
			}
		}
	}
}

func (r podReader) addVariable(env *environment, v Value) {
	key, ok := v.Get("name").Str()
	if !ok || key == "" {
		return
	}
	if text, ok := v.Get("value").Str(); ok {
		text, secret := env.expand(text)
		env.set(setting{source: graph.SourceEnv, key: key, text: text, secret: secret, pos: v.Get("value").Pos()})
		return
	}
	s, ok := r.reference("ConfigMap", v.Get("valueFrom", "configMapKeyRef"))
	if !ok {
		s, ok = r.reference("Secret", v.Get("valueFrom", "secretKeyRef"))
	}
	if !ok {
		env.unset(key)
		return
	}
	s.key = key
	env.set(s)
}

// reference looks up one key of a ConfigMap or Secret.
func (r podReader) reference(kind string, from Value) (setting, bool) {
	d, ok := r.find(kind, from.Get("name"))
	key, keyed := from.Get("key").Str()
	if !ok || !keyed {
		return setting{}, false
	}
	for _, part := range slices.Backward(dataParts(kind)) {
		if s, ok := dataSetting(kind, part, d.Root.Get(part, key)); ok {
			return s, true
		}
	}
	return setting{}, false
}

// find looks an object up in the namespace of the pod.
func (r podReader) find(kind string, name Value) (*Doc, bool) {
	s, ok := name.Str()
	if !ok {
		return nil, false
	}
	return r.index.Object(kind, r.doc.Namespace(), s)
}

// dataParts are the mappings that hold the data, the strongest last
// (k8sapi:core/v1/types.go, Secret.StringData).
func dataParts(kind string) []string {
	if kind == "Secret" {
		return []string{"data", "stringData"}
	}
	return []string{"data"}
}

func dataSetting(kind, part string, v Value) (setting, bool) {
	text, ok := v.Str()
	if !ok {
		return setting{}, false
	}
	if kind == "ConfigMap" {
		return setting{source: graph.SourceConfigMap, text: text, pos: v.Pos()}, true
	}
	if part == "data" {
		raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
		if err != nil {
			return setting{}, false
		}
		text = strings.TrimSpace(string(raw))
	}
	return setting{source: graph.SourceEnv, text: text, secret: true, pos: v.Pos()}, true
}

// The limits of expansion: variables that double each other grow without bound.
const (
	maxExpanded  = 1 << 12 // bytes of one text
	maxExpansion = 1 << 20 // bytes of all texts of a container
)

// expand fills in $(NAME) for the variables set so far; $$ stands for $, and
// what is not set stays as it is
// (kubernetes/third_party/forked/golang/expansion/expand.go). secret tells that
// a secret went into the text.
func (e *environment) expand(text string) (expanded string, secret bool) {
	if len(text) > maxExpanded || e.expanded > maxExpansion {
		return text, false
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '$')
		if i < 0 || i+1 == len(text) {
			b.WriteString(text)
			e.expanded += b.Len()
			return b.String(), secret
		}
		b.WriteString(text[:i])
		part, length := text[i:i+1], 1
		switch end := strings.IndexByte(text[i:], ')'); {
		case text[i+1] == '$':
			length = 2
		case text[i+1] == '(' && end > 0:
			length = end + 1
			part = text[i : i+length]
			if s, ok := e.byKey[part[2:end]]; ok && b.Len()+len(s.text) <= maxExpanded {
				part, secret = s.text, secret || s.secret
			}
		}
		b.WriteString(part)
		text = text[i+length:]
	}
}
