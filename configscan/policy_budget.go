package configscan

import "github.com/ampcheck/ampcheck/graph"

var budgetKinds = []string{
	string(graph.BudgetSuccessFunded), string(graph.BudgetRequestRatio), string(graph.BudgetRequestFloor), string(graph.BudgetSuccessFloor),
	string(graph.BudgetActiveRatio), string(graph.BudgetConcurrent), string(graph.BudgetThrottle), string(graph.BudgetTokens),
}

var budgetKeys = []key[graph.Budget]{
	{"kind", func(r *reader, b *graph.Budget, v Value) {
		b.Kind = graph.BudgetKind(r.word(v, "kind of budget", budgetKinds))
	}},
	{"ratio", func(r *reader, b *graph.Budget, v Value) { b.Ratio = r.share(v, "ratio") }},
	{"minPerSecond", func(r *reader, b *graph.Budget, v Value) { b.MinPerSecond = r.above(v, "minPerSecond") }},
	{"minConcurrent", func(r *reader, b *graph.Budget, v Value) { b.MinConcurrent = r.above(v, "minConcurrent") }},
	{"tokens", func(r *reader, b *graph.Budget, v Value) { b.Tokens = r.above(v, "tokens") }},
	{"cost", func(r *reader, b *graph.Budget, v Value) { b.Cost = r.above(v, "cost") }},
}

// budgetNeeds are the keys without which a kind of budget says nothing.
var budgetNeeds = map[graph.BudgetKind][]string{
	graph.BudgetSuccessFunded: {"ratio"}, graph.BudgetRequestRatio: {"ratio"},
	graph.BudgetRequestFloor: {"ratio", "minPerSecond"}, graph.BudgetSuccessFloor: {"ratio", "minPerSecond"},
	graph.BudgetActiveRatio: {"ratio"}, graph.BudgetConcurrent: {"minConcurrent"},
	graph.BudgetThrottle: {"ratio", "tokens"}, graph.BudgetTokens: {"tokens", "cost"},
}

// budget reads a retry budget. Without a kind it is a share of the requests, with a
// floor where one is written.
func (r *reader) budget(v Value) *graph.Budget {
	b := &graph.Budget{Kind: graph.BudgetRequestRatio, Pos: v.Pos()}
	if v.Get("minPerSecond").Exists() {
		b.Kind = graph.BudgetRequestFloor
	}
	read(r, v, "a budget", budgetKeys, b)
	if v.Kind() == Map {
		for _, name := range budgetNeeds[b.Kind] {
			if !v.Get(name).Exists() {
				r.errorf(v, "a budget of kind %s needs %s", b.Kind, name)
			}
		}
	}
	return b
}
