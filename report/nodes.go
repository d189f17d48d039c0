package report

import "github.com/ampcheck/ampcheck/graph"

// nodeHeader are the columns of the wide table of figures.
var nodeHeader = []string{"Node", "Worst entry", "Calls", "When nothing fails", "Amplification", "Confident calls", "One cause", "Classes ignored", "Connections", "Attempts on one path"}

// nodeRows are all figures of the nodes that an entry reaches.
func nodeRows(r *graph.Result) [][]string {
	var rows [][]string
	for i := range r.Nodes {
		n := &r.Nodes[i]
		if n.Entry == "" || n.Entry == n.ID {
			continue
		}
		rows = append(rows, []string{
			n.ID, n.Entry, callsOf(n), n.Happy.String(), ratioOf(n.Amplification), n.Confident.String(),
			n.OneCause.String(), n.CallsAnyClass.String(), n.Connections.String(), n.PathAmplification.String(),
		})
	}
	return rows
}
