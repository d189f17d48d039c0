package graph

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
)

// inCode matches the places that IDs of code hold, as @53:26.0.
var inCode = regexp.MustCompile(`@[0-9]+:[0-9]+(\.[0-9]+)?`)

// identities names layers and fan-outs so that an edit elsewhere in a file does
// not change the name: IDs without the places they hold. Of several with one name
// those behind the first, in the order of their places, are numbered.
type identities struct {
	layers, fans []string // by number in the graph
	// layer is the first layer of each name.
	layer map[string]int32
}

func (g *Graph) identities() *identities {
	ids := &identities{}
	var all []placed
	for i := range g.layers {
		all = append(all, placed{g.layers[i].def.ID, g.layers[i].def.Pos})
	}
	ids.layers, ids.layer = distinguish(all), map[string]int32{}
	for i, name := range ids.layers {
		if _, ok := ids.layer[name]; !ok {
			ids.layer[name] = int32(i)
		}
	}
	all = nil
	for i := range g.fans {
		all = append(all, placed{g.fans[i].def.ID, g.fans[i].def.Pos})
	}
	ids.fans = distinguish(all)
	return ids
}

// placed is an ID and where what it names stands.
type placed struct {
	id  string
	pos Pos
}

// distinguish returns the name of each; one ID has one name.
func distinguish(all []placed) []string {
	byName := map[string][]placed{}
	seen := map[string]bool{}
	for _, p := range all {
		if seen[p.id] {
			continue
		}
		seen[p.id] = true
		name := p.id
		if strings.Contains(name, "@") {
			name = inCode.ReplaceAllString(name, "")
		}
		byName[name] = append(byName[name], p)
	}
	names := map[string]string{}
	for name, same := range byName {
		sortBy(same, func(a, b placed) int { return cmp.Or(a.pos.Compare(b.pos), cmp.Compare(a.id, b.id)) })
		for i, p := range same {
			names[p.id] = name
			if i > 0 {
				names[p.id] = fmt.Sprintf("%s~%d", name, i+1)
			}
		}
	}
	out := make([]string, len(all))
	for i, p := range all {
		out[i] = names[p.id]
	}
	return out
}
