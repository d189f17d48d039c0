// Package simulate runs a linked graph event by event, in time of its own: calls
// arrive, wait for a free place, work, fail, time out and are tried again, as the
// bodies of the graph say. It shares no arithmetic with the figures of package
// graph, and is their referee: no run may have more calls, or more of them at
// work at once, than is printed.
//
// Where the graph leaves open what happens, a run takes what keeps the failure
// alive: an answer that is not known passes the failure on, a callee whose
// caller gave up works on unless the deadline is handed down, and a caller
// without a timeout waits. A call that closes a cycle is not followed.
//
// The same options give the same run: everything drawn comes from the seed.
package simulate
