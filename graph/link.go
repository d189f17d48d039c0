package graph

// Graph is a linked system: nodes, and bodies whose calls point at nodes.
type Graph struct {
	Policy   *Policy
	Problems []Problem
}

// Link joins fragments and a policy into one graph.
func Link(frags []*Fragment, policy *Policy) *Graph {
	return &Graph{Policy: policy}
}
