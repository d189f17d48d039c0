package configscan

import (
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
	return injected(answer)
}

// namespaceInjection says whether a namespace asks for the proxy. The label
// istio-injection wins over a revision.
func namespaceInjection(labels Value) map[string]graph.Answer {
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
	return injected(answer)
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

func injected(a graph.Answer) map[string]graph.Answer {
	if a == "" {
		return nil
	}
	return map[string]graph.Answer{istioMesh: a}
}

func hasText(v Value) bool {
	s, ok := v.Str()
	return ok && s != ""
}
