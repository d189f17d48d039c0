"use strict";
// Filters: what they leave out is dim in the graph and absent from the table.
(() => {
  if (!page) return;
  const { $, all, data, rows, arrowOf, labelOf, go, visible } = page;
  $("filters").hidden = false;
  const reachable = (entry) => {
    const seen = new Set([entry]);
    for (const n of seen) for (const c of data.calls) if (c.from === n && !c.cut) seen.add(c.to);
    return seen;
  };
  const filter = () => {
    const entry = $("entry").value;
    const cls = $("class").value;
    const gate = Number($("gate").value) || 0;
    const from = entry === "" ? undefined : reachable(Number(entry));
    const nodes = new Set();
    let shown = 0;
    for (const row of rows) {
      const a = data.arrows[row.dataset.row];
      const { amplification, calls } = data.nodes[a.to];
      const keep =
        (!from || from.has(a.from)) &&
        (!cls || a.classes.includes(cls) || a.classes.includes("any")) &&
        (!gate || calls === null || amplification > gate);
      row.hidden = !keep;
      if (keep) {
        shown++;
        nodes.add(a.from).add(a.to);
      }
      const arrow = arrowOf.get(Number(row.dataset.row));
      if (arrow) arrow.classList.toggle("dim", !keep);
      const label = labelOf.get(Number(row.dataset.row));
      if (label) label.classList.toggle("dim", !keep);
    }
    for (const n of all("[data-node]")) n.classList.toggle("dim", !nodes.has(Number(n.dataset.node)));
    const list = visible();
    if (list.length) go(list, 0);
    $("shown").textContent = shown === rows.length ? "" : `${shown} of ${rows.length} calls`;
  };
  for (const id of ["entry", "class", "gate"]) $(id).addEventListener("input", filter);
  $("reset").addEventListener("click", () => {
    for (const id of ["entry", "class", "gate"]) $(id).value = "";
    filter();
  });
})();
