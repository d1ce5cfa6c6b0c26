// The page: the list of scenarios, and what is known of the one that was chosen.
const find = (selector) => document.querySelector(selector);

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value); else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const report = JSON.parse(find("#report").textContent);
const failures = JSON.parse(find("#failures").textContent);
// What is unsupported is neither passed nor failed.
const isBroken = (one) => one.verdict !== "passed" && one.verdict !== "unsupported";
const words = { harnessFault: "fault" };
const states = ["lobby", "incoming", "outgoing", "joining", "inCall", "reconnecting"];
let drawing = null;

function listed() {
  const wanted = find("#filter").value.trim().toLowerCase();
  const onlyBroken = find("#broken").getAttribute("aria-pressed") === "true";
  const isWanted = (one) => !wanted || [one.id, one.name, one.file, one.verdict, ...one.covers].join(" ").toLowerCase().includes(wanted);
  const order = report.scenarios.map((one, index) => ({ one, index }));
  order.sort((a, b) => isBroken(b.one) - isBroken(a.one) || a.index - b.index);
  return order.filter(({ one }) => isWanted(one) && (!onlyBroken || isBroken(one)));
}

function showList() {
  const rows = listed().map(({ one, index }) => element("li", {}, element("button",
    { "data-index": index, onclick: () => { location.hash = encodeURIComponent(one.id); } },
    element("span", { class: `verdict ${one.verdict}` }, words[one.verdict] || one.verdict),
    element("span", { class: "id" }, one.id),
    element("span", { class: "more" }, `${one.name} · ${one.virtualSeconds.toFixed(3)} s · ${one.datagramsSent} datagrams`))));
  find("#scenarios").replaceChildren(...rows);
  find("#none").hidden = rows.length > 0;
  markCurrent();
}

function markCurrent() {
  const current = decodeURIComponent(location.hash.slice(1));
  for (const button of document.querySelectorAll("#scenarios button")) {
    button.setAttribute("aria-current", report.scenarios[button.dataset.index].id === current ? "true" : "false");
  }
}

// In the list the arrow keys go from one scenario to the next.
function moveInList(event) {
  const steps = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
  if (!(event.key in steps)) return;
  const buttons = [...document.querySelectorAll("#scenarios button")];
  const place = buttons.indexOf(document.activeElement);
  const next = buttons[Math.max(0, Math.min(buttons.length - 1, place + steps[event.key]))];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function focusList() {
  const current = find('#scenarios button[aria-current="true"]') || find("#scenarios button");
  if (current) current.focus();
}

// The same blocks, in the same order, as on the console.
function failureCard(one, index, onReveal) {
  if (!one.failure) return null;
  const blocks = failures[index].flatMap(({ title, lines }) => [title ? element("h3", {}, title) : null,
    element("pre", {}, lines.join("\n"))]);
  return element("section", { class: "failure", "aria-label": "what broke" },
    element("p", {}, one.failure.reason), ...blocks.filter(Boolean),
    element("button", { onclick: onReveal }, "Show where it broke"));
}

function sourceCard(one, run) {
  if (!run.source) return null;
  const broken = one.failure ? one.failure.line : undefined;
  const lines = run.source.replace(/\n$/, "").split("\n").map((text, index) => element("span",
    { class: `row${index + 1 === broken ? " broken" : ""}` }, element("span", { class: "number" }, String(index + 1)), text));
  const card = element("details", { class: "source" }, element("summary", {}, (one.failure && one.failure.file) || one.file), element("pre", {}, ...lines));
  card.open = broken !== undefined;
  return card;
}

function describeItem(timeline, item) {
  const panel = [element("h3", {}, item.of ? item.of.text : item.text)];
  const datagram = item.kind === "datagram" ? item : item.of;
  const rows = [["at", clock(item.time)]];
  if (datagram) {
    const { first, last } = datagram.entry;
    rows.push(["datagram", first !== undefined ? `${first} to ${last}` : String(datagram.number ?? "not yet on the wire")]);
    rows.push(["from", `${timeline.lanes[datagram.from]} ${datagram.entry.from}`], ["to", `${timeline.lanes[datagram.to]} ${datagram.entry.to}`]);
    for (const fate of datagram.fates || []) rows.push([fate.fate, `${clock(fate.time)}${fate.reason ? ` (${fate.reason})` : ""}`]);
  } else {
    for (const [key, value] of Object.entries(item.entry)) {
      if (!["number", "time", "kind"].includes(key)) rows.push([key, show(value)]);
    }
  }
  panel.push(element("dl", {}, ...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", { class: "mono" }, value)])));
  const cause = item.cause && timeline.datagrams.get(item.cause);
  if (cause) panel.push(element("button", { onclick: () => drawing.reveal(cause) }, `Caused by datagram ${item.cause}`));
  const packet = datagram && timeline.packets.get(datagram.number);
  if (packet) panel.push(element("pre", {}, JSON.stringify(packet.coap || packet.stun || packet.rtp || packet.rtcp || packet, null, 1)));
  return panel;
}

function stage(timeline) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "timeline: a column a participant, time downwards");
  const lanes = element("div", { class: "lanes" });
  const field = element("div", { class: "field" }, svg);
  const scroller = element("div", { class: "scroller", tabindex: "0", role: "application",
    "aria-label": "timeline; arrow keys move, Enter shows the cause, plus and minus zoom, Escape goes back to the list" }, lanes, field);
  const panel = element("aside", { class: "panel", "aria-live": "polite" },
    element("p", { class: "hint" }, "Point at an arrow for what it carries; click a change of state for the datagram that caused it. "
      + "Arrow keys, Page up and down, Home and End move, Enter goes to the cause, + and − zoom, Escape goes back to the list."));
  let isHeld = false;
  drawing = new Drawing(timeline, { scroller, lanes, field, svg }, (item, isChoice) => {
    if (isChoice) isHeld = true; else if (isHeld) return;
    panel.replaceChildren(...describeItem(timeline, item));
  });
  scroller.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (!isHeld) focusList();
    isHeld = false;
  });
  return [controls(timeline), element("div", { class: "stage" }, scroller, panel)];
}

function controls(timeline) {
  const kinds = [["quiet", "empty messages"], ["state", "all state"], ["timer", "timers"], ["log", "log"], ["media", "media"]];
  const boxes = kinds.map(([kind, text]) => {
    const box = element("input", { type: "checkbox", onchange: () => { drawing.shown[kind] = box.checked; drawing.layout(); } });
    box.checked = drawing.shown[kind];
    return element("label", {}, box, text);
  });
  const seen = states.filter((state) => timeline.spans.some((span) => span.state.startsWith(state)));
  const legend = element("span", { class: "legend" }, ...seen.map((state) => {
    const swatch = element("i", {});
    swatch.style.background = `var(--${state})`;
    return element("span", {}, swatch, state);
  }));
  return element("div", { class: "controls" },
    element("span", {}, element("button", { "aria-label": "zoom out", onclick: () => drawing.zoom(1 / 1.3) }, "−"), " ",
      element("button", { "aria-label": "zoom in", onclick: () => drawing.zoom(1.3) }, "+")),
    ...boxes, legend);
}

// A run that was killed in the middle of a line must not take the page with it.
function parsed(text) {
  try { return JSON.parse(text); } catch { return {}; }
}

function showDetail() {
  const id = decodeURIComponent(location.hash.slice(1));
  const index = id ? report.scenarios.findIndex((one) => one.id === id) : report.scenarios.length === 1 ? 0 : report.scenarios.findIndex(isBroken);
  document.body.classList.toggle("open", index >= 0);
  markCurrent();
  drawing = null;
  if (index < 0) {
    find("#detail").replaceChildren(element("p", { class: "empty" }, "Choose a scenario to see what happened in it."));
    return;
  }
  const one = report.scenarios[index];
  const data = find(`#run-${index}`);
  const text = data ? data.textContent : "{}";
  const head = [headCard(one), failureCard(one, index, revealBroken)].filter(Boolean);
  find("#detail").replaceChildren(...head, element("p", { class: "empty" }, "Drawing the timeline …"));
  const fill = () => {
    // Another one may have been chosen meanwhile.
    if (head[0].isConnected) fillDetail(one, parsed(text), head);
  };
  // A long journal takes a while: what is known without it is shown before.
  if (text.length > 4000000) requestAnimationFrame(() => setTimeout(fill)); else fill();
}

function headCard(one) {
  return element("div", { class: "head" },
    element("button", { class: "back", onclick: () => { location.hash = "/"; } }, "← all scenarios"),
    element("h2", {}, one.verdict ? element("span", { class: `verdict ${one.verdict}` }, `${words[one.verdict] || one.verdict} `) : null,
      `${one.id}: ${one.name}`),
    element("div", { class: "facts" }, [one.file, one.seed === undefined ? "" : `seed ${one.seed}`, `${one.virtualSeconds.toFixed(3)} s`,
      `${one.datagramsSent} datagrams`, one.covers.length ? `covers ${one.covers.join(", ")}` : ""].filter(Boolean).join(" · ")));
}

function revealBroken() {
  const broken = drawing && drawing.timeline.items.find((item) => item.isBroken);
  if (broken) drawing.reveal(broken);
}

function fillDetail(one, run, head) {
  const timeline = new Timeline(run);
  const parts = timeline.items.length ? stage(timeline) : [element("p", { class: "empty" }, run.absence || "This run left no journal.")];
  find("#detail").replaceChildren(...[...head, sourceCard(one, run), ...parts].filter(Boolean));
  if (!drawing) return;
  drawing.layout();
  // Whoever chose it goes on in it.
  if (document.activeElement && document.activeElement.closest("#scenarios")) find(".scroller").focus({ preventScroll: true });
}

find("#filter").addEventListener("input", showList);
find(".list").addEventListener("keydown", moveInList);
find("#broken").addEventListener("click", (event) => {
  const button = event.currentTarget;
  button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") === "true" ? "false" : "true");
  showList();
});
find("#theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target === document.body) { event.preventDefault(); find("#filter").focus(); }
});
addEventListener("hashchange", showDetail);
document.body.classList.toggle("single", report.scenarios.length === 1);
showList();
showDetail();
