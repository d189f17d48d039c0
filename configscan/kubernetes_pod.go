package configscan

import (
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// podReader reads the configuration values of one pod template.
type podReader struct {
	doc   *Doc
	pod   Value
	index *Index
}

// defaultContainer is the annotation that names the main container where it is
// not the first (kubectl, polymorphichelpers).
const defaultContainer = "kubectl.kubernetes.io/default-container"

// main is the container that does the work: the named one, else the first.
func (r podReader) main() Value {
	containers := r.pod.Get("spec", "containers").Items()
	named, _ := r.pod.Get("metadata", "annotations", defaultContainer).Str()
	for _, c := range containers {
		if name, _ := c.Get("name").Str(); named != "" && name == named {
			return c
		}
	}
	if len(containers) == 0 {
		return Value{}
	}
	return containers[0]
}

// containers lists what runs while requests are served, the main one first.
// Init containers are done before, unless they restart for good: those are
// sidecars (k8sapi:core/v1/types.go, ContainerRestartPolicyAlways).
func (r podReader) containers() []Value {
	main := r.main()
	if !main.Exists() {
		return nil
	}
	all := []Value{main}
	for _, c := range r.pod.Get("spec", "containers").Items() {
		if c != main {
			all = append(all, c)
		}
	}
	for _, c := range r.pod.Get("spec", "initContainers").Items() {
		if policy, _ := c.Get("restartPolicy").Str(); policy == "Always" {
			all = append(all, c)
		}
	}
	return all
}

// values lists what the environment and the flags of the containers say.
func (r podReader) values(w graph.Workload) []graph.Value {
	names := clusterNames{r.index, r.doc.Namespace()}
	finder := peerFinder{
		known: names.known,
		own: func(host string) bool {
			s, ok := names.service(host)
			return ok && selects(s, w.Labels) || !ok && strings.EqualFold(host, w.Name)
		},
		watches: isTelemetryImage(w.Image),
	}
	var values []graph.Value
	for i, c := range r.containers() {
		precedence := precedenceOther
		if i == 0 {
			precedence = precedenceMain
		}
		env := r.environment(c)
		for _, s := range append(env.settings(), flagSettings(c, env)...) {
			s.precedence = precedence
			values = append(values, finder.values(w.WorkloadRef, s)...)
		}
	}
	return values
}

// flagSettings lists the flags of a container, with variables filled in.
func flagSettings(c Value, env *environment) []setting {
	items := append(c.Get("command").Items(), c.Get("args").Items()...)
	words := make([]string, len(items))
	for i, item := range items {
		words[i], _ = item.Str()
	}
	var settings []setting
	for _, f := range flagsOf(words) {
		text, secret := env.expand(f.text)
		settings = append(settings, setting{source: graph.SourceFlag, key: f.name, text: text, secret: secret, pos: items[f.item].Pos()})
	}
	return settings
}

// clusterNames resolves host names as the pods of a namespace do.
type clusterNames struct {
	index     *Index
	namespace string
}

func (n clusterNames) known(host string) bool {
	_, ok := n.service(host)
	return ok
}

// service finds the Service behind name, name.namespace and
// name.namespace.svc.DOMAIN, and, with the name of a pod in front, behind the
// names of the pods of a headless Service
// (kubernetes/website, dns-pod-service.md).
func (n clusterNames) service(host string) (*Doc, bool) {
	labels := strings.Split(host, ".")
	at := func(name, namespace int) (*Doc, bool) {
		if name >= len(labels) || namespace >= len(labels) || len(labels) > namespace+1 && labels[namespace+1] != "svc" {
			return nil, false
		}
		return n.index.Object("Service", labels[namespace], labels[name])
	}
	if len(labels) == 1 {
		return n.index.Object("Service", n.namespace, host)
	}
	if d, ok := at(0, 1); ok {
		return d, true
	}
	if d, ok := at(1, 2); ok {
		return d, true
	}
	if len(labels) == 2 {
		return n.index.Object("Service", n.namespace, labels[1])
	}
	return nil, false
}

// selects reports whether a Service selects pods with the labels.
func selects(service *Doc, labels map[string]string) bool {
	selector := stringMap(service.Root.Get("spec", "selector"))
	for key, value := range selector {
		if labels[key] != value {
			return false
		}
	}
	return len(selector) > 0
}
