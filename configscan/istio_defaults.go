package configscan

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

const (
	// newestIstio is the version the numbers were read at (istioapi v1.32.0).
	newestIstio = "1.32"
	// The default retried 503 until the list was changed
	// (istio:releasenotes/notes/50506.yaml); the boundary is that of the ruling
	// in the public case istio/istio#50506, #52111: from 1.24 on it is not there.
	no503Minor = 24
	// The default retried gRPC's RESOURCE_EXHAUSTED until the change
	// istio/istio#21946 of March 2020, which came with 1.6.
	noExhaustedMinor = 6
	// noteVersion is the caveat of the numbers where the version is not known.
	noteVersion = "version not known: 503 would be 3 before 1.24"
)

// finishIstio adds the mesh with its defaults when the run holds anything of
// it. Routes that were read before the version and the mesh configuration were
// known get their defaults here: it changes the fragment in place.
func finishIstio(f *graph.Fragment, opts Options) graph.Fragment {
	configured := takeMeshConfig(f)
	pos, found := firstOfMesh(f, istioMesh)
	if !found || opts.MeshOff[istioMesh] {
		return graph.Fragment{}
	}
	d := istioDefaults{version: opts.MeshVersions[istioMesh]}
	d.layer = defaultLayer(pos)
	if configured != nil {
		d.layer, pos = *configured.Defaults[0].Layer, configured.Pos
	}
	for i := range f.Attachments {
		if a := &f.Attachments[i]; a.Mechanism == istioRoute && a.Layer != nil {
			a.Layer = d.applied(a.Layer)
		}
	}
	d.layer = *d.applied(&d.layer)
	return graph.Fragment{Meshes: []graph.Mesh{{
		Name:     istioMesh,
		Version:  cmp.Or(d.version, newestIstio),
		Defaults: []graph.Attachment{d.attachment(graph.PlaceClientSidecar), d.attachment(graph.PlaceGateway)},
		Pos:      pos,
	}}}
}

// takeMeshConfig removes the configurations of the mesh from the fragment and
// returns the one with the most attempts, nil for none.
func takeMeshConfig(f *graph.Fragment) *graph.Mesh {
	var most *graph.Mesh
	rest := f.Meshes[:0]
	for _, m := range f.Meshes {
		if m.Name != istioMesh {
			rest = append(rest, m)
			continue
		}
		if most == nil || attemptsOf(m) > attemptsOf(*most) {
			most = &m
		}
	}
	f.Meshes = rest
	return most
}

func attemptsOf(m graph.Mesh) graph.Count {
	n, _ := m.Defaults[0].Layer.Attempts.Count(nil)
	return n
}

// firstOfMesh is the first place that shows a mesh.
func firstOfMesh(f *graph.Fragment, mesh string) (graph.Pos, bool) {
	var places []graph.Pos
	for _, e := range f.Evidence {
		if e.Mesh == mesh {
			places = append(places, e.Pos)
		}
	}
	for _, w := range f.Workloads {
		if w.Injected[mesh] == graph.Yes {
			places = append(places, w.Pos)
		}
	}
	for _, n := range f.Namespaces {
		if n.Injected[mesh] == graph.Yes {
			places = append(places, n.Pos)
		}
	}
	for _, b := range f.Bindings {
		if b.Space == graph.SpaceGateway && b.Mesh == mesh {
			places = append(places, b.Pos)
		}
	}
	if len(places) == 0 {
		return graph.Pos{}, false
	}
	return slices.MinFunc(places, graph.Pos.Compare), true
}

// istioDefaults are the defaults of one mesh.
type istioDefaults struct {
	version string // "" where it is not known
	layer   graph.Layer
}

// applied is a layer with the defaults of this mesh in place of those that a
// route was read with.
func (d istioDefaults) applied(l *graph.Layer) *graph.Layer {
	c := *l
	if l.Implicit {
		c = d.layer
		c.Kind, c.Pos, c.Overall = l.Kind, l.Pos, l.Overall
		if each, ok := c.PerTry.Duration(nil); ok { // the proxy drops one that is not below the timeout of the route
			if all, limited := c.Overall.Duration(nil); limited && each >= all {
				c.PerTry = graph.Bound{}
			}
		}
	}
	if c.Implicit || strings.HasSuffix(c.Name, defaultOn) {
		c.RetriesOn = c.RetriesOn.Union(d.older())
	}
	if c.Implicit && d.version == "" {
		c.Note = noteVersion
	}
	for _, p := range []*graph.Pos{&c.Attempts.Pos, &c.Backoff.Base.Pos, &c.Backoff.Max.Pos} {
		if *p == istioRow(newestIstio) {
			*p = istioRow(cmp.Or(d.version, newestIstio))
		}
	}
	return &c
}

// older is what the default retried in older versions.
func (d istioDefaults) older() graph.ClassSet {
	major, minor, ok := version(d.version)
	before := func(m int) bool { return ok && (major < 1 || major == 1 && minor < m) }
	var set graph.ClassSet
	if before(no503Minor) {
		c, _ := graph.HTTPClass(503)
		set = graph.NewClassSet(c)
	}
	if before(noExhaustedMinor) {
		c, _ := graph.GRPCClass(8)
		set = set.Union(graph.NewClassSet(c))
	}
	return set
}

// version reads the first two numbers of 1.23, v1.23.4 and 1-23-4.
func version(text string) (major, minor int, ok bool) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "v"), "-", ".")
	first, rest, _ := strings.Cut(text, ".")
	second, _, _ := strings.Cut(rest, ".")
	major, err := strconv.Atoi(first)
	if err != nil {
		return 0, 0, false
	}
	minor, err = strconv.Atoi(second)
	return major, minor, err == nil
}

// attachment is the default at a place.
func (d istioDefaults) attachment(place graph.Place) graph.Attachment {
	a := graph.Attachment{
		ID:        defaultCause + "@" + string(place),
		Mechanism: istioRoute,
		Object:    nameDefault,
		Place:     place,
		Hosts:     []graph.HostPattern{{Name: "*"}},
		Protocols: []graph.Protocol{graph.ProtocolHTTP, graph.ProtocolGRPC},
		Layer:     ofKind(&d.layer, graph.KindSidecar),
		Pos:       d.layer.Pos,
	}
	if place == graph.PlaceClientSidecar {
		a.Mesh = istioMesh
	} else {
		a.Layer.Kind = graph.KindGateway
	}
	return a
}
