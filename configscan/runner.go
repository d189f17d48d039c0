package configscan

import (
	"path"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// runner names the service that a configuration file is for: the workload that
// mounts it, or the compose service that is built from the directory it lies in.
func (ix *Index) runner(d *Doc) (service string, ok bool) {
	if d.holder != nil {
		for _, ref := range holders(d, ix) {
			if ref.Name != "" {
				return ref.Name, true
			}
		}
		return "", false
	}
	if found := ix.mountsOf(d.File); len(found) > 0 {
		return found[0].ref.Name, true
	}
	for p := path.Dir(d.File); p != "."; p = path.Dir(p) {
		if name, ok := ix.composed().builds[p]; ok {
			return name, true
		}
	}
	return "", false
}

// environment holds the variables with which a file is filled in before the
// service that it is for starts.
func (ix *Index) environment(d *Doc) variables {
	service, _ := ix.runner(d)
	return ix.composed().env[service]
}

// containerPaths are the paths that a file has in containers.
func (ix *Index) containerPaths(d *Doc) []string {
	var paths []string
	if d.holder != nil {
		for _, m := range ix.mounts(d.holder) {
			switch m.subPath {
			case "":
				paths = append(paths, path.Join(m.path, d.key))
			case d.key:
				paths = append(paths, m.path)
			}
		}
		return paths
	}
	for _, m := range ix.mountsOf(d.File) {
		paths = append(paths, m.at(d.File))
	}
	return paths
}

// mountsOf are the mounts of a file of the tree, and of the directories that it
// lies in.
func (ix *Index) mountsOf(file string) []composeMount {
	var found []composeMount
	for p := file; ; p = path.Dir(p) {
		found = append(found, ix.composed().mounts[p]...)
		if p == "." || p == "/" {
			return found
		}
	}
}

// composed is what the compose files of a run say of files and names.
type composed struct {
	// mounts are those of files and directories of the tree, by their path.
	mounts map[string][]composeMount
	// builds are the services by their build context.
	builds map[string]string
	// env are the variables of each service, watches those that look at others:
	// a file that adds to one need not say what it is.
	env     map[string]variables
	watches map[string]bool
	// replicas are the containers behind a name, the most of several.
	replicas map[string]int
}

// composeMount is a file or directory in the containers of a service.
type composeMount struct {
	ref            graph.WorkloadRef
	source, target string
}

// at is the path in the container of a file that is the source or lies in it.
func (m composeMount) at(file string) string {
	if m.source == "." {
		return path.Join(m.target, file)
	}
	return path.Join(m.target, strings.TrimPrefix(file, m.source))
}

// composed reads the compose files of the run once.
func (ix *Index) composed() *composed {
	return shared(ix, "compose files", func() *composed {
		c := &composed{mounts: map[string][]composeMount{}, builds: map[string]string{}, env: map[string]variables{}, watches: map[string]bool{}, replicas: map[string]int{}}
		for _, d := range ix.docs {
			if !isCompose(d) {
				continue
			}
			for _, s := range composeServices(d, ix) {
				c.add(d, s)
			}
		}
		return c
	})
}

func (c *composed) add(d *Doc, s *composeService) {
	for _, m := range s.mounts() {
		c.mounts[m.source] = append(c.mounts[m.source], m)
	}
	if dir := s.build(); dir != "" && c.builds[dir] == "" {
		c.builds[dir] = s.ref.Name
	}
	c.watches[s.ref.Name] = c.watches[s.ref.Name] || isTelemetryImage(s.image())
	if c.env[s.ref.Name] == nil {
		c.env[s.ref.Name] = variables{}
		for _, v := range s.environment(nil) {
			c.env[s.ref.Name][v.key] = v.text
		}
	}
	for _, n := range s.names {
		c.replicas[n.name] = max(c.replicas[n.name], countOf(s.replicas()))
	}
}

// mounts are the files and directories of the tree that the service has in its
// containers. Names of volumes are no paths.
func (s *composeService) mounts() []composeMount {
	var list []composeMount
	for _, o := range s.chain() {
		for _, m := range o.ownMounts() {
			list = append(list, composeMount{s.ref, m.source, m.target})
		}
	}
	return list
}

// ownMounts are those that the service says itself.
func (s *composeService) ownMounts() []composeMount {
	var list []composeMount
	add := func(source, target string) {
		if source = s.vars.fill(source); strings.HasPrefix(source, ".") {
			list = append(list, composeMount{s.ref, path.Join(s.dir, source), target})
		}
	}
	for _, v := range s.value.Get("volumes").Items() {
		if text, short := v.Str(); short {
			source, rest, _ := strings.Cut(text, ":")
			target, _, _ := strings.Cut(rest, ":")
			add(source, target)
			continue
		}
		source, _ := v.Get("source").Str()
		target, _ := v.Get("target").Str()
		add(source, target)
	}
	for _, v := range s.value.Get("configs").Items() {
		name, short := v.Str()
		target := "/" + name
		if !short {
			name, _ = v.Get("source").Str()
			target, _ = v.Get("target").Str()
		}
		if source, ok := s.root.Get("configs", name, "file").Str(); ok && !path.IsAbs(source) {
			add("./"+source, target) // always a path
		}
	}
	return list
}

// addresses is how many addresses a host name has, as far as the input says.
// The name of a compose service stands for all its containers, that of a
// Service for one address, but for all its pods where it is headless
// (k8sapi:core/v1/types.go, ServiceSpec.ClusterIP). Of several the most count.
func (ix *Index) addresses(host string) (n int, known bool) {
	n = ix.composed().replicas[host]
	for _, d := range ix.services()[serviceOf(host)] {
		if isNameOf(host, d) {
			n = max(n, shared(ix, "addresses of "+qualified(d.Namespace(), d.Name()), func() int { return ix.serviceAddresses(d) }))
		}
	}
	return max(n, 1), n > 0
}

// services are the Services of the run by name.
func (ix *Index) services() map[string][]*Doc {
	return shared(ix, "services", func() map[string][]*Doc {
		byName := map[string][]*Doc{}
		for _, d := range ix.docs {
			if d.Kind() == "Service" && d.Group() == "" {
				byName[d.Name()] = append(byName[d.Name()], d)
			}
		}
		return byName
	})
}

// serviceOf is the name of the Service in a host.
func serviceOf(host string) string {
	name, _, _ := strings.Cut(host, ".")
	return name
}

// countOf is a number of replicas; 1 where it is not known.
func countOf(b graph.Bound) int {
	const most = 1 << 20
	n, ok := b.Count(nil)
	if !ok || n == 0 {
		return 1
	}
	return int(min(n, most))
}

// isNameOf reports whether a host with the name of a Service can be it: it
// names its namespace, or none.
func isNameOf(host string, d *Doc) bool {
	_, rest, qualified := strings.Cut(host, ".")
	namespace, _, _ := strings.Cut(rest, ".")
	return !qualified || namespace == d.Namespace() || d.Namespace() == ""
}

// serviceAddresses is 1, or the pods of a headless Service.
func (ix *Index) serviceAddresses(d *Doc) int {
	if ip, _ := d.Root.Get("spec", "clusterIP").Str(); ip != "None" {
		return 1
	}
	pods := 0
	for _, w := range ix.docs {
		k, ok := workloadKindOf(w)
		if !ok || k.replicas == nil || w.Namespace() != d.Namespace() {
			continue
		}
		if selects(d, stringMap(w.Root.Get(k.pod...).Get("metadata", "labels"))) {
			pods += countOf(replicas(w, k.replicas))
		}
	}
	return max(pods, 1)
}

// mount is where a ConfigMap lies in a container.
type mount struct {
	path string
	// subPath is the one key that is mounted, "" for all of them.
	subPath string
}

// mounts are the places that a ConfigMap is mounted at.
func (ix *Index) mounts(configMap *Doc) []mount {
	return shared(ix, "mounts", ix.allMounts)[identity(configMap)]
}

// allMounts finds the mounts of all ConfigMaps.
func (ix *Index) allMounts() map[objectID][]mount {
	all := map[objectID][]mount{}
	for _, d := range ix.docs {
		k, ok := workloadKindOf(d)
		if !ok {
			continue
		}
		pod := d.Root.Get(k.pod...).Get("spec")
		names := map[string]objectID{} // of volumes
		for _, v := range pod.Get("volumes").Items() {
			volume, _ := v.Get("name").Str()
			name, ok := v.Get("configMap", "name").Str()
			if ok {
				id := objectID{"ConfigMap", d.Namespace(), name}
				if id.namespace == "default" {
					id.namespace = ""
				}
				names[volume] = id
			}
		}
		for _, c := range pod.Get("containers").Items() {
			for _, v := range c.Get("volumeMounts").Items() {
				volume, _ := v.Get("name").Str()
				if id, ok := names[volume]; ok {
					var m mount
					m.path, _ = v.Get("mountPath").Str()
					m.subPath, _ = v.Get("subPath").Str()
					all[id] = append(all[id], m)
				}
			}
		}
	}
	return all
}
