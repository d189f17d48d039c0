package configscan

import (
	"maps"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

const istioMesh = "istio"

// The labels and annotations that decide about the proxy
// (istio:pkg/kube/inject/inject.go, injectRequired; istioapi:label/labels.gen.go).
const (
	injectKey     = "sidecar.istio.io/inject"
	namespaceKey  = "istio-injection"
	revisionKey   = "istio.io/rev"
	dataplaneKey  = "istio.io/dataplane-mode"
	dataplaneNone = "none"
)

// podInjection says whether a pod template asks for the proxy of the mesh. The
// label wins over the annotation of the same name, and a pod on the network of
// its host gets no proxy.
func podInjection(pod Value) map[string]graph.Answer {
	labels, annotations := pod.Get("metadata", "labels"), pod.Get("metadata", "annotations")
	answer := switched(labels.Get(injectKey))
	if answer == "" {
		answer = switched(annotations.Get(injectKey))
	}
	if answer == "" && hasText(labels.Get(revisionKey)) {
		answer = graph.Yes
	}
	if answer == "" {
		answer = ambient(labels)
	}
	if host, _ := pod.Get("spec", "hostNetwork").Bool(); host {
		answer = graph.No
	}
	return injected(answer, linkerdInjection(annotations))
}

// namespaceInjection says whether a namespace asks for the proxy, by its
// metadata. The label istio-injection wins over a revision.
func namespaceInjection(metadata Value) map[string]graph.Answer {
	labels := metadata.Get("labels")
	answer := ambient(labels)
	if hasText(labels.Get(revisionKey)) {
		answer = graph.Yes
	}
	switch s, _ := labels.Get(namespaceKey).Str(); s {
	case "enabled":
		answer = graph.Yes
	case "disabled":
		answer = graph.No
	}
	return injected(answer, linkerdInjection(metadata.Get("annotations")))
}

// ambient reads the label that puts pods into the mesh without a proxy of
// their own.
func ambient(labels Value) graph.Answer {
	switch s, _ := labels.Get(dataplaneKey).Str(); s {
	case "", dataplaneNone:
		return ""
	}
	return graph.Yes
}

// switched reads the words of sidecar.istio.io/inject; every other word is no.
func switched(v Value) graph.Answer {
	s, ok := v.Str()
	if !ok || s == "" {
		return ""
	}
	switch strings.ToLower(s) {
	case "y", "yes", "true", "on":
		return graph.Yes
	}
	return graph.No
}

// injected are the answers by mesh; nil where there is none.
func injected(istio, linkerd graph.Answer) map[string]graph.Answer {
	answers := map[string]graph.Answer{istioMesh: istio, linkerdMesh: linkerd}
	maps.DeleteFunc(answers, func(_ string, a graph.Answer) bool { return a == "" })
	if len(answers) == 0 {
		return nil
	}
	return answers
}

func hasText(v Value) bool {
	s, ok := v.Str()
	return ok && s != ""
}
