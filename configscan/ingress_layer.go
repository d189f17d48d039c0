package configscan

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ampcheck/ampcheck/graph"
)

// The controllers whose repeats are known, by the name they have in an
// IngressClass.
const (
	controllerNginx   = "k8s.io/ingress-nginx"
	controllerKong    = "ingress-controllers.konghq.com/kong"
	controllerTraefik = "traefik.io/ingress-controller"
)

// annotationPrefixes are the starts of annotations that one controller reads.
var annotationPrefixes = map[string]string{
	"nginx.ingress.kubernetes.io/":   controllerNginx,
	"konghq.com/":                    controllerKong,
	"traefik.ingress.kubernetes.io/": controllerTraefik,
}

// classNames are the names that installations give the class of a controller
// when nobody names it otherwise.
var classNames = map[string]string{"nginx": controllerNginx, "kong": controllerKong, "traefik": controllerTraefik}

// ingressController is the controller of an Ingress, "" where it is not known;
// assumed says why it is a guess. The IngressClass decides, then the annotations
// that only one reads, then the name of the class.
func ingressController(d *Doc, index *Index) (name, assumed string) {
	class := d.text("spec", "ingressClassName")
	if class == "" {
		class = d.text("metadata", "annotations", "kubernetes.io/ingress.class")
	}
	if name, ok := ingressClasses(index)[class]; ok {
		return name, ""
	}
	for _, f := range d.Root.Get("metadata", "annotations").Fields() {
		for _, prefix := range slices.Sorted(maps.Keys(annotationPrefixes)) {
			if strings.HasPrefix(f.Key, prefix) {
				return annotationPrefixes[prefix], ""
			}
		}
	}
	if name, ok := classNames[class]; ok {
		return name, fmt.Sprintf("no IngressClass %q is in the input: it is taken for that of %s", class, name)
	}
	return "", ""
}

// ingressClasses are the controllers of the classes by name; that of the default
// class stands for no name too.
func ingressClasses(index *Index) map[string]string {
	return shared(index, "ingress classes", func() map[string]string {
		byName := map[string]string{}
		for _, d := range index.docs {
			if d.Kind() != "IngressClass" {
				continue
			}
			names := []string{d.Name()}
			if d.text("metadata", "annotations", "ingressclass.kubernetes.io/is-default-class") == "true" {
				names = append(names, "")
			}
			for _, name := range names {
				if _, taken := byName[name]; !taken {
					byName[name] = d.text("spec", "controller")
				}
			}
		}
		return byName
	})
}

// ingressLayers are what the controller repeats round the calls of a backend.
func ingressLayers(p *proxyNode, d *Doc, index *Index, controller, service string, pos graph.Pos) []graph.Layer {
	var layers []graph.Layer
	switch controller {
	case controllerNginx:
		layers = []graph.Layer{newIngressNginx(p, d, index).layer(pos)}
	case controllerKong:
		annotations := Value{}
		if s, ok := index.Object("Service", d.Namespace(), service); ok {
			annotations = s.Root.Get("metadata", "annotations")
		}
		layers = []graph.Layer{kongLayer(p, annotations.Get("konghq.com/retries"), annotations.Get("konghq.com/read-timeout"), pos)}
	case controllerTraefik:
		layers = traefikIngress(p, d, index, pos)
	}
	return layers
}

// traefikIngress are the retries of the middlewares that an Ingress names:
// namespace-name@kubernetescrd.
func traefikIngress(p *proxyNode, d *Doc, index *Index, pos graph.Pos) []graph.Layer {
	v := d.Root.Get("metadata", "annotations", "traefik.ingress.kubernetes.io/router.middlewares")
	text, _ := v.Str()
	r := &traefikReader{proxyNode: p, doc: d, source: traefikObjects{index}, left: maxReferences}
	below := r.transported(traefikServers{}, pos)
	var layers []graph.Layer
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			layers = append(layers, r.retries(traefikRef{d.Namespace(), name, v.Pos()}, pos, 0)...)
		}
	}
	return above(layers, below)
}

// The defaults of ingress-nginx (ingnginx:internal/ingress/controller/config/
// config.go:858-868).
const (
	ingressNginxTries   = 3
	ingressNginxTimeout = 60 * time.Second
)

// ingressNginxRow is the row of the built-in table with them.
var ingressNginxRow = graph.CatalogPos("ingress-nginx", "1.15")

// ingressNginx reads the settings of one Ingress: its annotations, then the
// ConfigMap of the controller.
type ingressNginx struct {
	*proxyNode
	annotations, config Value
}

func newIngressNginx(p *proxyNode, d *Doc, index *Index) *ingressNginx {
	return &ingressNginx{proxyNode: p, annotations: d.Root.Get("metadata", "annotations"), config: ingressNginxConfig(index)}
}

// ingressNginxConfigs are the names that installations give the ConfigMap.
var ingressNginxConfigs = setOf("ingress-nginx-controller", "nginx-configuration", "nginx-ingress-controller", "nginx-load-balancer-conf")

// ingressNginxConfig is the data of the controller's ConfigMap, absent where
// there is none: the first that has its name or label.
func ingressNginxConfig(index *Index) Value {
	return shared(index, "ingress-nginx config", func() Value {
		for _, d := range index.docs {
			label := d.text("metadata", "labels", "app.kubernetes.io/name")
			if d.Kind() == "ConfigMap" && d.Group() == "" && (ingressNginxConfigs[d.Name()] || label == "ingress-nginx") {
				return d.Root.Get("data")
			}
		}
		return Value{}
	})
}

// get is a setting: the annotation, else the key of the ConfigMap.
func (n *ingressNginx) get(key string) Value {
	if v := n.annotations.Get("nginx.ingress.kubernetes.io/" + key); v.Exists() && !v.IsNull() {
		return v
	}
	return n.config.Get(key)
}

// layer is what the controller repeats: 3 tries on error and timeout, each at
// another pod where there is one, but not bounded by their number: its balancer
// adds a try for each (ingnginx:rootfs/etc/nginx/lua/balancer.lua:354).
func (n *ingressNginx) layer(pos graph.Pos) graph.Layer {
	l := graph.Layer{
		Kind: graph.KindGateway, Name: "ingress-nginx default proxy-next-upstream", Pos: pos,
		Attempts:  graph.Exactly(ingressNginxTries, graph.BoundDefault, ingressNginxRow),
		RetriesOn: nginxWords["error"].Union(nginxWords["timeout"]),
		PerTry:    graph.Lasting(ingressNginxTimeout, graph.BoundDefault, ingressNginxRow),
		Backoff:   graph.Backoff{Kind: graph.BackoffNone},
		Renames:   answeredAs(502, 504),
		Implicit:  true, Cause: "ingress-nginx-default",
	}
	if v := n.get("proxy-read-timeout"); v.Exists() {
		l.PerTry = n.seconds("proxy-read-timeout", v)
	}
	n.tries(&l)
	repeatsAll := n.words(&l)
	if on, _ := n.config.Get("retry-non-idempotent").Str(); on != "true" && !repeatsAll && !makesOneTry(l) {
		l.Note = noteOnceSent
	}
	n.limit(&l)
	return l
}

// tries sets the attempts; 0 is no limit (config.go:866-868).
func (n *ingressNginx) tries(l *graph.Layer) {
	v := n.get("proxy-next-upstream-tries")
	if !v.Exists() || v.IsNull() {
		return
	}
	tries, ok := v.IntLoose()
	switch {
	case !ok || tries < 0:
		n.problem(v.Pos(), v.IsTemplate(), "proxy-next-upstream-tries is no number: the default is taken")
		return
	case tries == 0:
		l.Attempts = graph.Endless(v.Pos())
	default:
		l.Attempts = graph.Bound{Value: graph.Literal(strconv.FormatInt(tries, 10)), Kind: graph.BoundConfigured, Pos: v.Pos()}
	}
	l.Name, l.Implicit, l.Cause = "ingress-nginx proxy-next-upstream-tries", false, "ingress-nginx tries "+v.Pos().String()
}

// words sets what is retried, and reports whether requests of all methods are.
func (n *ingressNginx) words(l *graph.Layer) bool {
	v := n.get("proxy-next-upstream")
	text, ok := v.Str()
	if !ok || strings.TrimSpace(text) == "" {
		return false
	}
	l.RetriesOn = graph.ClassSet{}
	words := strings.Fields(text)
	for _, w := range words {
		classes, known := nginxWords[w]
		if !known {
			n.problem(v.Pos(), v.IsTemplate(), "proxy-next-upstream knows no "+strconv.Quote(w)+suggest(w, slices.Sorted(maps.Keys(nginxWords))))
		}
		l.RetriesOn = l.RetriesOn.Union(classes)
	}
	if l.Implicit {
		l.Name, l.Implicit, l.Cause = "ingress-nginx proxy-next-upstream", false, "ingress-nginx words "+v.Pos().String()
	}
	if slices.Contains(words, "off") {
		l.Name = "ingress-nginx proxy-next-upstream" + turnedOff
		l.RetriesOn, l.Attempts = graph.ClassSet{}, graph.Exactly(1, graph.BoundConfigured, v.Pos())
	}
	return slices.Contains(words, "non_idempotent")
}

// limit sets the time in which attempts start.
func (n *ingressNginx) limit(l *graph.Layer) {
	v := n.get("proxy-next-upstream-timeout")
	all, ok := n.seconds("proxy-next-upstream-timeout", v).Duration(nil)
	perTry, limited := l.PerTry.Duration(nil)
	if !ok || !limited || makesOneTry(*l) {
		return
	}
	const endless = 1 << 30
	attempts := endless
	if c, known := l.Attempts.Count(nil); known && c < endless {
		attempts = int(c)
	}
	overall, tries := noStart(all, perTry, attempts)
	l.Overall = graph.Lasting(overall, graph.BoundConfigured, v.Pos())
	if timeout := l.RetriesOn.Intersect(graph.NewClassSet(graph.ClassTimeout)); tries < attempts && !timeout.Empty() {
		l.Tries = []graph.ClassTries{{Classes: timeout, Attempts: graph.Exactly(tries, graph.BoundConfigured, v.Pos())}}
	}
}

// seconds is a time, a bare number one of seconds; zero is none.
func (n *ingressNginx) seconds(what string, v Value) graph.Bound {
	text, ok := v.Str()
	if !ok {
		return graph.Bound{}
	}
	d, ok := nginxDuration(text)
	if !ok {
		n.problem(v.Pos(), v.IsTemplate(), what+" is no time: taken as not set")
	}
	if d == 0 {
		return graph.Bound{}
	}
	return graph.Lasting(d, graph.BoundConfigured, v.Pos())
}
