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
		ID:       "AMP006",
		Title:    "retry without backoff or jitter",
		Severity: SeverityInfo,
		Text: `A layer tries again at once, or after pauses that are the same for every caller. ` +
			`Callers that failed together then come back together, at the moment the callee recovers: a thousand clients with a fixed pause of 1s are a thousand calls in one moment, every second. ` +
			`It is said only where the pauses are known.`,
		Fix: `Let the pauses grow from attempt to attempt, and draw each of them at random (full jitter).`,
	},
	{
		ID:       "AMP007",
		Title:    "call with an effect made again after an ambiguous failure",
		Severity: SeverityWarning,
		Text: `A call that is not idempotent is tried again after a failure that may have come after the effect, or sent twice at once. ` +
			`A connection that is reset, a timeout, a 500 and most 503 do not say whether the payment was made: with 2 retries in the mesh one POST can pay three times. ` +
			`Idempotent are GET, HEAD, PUT and DELETE, requests with an Idempotency-Key, statements that read, and what the policy says is; ` +
			`of a method of gRPC it is not known, and nothing is said, unless its option idempotency_level or the author says it. ` +
			`The number is the most effects that one call can have along the worst path.`,
		Fix: `Send a key by which the callee knows duplicates, or retry only what never reached the callee: connect failures and refused streams.`,
	},
	{
		ID:       "AMP008",
		Title:    "failure retried that no further try can turn into success",
		Severity: SeverityError,
		Text: `Code or configuration names a failure of which the request itself is the cause, or that says the callee cannot do this at all, and tries again all the same: ` +
			`400, 405, 413, 415, 422 and 501 of HTTP, INVALID_ARGUMENT, ALREADY_EXISTS and UNIMPLEMENTED of gRPC. ` +
			`"case codes.InvalidArgument: continue" is one, retryable codes of a proxy with 400 in them are another. ` +
			`For information only, a loop that asks nothing of the failure and goes on with its pauses when the context of the call has ended.`,
		Fix: `Take the failure out of what is retried and return it to the caller.`,
	},
	{
		ID:       "AMP009",
		Title:    "retry budget that is missing or does not bind",
		Severity: SeverityWarning,
		Text: `A layer on a path above the gate has no retry budget, or one that lets all of its attempts through, so nothing limits it while a failure lasts: ` +
			`a count holds for one request, a budget for all of them together. ` +
			`A budget of 100% of the running requests is one, and one of 20% beside a floor of 3 retries, where few requests run at once: 4 attempts stay 4. ` +
			`What a budget lets through can depend on the load; rates of the policy say what it is.`,
		Fix: `Give the layer a budget of 10% or 20% of the requests, with a floor that a healthy day needs, or lower the attempts.`,
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
		ID:       "AMP011",
		Title:    "path grew past gate.increase",
		Severity: SeverityError,
		Text: `Compared with an older result or with a baseline, one unit of work at an entry can become several times as many calls of a node. ` +
			`A client that was given 3 attempts over a gateway that tries 3 times makes 9 calls where there were 3. ` +
			`The gate is gate.increase of the policy, 2 by default, and a path counts only where it ends above 4; ` +
			`growth that rests on guesses is a warning. The finding names what changed on the path, with its place: ` +
			`a number, a layer, a call, or the version of a module or mesh whose default moved.`,
		Fix: `Take the change back, or give one of the other layers of the path fewer attempts; accept what is meant with ampcheck baseline write.`,
	},
	{
		ID:       "AMP101",
		Title:    "timeout inversion",
		Severity: SeverityWarning,
		Text: `A caller gives up a try after a time that is shorter than what it waits for can go on, and its end does not reach the callee. ` +
			`The work goes on for nobody, and the next try starts beside it: a client that waits 2s for a gateway that waits 5s for a service has up to three requests at work at once. ` +
			`Both places are named; timeouts that are equal count, since the inner one ends too late.`,
		Fix: `Give the outer timeout room for all attempts below it, or hand the deadline on so that the work below ends with it.`,
	},
	{
		ID:       "AMP102",
		Title:    "remote call with no timeout",
		Severity: SeverityInfo,
		Text: `A call drops the deadline of its caller and has no timeout of its own, so nothing ends it. ` +
			`A callee that hangs then holds the caller for good, with its connection and its memory. ` +
			`A request made with context.Background and a client without Timeout is one.`,
		Fix: `Hand the context of the request on, or give the call a timeout.`,
	},
	{
		ID:       "AMP103",
		Title:    "attempts that cannot fit the caller's budget",
		Severity: SeverityWarning,
		Text: `A layer makes attempts that cannot end before its caller, or its own timeout, gives up: they are work for nobody. ` +
			`Three attempts of 3s in a budget of 5s are issued, two start, and one can be useful. ` +
			`A try of which it is not known how long it takes is counted as one that fails at once.`,
		Fix: `Make the per-try timeout at most the budget divided by the attempts, or make fewer attempts.`,
	},
	{
		ID:       "AMP104",
		Title:    "deadline dropped",
		Severity: SeverityWarning,
		Text: `A call in the path of a request does not carry the deadline of the request: it is made with a context of its own. ` +
			`When the caller gives up, the call goes on, with all its retries, for nobody. ` +
			`context.Background, context.TODO and context.WithoutCancel in a handler are such contexts.`,
		Fix: `Make the call with the context of the request, or derive from it.`,
	},
	{
		ID:       "AMP105",
		Title:    "datastore call without a server-side limit",
		Severity: SeverityInfo,
		Text: `A caller gives up a query and makes it again, and nothing at the datastore ends the first one. ` +
			`A query of 30s behind a timeout of 1s with 3 attempts is three queries at once. ` +
			`A limit of the server is one that is set for the role, the database or the connection: statement_timeout, max_execution_time.`,
		Fix: `Set a limit at the server that is no longer than the timeout of the caller.`,
	},
	{
		ID:       "AMP106",
		Title:    "concurrency above its gate",
		Severity: SeverityError,
		Text: `For one unit of work at an entry more calls of a node can be at work at once than the gate allows. ` +
			`Timeouts that are shorter than what they wait for make attempts overlap: three of three attempts each, over a loop of 8 calls at a time, are up to 72 calls beside one another. ` +
			`The gate is gate.concurrency of the policy, off by default; a figure that rests on guesses is a warning.`,
		Fix: `Align the timeouts, hand deadlines on so that what is given up ends, or limit how many calls run in parallel.`,
	},
	{
		ID:       "AMP201",
		Title:    "fan-out without a bound over a remote call",
		Severity: SeverityWarning,
		Text: `A loop makes one remote call for each of a number of items that nothing limits, so one request can cost any number of calls, each of them retried. ` +
			`A handler that looks up every id of its request one by one is one. ` +
			`Figures take the number for 1 and name it, as 27 x n(req.Items).`,
		Fix: `Limit the number of items, fetch them in one call, or say how many there are: //ampcheck:fanout N on the line of the loop, fanOut in the policy, or --assume-fanout.`,
	},
	{
		ID:       "AMP202",
		Title:    "hedging without a budget",
		Severity: SeverityWarning,
		Text: `A call is sent again while the first one is still under way, and nothing limits how many calls are. ` +
			`Copies help against one slow server; when all of them are slow every call becomes as many as the policy allows, at the moment there is the least room for them. ` +
			`A hedging policy of 3 attempts with a delay of 50ms triples the load of a callee that answers in 60ms.`,
		Fix: `Give the hedging a budget (retry throttling, a share of the requests), or a delay that few calls reach: the 95th or 99th percentile.`,
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
			`a rule for a host that no service has, retries turned off at a gateway that the sidecars do not see, ` +
			`and a comment "//ampcheck:attempts 3" on a line where nothing tries again are such settings. ` +
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
	{
		ID:       "AMP304",
		Title:    "baseline entry no longer true",
		Severity: SeverityWarning,
		Text: `The baseline accepts something that is not there any more, or a figure that has become smaller. ` +
			`What was accepted once would be accepted again: 81 calls that were brought down to 3 could grow back without a word. ` +
			`The finding names the lines of the baseline, with what is true now.`,
		Fix: `Write the baseline again: ampcheck baseline write keeps what is still true, with its reasons.`,
	},
	{
		ID:       "AMP305",
		Title:    "policy or baseline loosened",
		Severity: SeverityError,
		Text: `The policy or the baseline of the tree lets more through than the one it is judged by, that of the commit given with --policy-from. ` +
			`A change that raises a gate, adds a suppression or accepts a greater figure next to the code it excuses needs a decision of its own. ` +
			`The tree is judged by the policy of the other commit; this finding says where its own is looser.`,
		Fix: `Take the loosening out of the change, or bring it in by itself with the consent of who owns the policy.`,
	},
}
