package configscan

import (
	"path"
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// runner names the service that a configuration file is for: the workload that
// mounts it, or the compose service that is built from the directory it lies in.
func (ix *Index) runner(d *Doc) (service string, ok bool) {
	if refs := holders(d, ix); len(refs) > 0 {
		return refs[0].Name, true
	}
	build := ""
	for _, c := range ix.composed() {
		for _, s := range c.services {
			if dir := s.build(); d.Holder == nil && dir != "." && len(dir) > len(build) && isBelow(d.File, dir) {
				service, build = s.ref.Name, dir
			}
		}
	}
	return service, service != ""
}

// containerPaths are the paths that a file has in containers.
func (ix *Index) containerPaths(d *Doc) []string {
	var paths []string
	if d.Holder != nil {
		for _, m := range ix.mounts(d.Holder) {
			switch m.subPath {
			case "":
				paths = append(paths, path.Join(m.path, d.key))
			case d.key:
				paths = append(paths, m.path)
			}
		}
		return paths
	}
	for _, c := range ix.composed() {
		for _, s := range c.services {
			paths = append(paths, s.mounted(c.doc, d.File)...)
		}
	}
	return paths
}

// composeFileDoc is a compose file with its services.
type composeFileDoc struct {
	doc      *Doc
	services []*composeService
}

// composed are the compose files of the run.
func (ix *Index) composed() []composeFileDoc {
	return shared(ix, "compose files", func() []composeFileDoc {
		var list []composeFileDoc
		for _, d := range ix.docs {
			if isCompose(d) {
				list = append(list, composeFileDoc{d, composeServices(d)})
			}
		}
		return list
	})
}

// mounted are the paths in the containers of the service that a file of the
// tree has, by a mount of the file or of a directory it lies in.
func (s *composeService) mounted(d *Doc, file string) []string {
	var paths []string
	add := func(source, target string) {
		if target, ok := s.inside(source, target, file); ok {
			paths = append(paths, target)
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
		if source, ok := d.Root.Get("configs", name, "file").Str(); ok && !path.IsAbs(source) {
			add("./"+source, target) // always a path
		}
	}
	return paths
}

// inside is the path of a file below the target of a mount; false where the
// source is not the file or a directory round it. Names of volumes are no
// paths.
func (s *composeService) inside(source, target, file string) (string, bool) {
	source = interpolate(source)
	if !strings.HasPrefix(source, ".") {
		return "", false
	}
	source = path.Join(s.dir, source)
	if !isBelow(file, source) {
		return "", false
	}
	if source == "." {
		return path.Join(target, file), true
	}
	return path.Join(target, strings.TrimPrefix(file, source)), true
}

// isBelow reports whether a path is the other one or lies below it.
func isBelow(file, dir string) bool {
	return dir == "." || file == dir || strings.HasPrefix(file, dir+"/")
}

// addresses is how many addresses a host name has, as far as the input says.
// The name of a compose service stands for all its containers, that of a
// Service for one address, but for all its pods where it is headless
// (k8sapi:core/v1/types.go, ServiceSpec.ClusterIP). Of several the most count.
func (ix *Index) addresses(host string) (n int, known bool) {
	for _, c := range ix.composed() {
		for _, s := range c.services {
			if s.hasName(host) {
				n = max(n, countOf(s.replicas()))
			}
		}
	}
	for _, d := range ix.services()[serviceOf(host)] {
		if isNameOf(host, d) {
			n = max(n, ix.serviceAddresses(d))
		}
	}
	return max(n, 1), n > 0
}

func (s *composeService) hasName(host string) bool {
	return slices.ContainsFunc(s.names, func(n composeName) bool { return n.name == host })
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
