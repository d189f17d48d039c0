package configscan

import (
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// holders are the workloads that read a document, as far as manifests say: the
// workload in whose environment it stands, those whose pods use the ConfigMap
// that holds it, and the compose services into which its file is mounted.
func holders(d *Doc, index *Index) []graph.WorkloadRef {
	var refs []graph.WorkloadRef
	if d.holder != nil {
		if _, ok := workloadKindOf(d.holder); ok {
			return []graph.WorkloadRef{ref(d.holder)}
		}
	}
	for _, o := range index.docs {
		switch {
		case d.holder == nil && isCompose(o):
			refs = append(refs, mounting(o, d.File, index)...)
		case d.holder != nil && sameNamespace(o.Namespace(), d.holder.Namespace()):
			if k, ok := workloadKindOf(o); ok && usesConfigMap(o.Root.Get(k.pod...).Get("spec"), d.holder.Name()) {
				refs = append(refs, ref(o))
			}
		}
	}
	slices.SortFunc(refs, func(a, b graph.WorkloadRef) int {
		return strings.Compare(a.Namespace+"/"+a.Name, b.Namespace+"/"+b.Name)
	})
	return slices.Compact(refs)
}

func sameNamespace(a, b string) bool {
	return sameSpace(a) == sameSpace(b)
}

// usesConfigMap reports whether a pod mounts a ConfigMap or takes its
// environment from it.
func usesConfigMap(pod Value, name string) bool {
	is := func(v Value, key string) bool { return textOf(v.Get(key)) == name }
	for _, v := range pod.Get("volumes").Items() {
		if is(v.Get("configMap"), "name") {
			return true
		}
		for _, source := range v.Get("projected", "sources").Items() {
			if is(source.Get("configMap"), "name") {
				return true
			}
		}
	}
	for _, c := range append(pod.Get("containers").Items(), pod.Get("initContainers").Items()...) {
		for _, from := range c.Get("envFrom").Items() {
			if is(from.Get("configMapRef"), "name") {
				return true
			}
		}
		for _, env := range c.Get("env").Items() {
			if is(env.Get("valueFrom", "configMapKeyRef"), "name") {
				return true
			}
		}
	}
	return false
}

// mounting are the services of a compose file into which a file is mounted, by
// itself or with its directory.
func mounting(compose *Doc, file string, ix *Index) []graph.WorkloadRef {
	var refs []graph.WorkloadRef
	for _, s := range composeServices(compose, ix) {
		if slices.ContainsFunc(s.mounts(), func(m composeMount) bool {
			return m.source == "." || m.source == file || strings.HasPrefix(file, m.source+"/")
		}) {
			refs = append(refs, s.ref)
		}
	}
	return refs
}
