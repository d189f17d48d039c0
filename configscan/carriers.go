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
	if d.holder != nil {
		if _, ok := workloadKindOf(d.holder); ok {
			return []graph.WorkloadRef{ref(d.holder)}
		}
		return index.configMapUsers()[configMapID(d.holder.Namespace(), d.holder.Name())]
	}
	var refs []graph.WorkloadRef
	for _, m := range index.mountsOf(d.File) {
		refs = append(refs, m.ref)
	}
	return sortedRefs(refs)
}

// sortedRefs are those of objects that have a name, each once.
func sortedRefs(refs []graph.WorkloadRef) []graph.WorkloadRef {
	refs = slices.DeleteFunc(refs, func(r graph.WorkloadRef) bool { return r.Name == "" })
	slices.SortFunc(refs, func(a, b graph.WorkloadRef) int {
		return strings.Compare(a.Namespace+"/"+a.Name, b.Namespace+"/"+b.Name)
	})
	return slices.Compact(refs)
}

func configMapID(namespace, name string) objectID {
	return objectID{"ConfigMap", sameSpace(namespace), name}
}

// configMapUsers are the workloads whose pods mount a ConfigMap or take their
// environment from it.
func (ix *Index) configMapUsers() map[objectID][]graph.WorkloadRef {
	return shared(ix, "users of ConfigMaps", func() map[objectID][]graph.WorkloadRef {
		users := map[objectID][]graph.WorkloadRef{}
		for _, d := range ix.docs {
			k, ok := workloadKindOf(d)
			if !ok {
				continue
			}
			for name := range configMapsOf(d.Root.Get(k.pod...).Get("spec")) {
				id := configMapID(d.Namespace(), name)
				users[id] = append(users[id], ref(d))
			}
		}
		for id, refs := range users {
			users[id] = sortedRefs(refs)
		}
		return users
	})
}

func sameNamespace(a, b string) bool {
	return sameSpace(a) == sameSpace(b)
}

// configMapsOf are the names of the ConfigMaps that a pod uses.
func configMapsOf(pod Value) map[string]bool {
	names := map[string]bool{}
	add := func(v Value) {
		if name := textOf(v.Get("name")); name != "" {
			names[name] = true
		}
	}
	for _, v := range pod.Get("volumes").Items() {
		add(v.Get("configMap"))
		for _, source := range v.Get("projected", "sources").Items() {
			add(source.Get("configMap"))
		}
	}
	for _, c := range append(pod.Get("containers").Items(), pod.Get("initContainers").Items()...) {
		for _, from := range c.Get("envFrom").Items() {
			add(from.Get("configMapRef"))
		}
		for _, env := range c.Get("env").Items() {
			add(env.Get("valueFrom", "configMapKeyRef"))
		}
	}
	return names
}
