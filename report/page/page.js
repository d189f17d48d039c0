"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const data = JSON.parse($("data").textContent);
  const system = whatIf.system(data);

  // Theme: the reader's choice until the button says otherwise.
  const theme = $("theme");
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  const picture = document.querySelector(".picture svg");
  if (!picture) return;
  const arrows = all("[data-arrow]");
  const arrowOf = new Map(arrows.map((a) => [Number(a.dataset.arrow), a]));
  const labelOf = new Map(all("[data-label]").map((l) => [Number(l.dataset.label), l]));
  const rows = all("[data-row]");

  // Choosing a call shows where its factor comes from.
  let chosen;
  const choose = (number) => {
    if (chosen !== undefined) {
      $(`detail-${chosen}`).hidden = true;
      for (const a of arrows) a.classList.remove("chosen");
    }
    chosen = number;
    $("hint").hidden = true;
    $(`detail-${number}`).hidden = false;
    const arrow = arrowOf.get(Number(number));
    if (arrow) arrow.classList.add("chosen");
  };
  for (const b of all("[data-choose]")) b.addEventListener("click", () => choose(b.dataset.choose));

  // One line of the graph is reached by Tab, the others by the arrow keys.
  let current = 0;
  const visible = () => arrows.filter((a) => !a.classList.contains("dim"));
  const go = (list, at) => {
    for (const a of arrows) a.setAttribute("tabindex", "-1");
    current = (at + list.length) % list.length;
    list[current].setAttribute("tabindex", "0");
    return list[current];
  };
  if (arrows.length) go(arrows, 0);
  for (const a of arrows) {
    a.addEventListener("click", () => choose(a.dataset.arrow));
    a.addEventListener("keydown", (e) => {
      const list = visible();
      const at = list.indexOf(a);
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
      if (step && list.length) go(list, at + step).focus();
      else if (e.key === "Enter" || e.key === " ") choose(a.dataset.arrow);
      else return;
      e.preventDefault();
    });
  }

  // Size of the graph.
  $("zoom").hidden = false;
  const [width, height] = ["width", "height"].map((k) => Number(picture.getAttribute(k)));
  let scale = 1;
  const zoom = (to) => {
    scale = Math.min(4, Math.max(0.1, to));
    picture.setAttribute("width", width * scale);
    picture.setAttribute("height", height * scale);
  };
  for (const b of all("[data-zoom]")) {
    b.addEventListener("click", () => {
      const step = Number(b.dataset.zoom);
      zoom(step ? scale * 1.25 ** step : (picture.parentElement.clientWidth - 2) / width);
    });
  }

  // A large graph starts at the first entry, not at its upper left corner.
  const first = data.nodes.findIndex((n, i) => n.entry === i);
  const box = document.querySelector(`[data-node="${first}"] .box`);
  if (box) {
    const around = picture.parentElement;
    const place = box.getBBox();
    around.scrollTop = Math.max(0, place.y + place.height / 2 - around.clientHeight / 2);
  }

  // Filters: what they leave out is dim in the graph and absent from the table.
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
      const amplification = data.nodes[a.to].amplification;
      const keep =
        (!from || from.has(a.from)) &&
        (!cls || a.classes.includes(cls) || a.classes.includes("any")) &&
        (!gate || amplification === null || amplification > gate);
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

  // What if.
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
