package configscan

import (
	"slices"
	"strings"

	"github.com/ampcheck/ampcheck/graph"
)

// inventory is what the input says about the hosts that can be called.
type inventory struct {
	// services are the names of Services, by namespace; entries the hosts of
	// ServiceEntries.
	services map[string]map[string]bool
	entries  []string
}

func inventoryOf(index *Index) inventory {
	return shared(index, "inventory", func() inventory {
		v := inventory{services: map[string]map[string]bool{}}
		for _, d := range index.docs {
			switch {
			case d.Kind() == "Service" && (d.Group() == "" || d.Group() == knativeGroup):
				ns := sameSpace(d.Namespace())
				if v.services[ns] == nil {
					v.services[ns] = map[string]bool{}
				}
				v.services[ns][d.Name()] = true
			case d.Kind() == "ServiceEntry" && istioGroups[d.Group()]:
				v.entries = append(v.entries, d.Root.Get("spec", "hosts").Strings()...)
			}
		}
		return v
	})
}

// sameSpace takes a namespace that is not written and the one that is then used
// for the same.
func sameSpace(namespace string) string {
	if namespace == "default" {
		return ""
	}
	return namespace
}

// lacks reports whether the input shows that there is no such host: it describes
// other Services of the namespace, or hosts of the outside world, and not this
// one. Of what it does not describe at all it says nothing.
func (v inventory) lacks(host graph.HostPattern) bool {
	for _, e := range v.entries {
		if matchesName(e, host.Name) || matchesName(e, host.Name+"."+host.Namespace+".svc.cluster.local") {
			return false
		}
	}
	switch name, wild := strings.CutPrefix(host.Name, "*."); {
	case wild:
		return v.lacksAll(name)
	case host.Name == "*":
		return false
	case host.Namespace != "":
		names := v.services[sameSpace(host.Namespace)]
		return len(names) > 0 && !names[host.Name]
	}
	if name, ns, ok := strings.Cut(host.Name, "."); ok && v.services[sameSpace(ns)][name] {
		return false
	}
	return len(v.entries) > 0
}

// lacksAll is lacks for all names that end in a domain: those of the cluster are
// Services, one of each namespace that the domain names.
func (v inventory) lacksAll(domain string) bool {
	labels := strings.Split(domain, ".")
	if i := slices.Index(labels, "svc"); i >= 0 || domain == "local" || domain == "cluster.local" {
		return i == 1 && len(v.services) > 0 && len(v.services[sameSpace(labels[0])]) == 0
	}
	return len(v.entries) > 0
}

// matchesName reports whether a host, which may begin with *, stands for a name.
func matchesName(host, name string) bool {
	if suffix, ok := strings.CutPrefix(host, "*"); ok {
		return strings.HasSuffix(name, suffix)
	}
	return host == name
}

// unknownHost warns about an object for a host that the input does not have.
func (e *effects) unknownHost(index *Index, host graph.HostPattern, at Value) {
	if inventoryOf(index).lacks(host) {
		e.warn(at, e.name+" has no effect: no service of the input is its host, "+hostAddress(host), "correct the host, or remove the object")
	}
}
