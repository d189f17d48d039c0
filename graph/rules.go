package graph

import (
	"cmp"
	"slices"
)

// Rule is one kind of finding. The table of rules is the only place where a
// rule is described: help, documentation and reports read it.
type Rule struct {
	ID    string
	Title string
	// Severity is the one the rule has when nothing lowers or raises it.
	Severity Severity
	// Text says what the rule means, with an example; Fix what to do about it.
	Text string
	Fix  string
}

// Rules lists every rule that can be found, sorted by ID.
func Rules() []Rule {
	return slices.Clone(rules)
}

// RuleByID returns the rule with the given ID.
func RuleByID(id string) (rule Rule, ok bool) {
	i, ok := slices.BinarySearchFunc(rules, id, func(r Rule, id string) int { return cmp.Compare(r.ID, id) })
	if !ok {
		return Rule{}, false
	}
	return rules[i], true
}

// rules is sorted by ID.
var rules = []Rule{
	{
		ID:       "AMP001",
		Title:    "amplification above the gate",
		Severity: SeverityError,
		Text: `A node receives more calls when it fails than the gate allows, compared with the calls it receives when nothing fails. ` +
			`Attempts multiply along a path: a client that tries 3 times, a gateway that tries 3 times and a service that tries 3 times make 27 calls of one, ` +
			`and they make them at the moment the node can bear them least. ` +
			`The gate is gate.amplification of the policy, 10 by default; a figure that rests on guesses is a warning. ` +
			`The places listed with the finding are the layers of the worst path, from the entry to the node.`,
		Fix: `Let one layer own the retries of a failure: keep them nearest to the user and set the attempts of the layers below to 1, or give those a retry budget.`,
	},
	{
		ID:       "AMP002",
		Title:    "several layers retry the same failure",
		Severity: SeverityWarning,
		Text: `Two or more layers on one path retry the same class of failure, so their attempts multiply. ` +
			`A client that retries 503 three times over a service mesh that retries 503 twice makes 9 attempts where its author meant 3. ` +
			`It is an error where a path has more such layers than gate.retryLayers of the policy.`,
		Fix: `Keep the layer that knows most about the call and take the failure class out of the others, or set their attempts to 1.`,
	},
	{
		ID:       "AMP003",
		Title:    "retry without an end on a request path",
		Severity: SeverityError,
		Text: `A call on a request path is repeated with no limit on the number of attempts, no limit on the time, and no deadline of the caller that reaches it. ` +
			`While the callee is down, every request that arrives adds one more caller that never stops. ` +
			`A loop "for { if err := call(); err == nil { return } }" in a handler is one; the same loop in a background worker is not on a request path.`,
		Fix: `Limit the attempts, or end the loop when the context of the request ends and give that context a deadline.`,
	},
	{
		ID:       "AMP004",
		Title:    "default that nobody configured multiplies a path",
		Severity: SeverityWarning,
		Text: `A layer acts on a path although nobody wrote it down: it is what a library, proxy or mesh does when nothing is configured. ` +
			`A mesh that retries failed calls twice by default makes 9 of the 3 attempts of a client. ` +
			`The finding names the rule that switches the layer on, with its version, and the number of hops it acts on; ` +
			`it is an error when a path it acts on is above the gate.`,
		Fix: `Write down what is meant: set the attempts of this layer, to 1 if another layer owns the retries.`,
	},
	{
		ID:       "AMP005",
		Title:    "multiplier above its gate",
		Severity: SeverityError,
		Text: `One unit of work at an entry can cause more calls of a node, retries and fan-out together, than the gate allows. ` +
			`A handler that looks up 50 items one by one, over two layers of 3 attempts, can make 450 calls for one request. ` +
			`The gate is gate.multiplier of the policy, off by default; a figure that rests on guesses is a warning.`,
		Fix: `Fetch in batches, limit the number of items for one request, or lower the attempts of the layers on the path.`,
	},
	{
		ID:       "AMP010",
		Title:    "call cycle",
		Severity: SeverityError,
		Text: `Operations call each other in a circle, so a request can return to a node that it came from and the number of calls has no bound that can be read from the calls alone. ` +
			`An order service that asks pricing, which asks the order service again, is one. ` +
			`Figures behind the cycle leave out the edge that closes it and are lower bounds. ` +
			`It is information only where the cycle rests on calls that are not certain.`,
		Fix: `Break the cycle at the call the finding names, or tell the operations apart so that the calls no longer meet.`,
	},
	{
		ID:       "AMP301",
		Title:    "address that resolves to no known node",
		Severity: SeverityWarning,
		Text: `A call goes to an address that belongs to no workload, service or declaration of the input. ` +
			`Its callee is shown as an external node, and what lies behind it is not counted. ` +
			`A DATABASE_URL that points at host db-primary while the manifests define database is one.`,
		Fix: `Correct the address, add the manifests that define it, or name it in the policy: services, with hosts.`,
	},
	{
		ID:       "AMP302",
		Title:    "configuration that cannot take effect",
		Severity: SeverityWarning,
		Text: `Something is configured that the software reading it ignores, or that contradicts another setting which wins. ` +
			`Retries that the time limit of a route never allows, hedging that a client does not know, a limit of 0 that is taken for none written, ` +
			`a rule for a host that no service has, and retries turned off at a gateway that the sidecars do not see are such settings. ` +
			`The figures use what does take effect.`,
		Fix: `Remove the setting, or move it to where it is read.`,
	},
	{
		ID:       "AMP303",
		Title:    "suppression without a reason, unused or expired",
		Severity: SeverityError,
		Text: `A suppression gives no reason, hides no finding any more, or is past its last day. ` +
			`Suppressions outlive what they excuse, and one that hides nothing today hides the next finding tomorrow. ` +
			`An entry under ignore in the policy without a reason is one, as is one with an until date in the past.`,
		Fix: `Give the reason, remove the suppression, or decide again and set a later date.`,
	},
}
