"use strict";
// The graph and what a reader does with it: colours, choosing a call, size. The
// other scripts work with what it returns; without calls that is nothing.
const page = (() => {
  const $ = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const data = JSON.parse($("data").textContent);

  // Theme: the reader's choice until the button says otherwise.
  const theme = $("theme");
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  const picture = document.querySelector(".picture svg");
  if (!picture) return undefined;
  const arrows = all("[data-arrow]");
  const arrowOf = new Map(arrows.map((a) => [Number(a.dataset.arrow), a]));
  const labelOf = new Map(all("[data-label]").map((l) => [Number(l.dataset.label), l]));

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

  return { $, all, data, arrows, arrowOf, labelOf, rows: all("[data-row]"), go, visible };
})();
