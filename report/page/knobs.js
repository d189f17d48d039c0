"use strict";
// The sliders: what calls become when layers try more or less often.
(() => {
  if (!page) return;
  const { $, all, data, arrowOf, labelOf } = page;
  const system = whatIf.system(data);
  const knobs = all("[data-knob]");
  if (!knobs.length) return;
  const asItIs = knobs.map((k) => BigInt(k.getAttribute("value")));
  const cells = all("[data-node-figure]");
  const boxes = new Map(all("[data-node]").map((n) => [Number(n.dataset.node), n.querySelector(".figure")]));
  const before = new Map([...boxes].map(([n, text]) => [n, text.textContent]));
  const labelsBefore = new Map([...labelOf].map(([i, label]) => [i, label.textContent]));

  const calls = (node, f) => {
    const text = f.calls === null ? "unbounded" : String(f.calls) + node.symbols;
    return f.exact ? text : `at most ${text}`;
  };
  const figure = (node, f) => {
    if (!f) return "not known";
    if (f.calls === null || !f.exact || node.happy === null || node.happy === 0n) return calls(node, f);
    return `${calls(node, f)} (${whatIf.ratio(f.calls, node.happy)}x)`;
  };
  const recompute = () => {
    const attempts = knobs.map((k) => BigInt(k.value));
    const changed = attempts.some((n, i) => n !== asItIs[i]);
    knobs.forEach((k, i) => {
      const out = k.nextElementSibling;
      out.textContent = k.value;
      out.classList.toggle("changed", attempts[i] !== asItIs[i]);
    });
    $("undo").disabled = !changed;
    const figures = changed ? whatIf.figures(system, attempts) : [];
    for (const cell of cells) {
      const n = Number(cell.dataset.nodeFigure);
      cell.textContent = changed ? figure(system.nodes[n], figures[n]) : "";
      cell.classList.toggle("changed", changed && figures[n] !== undefined && figures[n].calls !== system.nodes[n].calls);
    }
    for (const [n, text] of boxes) {
      const f = figures[n];
      const same = !changed || f === undefined || f.calls === system.nodes[n].calls;
      text.textContent = same ? before.get(n) : `${before.get(n)} → ${calls(system.nodes[n], f)}`;
      text.classList.toggle("changed", !same);
    }
    data.arrows.forEach((a, i) => {
      if (!arrowOf.has(i)) return;
      const own = system.calls.filter((c) => c.arrow === i);
      const touched = own.some((c) => c.knobs.some((k) => attempts[k] !== asItIs[k]));
      const factors = own.map((c) => whatIf.factor(c, attempts));
      const most = factors.some((f) => f === null) ? 1024 : Number(factors.reduce((x, y) => (x > y ? x : y), 1n));
      const way = arrowOf.get(i).querySelector(".way");
      way.setAttribute("stroke-width", touched ? Math.min(10, 1 + 1.5 * Math.log2(Math.max(1, most))) : a.width);
      if (labelOf.has(i)) labelOf.get(i).textContent = touched ? `now ${most}x` : labelsBefore.get(i);
    });
  };
  for (const k of knobs) {
    k.disabled = false;
    k.addEventListener("input", recompute);
  }
  $("undo").addEventListener("click", () => {
    knobs.forEach((k, i) => {
      k.value = String(asItIs[i]);
    });
    recompute();
  });
})();
