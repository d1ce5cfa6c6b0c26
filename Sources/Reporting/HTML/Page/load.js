"use strict";
(() => {
  const all = JSON.parse(document.getElementById("data").textContent);
  // More points than columns of a picture would paint areas: neighbours are drawn as one, rates with their mean and other
  // values with the greatest one. The table has all of them.
  const MOST = 240, group = Math.max(1, Math.ceil(all.at.length / MOST));
  const grouped = (values, isRate) => {
    const parts = [];
    for (let first = 0; first < values.length; first += group) {
      const part = values.slice(first, first + group).filter((value) => value !== null);
      const sum = part.reduce((one, other) => one + other, 0);
      parts.push(part.length === 0 ? null : isRate ? sum / part.length : Math.max(...part));
    }
    return parts;
  };
  const at = all.at.filter((_, index) => index % group === 0);
  const charts = all.charts.map((chart) => ({
    ...chart, lines: chart.lines.map((line) => ({ ...line, values: grouped(line.values, ["/s", "%"].includes(chart.unit)) })),
  }));
  // A picture that is made for a narrow screen keeps its words in their size.
  const WIDTH = Math.max(300, Math.min(640, document.getElementById("charts").clientWidth - 26)), HEIGHT = 220, LEFT = 56, RIGHT = 8, TOP = 8, BOTTOM = 20;
  const COLOURS = ["#2f6fd0", "#18a05e", "#d9822b", "#c4281c", "#8a3fb0"];
  const make = (name, attributes = {}, ...children) => {
    const isSVG = ["svg", "path", "line", "text", "circle", "rect"].includes(name);
    const element = isSVG ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const number = (value) => {
    if (value === null || value === undefined) return "–";
    const size = Math.abs(value);
    if (size >= 1e6) return `${(value / 1e6).toPrecision(3)} M`;
    if (size >= 1e4) return `${(value / 1e3).toPrecision(3)} k`;
    return String(size >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
  };
  const clock = (seconds) => {
    const whole = Math.round(seconds), two = (part) => String(part).padStart(2, "0");
    const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
    return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  };

  // The steps of an axis: 1, 2 or 5 times a power of ten.
  const steps = (most, count) => {
    const rough = most / count, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
    return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => index * step);
  };
  const timeSteps = (most) => {
    const sizes = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];
    const step = sizes.find((size) => most / size <= 6) ?? Math.ceil(most / 6 / 86400) * 86400;
    return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
  };

  const lastAt = Math.max(at[at.length - 1] ?? 1, 1);
  const x = (seconds) => LEFT + (seconds / lastAt) * (WIDTH - LEFT - RIGHT);
  const views = [];

  const draw = (view) => {
    const { svg, chart, hidden } = view;
    svg.replaceChildren();
    const shown = chart.lines.filter((line) => !hidden.has(line.name));
    const most = shown.reduce((top, line) => line.values.reduce((top, value) => Math.max(top, value ?? 0), top), 0) || 1;
    const marks = steps(most, 4), top = marks[marks.length - 1];
    const y = (value) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
    view.y = y;
    for (const mark of marks) {
      svg.append(make("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark) }));
      svg.append(make("text", { class: "axis", x: LEFT - 6, y: y(mark) + 4, "text-anchor": "end" }, `${number(mark)} ${chart.unit}`));
    }
    for (const mark of timeSteps(lastAt)) {
      const anchor = x(mark) > WIDTH - 40 ? "end" : "middle";
      svg.append(make("text", { class: "axis", x: x(mark), y: HEIGHT - 4, "text-anchor": anchor }, clock(mark)));
    }
    for (const line of shown) {
      let path = "", isOpen = false;
      const colour = COLOURS[chart.lines.indexOf(line) % COLOURS.length];
      line.values.forEach((value, index) => {
        if (value === null) { isOpen = false; return; }
        path += `${isOpen ? "L" : "M"}${x(at[index]).toFixed(1)} ${y(value).toFixed(1)}`;
        // A point between two gaps has no line of its own.
        if (!isOpen && line.values[index + 1] == null) svg.append(make("circle", { class: "dot", cx: x(at[index]), cy: y(value), r: 3, fill: colour }));
        isOpen = true;
      });
      svg.append(make("path", { class: "curve", d: path, stroke: colour }));
    }
  };

  // Shows the values at one instant in all charts.
  const point = (index) => {
    for (const view of views) {
      view.svg.querySelectorAll(".cursor, .mark").forEach((element) => element.remove());
      view.when.textContent = index === null ? "" : ` at ${clock(at[index])}`;
      view.chart.lines.forEach((line, order) => {
        view.values[order].textContent = index === null ? "" : `${number(line.values[index])} ${view.chart.unit}`;
      });
      if (index !== null) view.svg.append(make("line", { class: "cursor", x1: x(at[index]), x2: x(at[index]), y1: TOP, y2: HEIGHT - BOTTOM }));
    }
  };
  const nearest = (svg, event) => {
    const box = svg.getBoundingClientRect();
    const seconds = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT) * lastAt;
    let best = 0;
    at.forEach((instant, index) => { if (Math.abs(instant - seconds) < Math.abs(at[best] - seconds)) best = index; });
    return best;
  };

  const place = document.getElementById("charts");
  for (const chart of charts) {
    const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", tabindex: "0", "aria-label": chart.title });
    const when = make("span", { class: "hint" });
    const names = make("div", { class: "names" });
    const view = { chart, svg, when, hidden: new Set(), values: [] };
    chart.lines.forEach((line, order) => {
      const swatch = make("i", { class: "swatch", style: `background:${COLOURS[order % COLOURS.length]}` });
      const value = make("b");
      const button = make("button", { type: "button", "aria-pressed": "true", title: "show or hide" }, swatch, line.name, value);
      button.addEventListener("click", () => {
        if (!view.hidden.delete(line.name)) view.hidden.add(line.name);
        button.setAttribute("aria-pressed", String(!view.hidden.has(line.name)));
        draw(view);
      });
      view.values.push(value);
      names.append(button);
    });
    let focus = 0;
    svg.addEventListener("pointermove", (event) => { if (at.length > 0) point(focus = nearest(svg, event)); });
    svg.addEventListener("pointerleave", () => point(null));
    svg.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined || at.length === 0) return;
      event.preventDefault();
      point(focus = Math.min(at.length - 1, Math.max(0, focus + step)));
    });
    views.push(view);
    place.append(make("figure", { class: "chart" }, make("figcaption", {}, chart.title, when), names, svg));
    draw(view);
  }

  // The table is made when it is opened: a long load has thousands of rows.
  document.getElementById("numbers").addEventListener("toggle", (event) => {
    const box = event.target.querySelector("div");
    if (box.firstChild) return;
    const lines = all.charts.flatMap((chart) => chart.lines.map((line) => ({ ...line, title: chart.title, unit: chart.unit })));
    const head = make("tr", {}, make("th", {}, "at"), ...lines.map((line) => make("th", { title: line.title }, `${line.title}: ${line.name} ${line.unit}`)));
    const rows = all.at.map((instant, index) =>
      make("tr", {}, make("td", {}, clock(instant)), ...lines.map((line) => make("td", {}, number(line.values[index])))));
    box.append(make("table", {}, head, ...rows));
  });

  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
  });
})();
