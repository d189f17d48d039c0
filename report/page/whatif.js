"use strict";
// What the figures become when layers try more or less often. The system comes
// from the report: nodes, calls with their fan-out and layers, and which nodes
// the sum over their ways is exact for. All numbers are BigInts; null has no
// limit.
const whatIf = (() => {
  const times = (a, b) => {
    if (a === 0n || b === 0n) return 0n;
    return a === null || b === null ? null : a * b;
  };
  const plus = (a, b) => (a === null || b === null ? null : a + b);

  // factor is what one execution of the caller makes of a call.
  const factor = (call, attempts) => {
    let n = call.fixed;
    for (const knob of call.knobs) n = times(n, attempts[knob]);
    return n;
  };

  // sums are, by node, the sums over all ways from an entry; undefined where
  // none leads to or a cycle lies before.
  const sums = (system, entry, attempts) => {
    const out = system.nodes.map(() => []);
    const waiting = system.nodes.map(() => 0);
    const reached = new Set([entry]);
    for (const call of system.calls) if (!call.cut) out[call.from].push(call);
    for (const node of reached) {
      for (const call of out[node]) {
        waiting[call.to]++;
        reached.add(call.to);
      }
    }
    const sum = system.nodes.map(() => undefined);
    const total = system.nodes.map(() => 0n);
    total[entry] = 1n;
    const queue = [entry];
    for (const node of queue) {
      sum[node] = total[node];
      for (const call of out[node]) {
        total[call.to] = plus(total[call.to], times(sum[node], factor(call, attempts)));
        waiting[call.to]--;
        if (waiting[call.to] === 0 && call.to !== entry) queue.push(call.to);
      }
    }
    return sum;
  };

  // figures are, by node, its calls as a page may show them: {calls, exact}, or
  // undefined where nothing can be said.
  const figures = (system, attempts) => {
    const byEntry = new Map();
    return system.nodes.map((node, i) => {
      if (node.entry === undefined || node.entry === i) return undefined;
      if (!byEntry.has(node.entry)) byEntry.set(node.entry, sums(system, node.entry, attempts));
      const calls = byEntry.get(node.entry)[i];
      return calls === undefined || node.lower ? undefined : { calls, exact: node.exact };
    });
  };

  // ratio is a / b with at most two decimals, rounded as the report rounds:
  // half to even.
  const ratio = (a, b) => {
    let hundredths = (a * 100n) / b;
    const rest = 2n * ((a * 100n) % b);
    if (rest > b || (rest === b && hundredths % 2n === 1n)) hundredths++;
    const text = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`;
    return text.replace(/0+$/, "").replace(/\.$/, "");
  };

  // system turns the numbers of the report, which are texts, into BigInts.
  const number = (text) => (text === null ? null : BigInt(text));
  const system = (data) => ({
    nodes: data.nodes.map((n) => ({ ...n, calls: number(n.calls), happy: number(n.happy) })),
    calls: data.calls.map((c) => ({ ...c, fixed: number(c.fixed) })),
  });

  return { figures, factor, ratio, system };
})();
if (typeof module !== "undefined") module.exports = whatIf;
