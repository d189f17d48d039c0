package configscan

import (
	"slices"

	"github.com/ampcheck/ampcheck/graph"
)

func init() {
	register(Scanner{Name: "kubernetes", Detect: isKubernetes, Scan: scanKubernetes})
}

// workloadKind says where a kind of workload keeps its pods.
type workloadKind struct {
	// groups are the API groups that have the kind; other groups have kinds of
	// the same name and another meaning.
	groups []string
	// pod is the way to the pod template: the mapping with metadata and spec.
	pod []string
	// replicas is the way to the number of pods; nil where it is not written
	// in the object. Absent is 1 (k8sapi:apps/v1/types.go, batch/v1/types.go).
	replicas []string
	entry    graph.EntryKind
}

var podTemplate = []string{"spec", "template"}

var workloadKinds = map[string]workloadKind{
	"Deployment":  {groups: []string{"apps", "extensions"}, pod: podTemplate, replicas: []string{"spec", "replicas"}},
	"StatefulSet": {groups: []string{"apps"}, pod: podTemplate, replicas: []string{"spec", "replicas"}},
	"ReplicaSet":  {groups: []string{"apps", "extensions"}, pod: podTemplate, replicas: []string{"spec", "replicas"}},
	"DaemonSet":   {groups: []string{"apps", "extensions"}, pod: podTemplate},
	"Pod":         {groups: []string{""}},
	"Job":         {groups: []string{"batch"}, pod: podTemplate, replicas: []string{"spec", "parallelism"}},
	"CronJob": {groups: []string{"batch"}, pod: []string{"spec", "jobTemplate", "spec", "template"},
		replicas: []string{"spec", "jobTemplate", "spec", "parallelism"}, entry: graph.EntrySchedule},
}

// knativeGroup is that of the Service which is workload and name in one.
const knativeGroup = "serving.knative.dev"

// workloadKindOf is the row for an object; ok is false where it is no workload.
func workloadKindOf(d *Doc) (k workloadKind, ok bool) {
	if d.Kind() == "Service" && d.Group() == knativeGroup {
		return workloadKind{pod: podTemplate}, true
	}
	k, ok = workloadKinds[d.Kind()]
	return k, ok && slices.Contains(k.groups, d.Group())
}

// isKubernetes detects what is read, and the objects that are looked up for it.
func isKubernetes(d *Doc) bool {
	if _, ok := workloadKindOf(d); ok {
		return d.IsObject()
	}
	if !d.IsObject() || d.Group() != "" {
		return false
	}
	switch d.Kind() {
	case "Service", "Namespace", "ConfigMap", "Secret":
		return true
	}
	return false
}

func scanKubernetes(d *Doc, index *Index) graph.Fragment {
	if d.Name() == "" {
		return graph.Fragment{}
	}
	if k, ok := workloadKindOf(d); ok {
		return scanWorkload(d, k, index)
	}
	switch d.Kind() {
	case "Service":
		return graph.Fragment{Bindings: []graph.Binding{serviceBinding(d)}}
	case "Namespace":
		return graph.Fragment{Namespaces: []graph.Namespace{{
			Name:     d.Name(),
			Injected: namespaceInjection(d.Root.Get("metadata")),
			Pos:      namePos(d),
		}}}
	}
	return graph.Fragment{}
}

// namePos is where the name of an object is written.
func namePos(d *Doc) graph.Pos { return d.Root.Get("metadata", "name").Pos() }

// ref names the workload of an object.
func ref(d *Doc) graph.WorkloadRef {
	return graph.WorkloadRef{Namespace: d.Namespace(), Name: d.Name()}
}

// objectName is the identity of an object as it is shown: Kind namespace/name.
func objectName(d *Doc) string { return d.Kind() + " " + qualified(d.Namespace(), d.Name()) }

func qualified(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}

func scanWorkload(d *Doc, k workloadKind, index *Index) graph.Fragment {
	pod := podReader{doc: d, pod: d.Root.Get(k.pod...), index: index}
	w := graph.Workload{
		WorkloadRef: ref(d),
		Object:      d.Kind(),
		Labels:      stringMap(pod.pod.Get("metadata", "labels")),
		Entry:       k.entry,
		Injected:    podInjection(pod.pod),
		Pos:         namePos(d),
	}
	if k.replicas != nil {
		w.Replicas = replicas(d, k.replicas)
	}
	if main := pod.main(); main.Exists() {
		w.Image, _ = main.Get("image").Str()
		w.Command = shownWords(main.Get("command").Strings())
		w.Args = shownWords(main.Get("args").Strings())
		p := imagePart(w.Image)
		w.Kind, w.Protocol = p.kind, p.protocol
	}
	f := graph.Fragment{Workloads: []graph.Workload{w}, Values: pod.values(w)}
	if d.Group() == knativeGroup {
		f.Bindings = []graph.Binding{{Space: graph.SpaceDNS, Name: d.Name(), Namespace: d.Namespace(), Workload: &w.WorkloadRef, Pos: namePos(d)}}
	}
	return f
}

// replicas is the number of pods: 1 where none is written.
func replicas(d *Doc, path []string) graph.Bound {
	v := d.Root.Get(path...)
	if !v.Exists() || v.IsNull() {
		return graph.Exactly(1, graph.BoundDefault, namePos(d))
	}
	if n, ok := v.IntLoose(); ok && n >= 0 {
		return graph.Exactly(int(n), graph.BoundConfigured, v.Pos())
	}
	return graph.Bound{Value: graph.UnknownExpr("replicas of " + objectName(d)), Kind: graph.BoundAssumed, Pos: v.Pos()}
}

// serviceBinding is the name of a Service. One without a selector has neither a
// workload nor an alias: its endpoints are written elsewhere.
func serviceBinding(d *Doc) graph.Binding {
	spec := d.Root.Get("spec")
	b := graph.Binding{
		Space:     graph.SpaceDNS,
		Name:      d.Name(),
		Namespace: d.Namespace(),
		Selector:  stringMap(spec.Get("selector")),
		Pos:       namePos(d),
	}
	switch kind, _ := spec.Get("type").Str(); kind {
	case "ExternalName":
		b.Alias, _ = spec.Get("externalName").Str()
		b.Selector = nil
	case "LoadBalancer", "NodePort":
		b.Exposed = true
	}
	for _, p := range spec.Get("ports").Items() {
		b.Ports = append(b.Ports, servicePort(p))
	}
	return b
}

func servicePort(v Value) graph.Port {
	name, _ := v.Get("name").Str()
	app, _ := v.Get("appProtocol").Str()
	n, _ := v.Get("port").IntLoose()
	p := graph.Port{Name: name, Number: int(n), Protocol: portProtocol(app, name, int(n))}
	if transport, _ := v.Get("protocol").Str(); transport == "UDP" {
		p.Protocol = graph.ProtocolOther
	}
	return p
}

// stringMap reads a mapping of scalars, as labels and selectors are; nil where
// there is none.
func stringMap(v Value) map[string]string {
	var m map[string]string
	for _, f := range v.Fields() {
		if s, ok := f.Value.Str(); ok && f.Key != "" {
			if m == nil {
				m = map[string]string{}
			}
			m[f.Key] = s
		}
	}
	return m
}
