package graph

import "fmt"

// replays says which hops make calls that are no part of the figures: those of clients
// that send a request again when a connection that they kept breaks off.
func replays(edges []EdgeInfo) []string {
	var first *EdgeInfo
	n := 0
	for i := range edges {
		for _, l := range edges[i].Layers {
			if l.Replays {
				n++
				if first == nil {
					first = &edges[i]
				}
				break
			}
		}
	}
	if n == 0 {
		return nil
	}
	more := ""
	switch {
	case n == 2:
		more = " and of another hop"
	case n > 2:
		more = fmt.Sprintf(" and of %d other hops", n-1)
	}
	return []string{fmt.Sprintf("requests of %s->%s%s are sent again, once for each idle connection, when one that was kept breaks off: these calls are no part of the figures", first.From, first.To, more)}
}
