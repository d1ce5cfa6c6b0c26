// What the panel and the tabs say about an item, a packet, a source and a failure.
function describeItem(bench, item) {
  const { timeline } = bench;
  const datagram = item.kind === "datagram" ? item : item.of;
  const rows = [["at", clock(item.time)]];
  const skipped = ["number", "time", "kind", "step", ...(item.kind === "step" ? ["text", "phase"] : [])];
  if (item.step && item.kind !== "step") rows.push(["step", `${item.step.number}: ${item.step.name}`]);
  if (datagram) rows.push(...datagramRows(timeline, datagram));
  else for (const [key, value] of Object.entries(item.entry)) if (!skipped.includes(key)) rows.push([key, show(value)]);
  if (item.isBroken && item.step) for (const { expected, actual } of item.step.findings) rows.push(["expected", expected], ["actual", actual]);
  const cause = item.cause && timeline.datagrams.get(item.cause);
  const packet = datagram && timeline.packets.get(datagram.number);
  return [element("h3", {}, item.of ? item.of.text : item.text), table(rows),
    cause ? element("button", { type: "button", class: "cause", onclick: () => { bench.open("timeline"); bench.drawing.reveal(cause); } }, `Caused by datagram ${item.cause}`) : null,
    ...(packet ? packetPart(packet) : [])].filter(Boolean);
}

function table(rows) {
  return element("dl", {}, rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", { class: "mono" }, value)]));
}

function datagramRows(timeline, datagram) {
  const { first, last } = datagram.entry;
  const rows = [["datagram", first !== undefined ? `${first} to ${last}` : String(datagram.number ?? "not yet on the wire")]];
  rows.push(["from", `${timeline.lanes[datagram.from]} ${datagram.entry.from}`], ["to", `${timeline.lanes[datagram.to]} ${datagram.entry.to}`]);
  for (const fate of datagram.fates || []) rows.push([fate.fate, `${clock(fate.time)}${fate.reason ? ` (${fate.reason})` : ""}`]);
  return rows;
}

// The fields of a packet, and its body on lines of its own.
function packetPart(packet) {
  const { body, ...fields } = packet.coap || packet.sip || packet.stun || packet.rtp || packet.rtcp || packet;
  const rows = Object.entries(fields).map(([name, value]) => [name, show(value)]);
  const copy = body ? element("button", { type: "button", class: "copy", onclick: () => navigator.clipboard && navigator.clipboard.writeText(body) }, "Copy") : null;
  return [element("h4", {}, packet.kind || "packet"), table(rows), body ? element("h4", {}, "body ", copy) : null,
    body ? element("pre", { class: "body" }, indented(body.replace(/^\w+: /, ""))) : null].filter(Boolean);
}

function sourceView(one, run, timeline, onChoose) {
  const broken = one.failure ? one.failure.line : undefined;
  const steps = new Map(timeline.steps.filter((step) => step.item && !step.file).map((step) => [step.line, step]));
  const lines = run.source.replace(/\n$/, "").split("\n").map((text, index) => {
    const step = steps.get(index + 1);
    return element("span", { class: `row${index + 1 === broken ? " broken" : ""}${step ? " reached" : ""}`, onclick: step ? () => onChoose(step) : () => {} },
      element("span", { class: "number" }, String(index + 1)), text,
      index + 1 === broken && one.failure.actual ? element("span", { class: "actual" }, `← ${one.failure.actual}`) : null);
  });
  return [element("p", { class: "hint" }, `${(one.failure && one.failure.file) || one.file}: choose a step to see its instant in the timeline.`), element("pre", { class: "source" }, lines)];
}

// The same blocks, in the same order, as on the console.
function failureView(one, blocks, onReveal) {
  if (!one.failure) return null;
  return element("section", { class: "failure", "aria-label": "what broke" }, element("p", {}, one.failure.reason),
    element("button", { type: "button", onclick: onReveal }, "Show where it broke"),
    (blocks || []).flatMap(({ title, lines }) => [title ? element("h3", {}, title) : null, failureBlock(lines)]));
}

// Marks below a line of the file keep their place; other lines are broken where the page is narrow.
function failureBlock(lines) {
  if (lines.some((text) => /^\s*\d* \|/.test(text))) return element("pre", { class: "excerpt" }, lines.join("\n"));
  return element("pre", {}, lines.map((text) => element("span", { class: "line" }, text)));
}

// The controls above a timeline: zoom, search, kinds and columns.
Workbench.prototype.controls = function () {
  const { drawing, timeline } = this;
  const kinds = [["quiet", "empty messages"], ["state", "all state"], ["timer", "timers"], ["log", "log"], ["media", "media"]].map(([kind, text]) => {
    const box = element("input", { type: "checkbox", onchange: () => { drawing.shown[kind] = box.checked; this.refilter(); this.search(0); } });
    box.checked = drawing.shown[kind];
    return element("label", {}, box, text);
  });
  const only = element("input", { type: "checkbox", onchange: () => { drawing.onlyStep = only.checked && this.shown ? this.shown.step : null; this.refilter(); } });
  const seen = ["lobby", "incoming", "outgoing", "joining", "inCall", "joined", "reconnecting"].filter((state) => timeline.spans.some((span) => span.state.startsWith(state)));
  const legend = element("span", { class: "legend" }, seen.map((state) => {
    const swatch = element("i", {});
    swatch.style.background = `var(--${state})`;
    return element("span", {}, swatch, state);
  }));
  return element("div", { class: "controls" },
    element("span", {}, element("button", { type: "button", "aria-label": "zoom out", onclick: () => drawing.zoom(1 / 1.3) }, "−"), " ",
      element("button", { type: "button", "aria-label": "zoom in", onclick: () => drawing.zoom(1.3) }, "+")),
    this.searchField(), menu("Kinds", [...kinds, element("label", {}, only, "only the chosen step")]), menu("Columns", this.columnChoice()), legend);
};

function menu(title, children) {
  return element("details", { class: "menu", onkeydown: (event) => { if (event.key === "Escape") { event.currentTarget.open = false; event.stopPropagation(); } } },
    element("summary", {}, title), element("div", { class: "choices" }, children));
}

Workbench.prototype.columnChoice = function () {
  const { drawing, timeline, one } = this;
  this.columnBoxes = timeline.lanes.map((name, lane) => element("input", { type: "checkbox", "aria-label": name,
    onchange: (event) => { if (event.target.checked) drawing.hidden.delete(lane); else drawing.hidden.add(lane); this.refilter(); } }));
  const set = (isShown) => { drawing.hidden = new Set(timeline.lanes.map((name, lane) => lane).filter((lane) => !isShown(timeline.lanes[lane]))); this.refilter(); };
  // A failure names a participant by its property, or in a fault; the names in a list say little.
  const { expected = "", findings = [], faults = [] } = one.failure || {};
  const text = [expected, ...findings].join("\n");
  const isNamed = (name) => text.includes(`${name}.`) || faults.some((fault) => fault.includes(` ${name}:`));
  const isInFailure = (name) => !timeline.participants.has(name) || isNamed(name);
  return [element("button", { type: "button", onclick: () => set(() => true) }, "all"),
    one.failure ? element("button", { type: "button", onclick: () => set(isInFailure) }, "those of the failure") : null,
    ...timeline.lanes.map((name, lane) => element("span", { class: "lane" }, element("label", {}, this.columnBoxes[lane], name),
      element("button", { type: "button", "aria-label": `pin ${name}`, "aria-pressed": "false", onclick: (event) => this.pin(lane, event.currentTarget) }, "pin"),
      element("button", { type: "button", "aria-label": `only ${name}`, onclick: () => { drawing.hidden = new Set(); this.focusLane(lane); } }, "only")))].filter(Boolean);
};

// A pinned column stays in sight when others are scrolled.
Workbench.prototype.pin = function (lane, button) {
  const isPinned = !this.drawing.pinned.delete(lane);
  if (isPinned) this.drawing.pinned.add(lane);
  button.setAttribute("aria-pressed", String(isPinned));
  this.drawing.measure();
  this.overview.draw();
};

Workbench.prototype.searchField = function () {
  this.found = element("span", { class: "count", "aria-live": "polite" });
  this.words = element("input", { type: "search", placeholder: "Search", "aria-label": "search the timeline; Enter goes on, Shift and Enter back",
    oninput: () => this.search(0), onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); this.search(event.shiftKey ? -1 : 1); } } });
  return element("span", { class: "find" }, this.words, this.found);
};

// Marks the visible items with the words, and goes to the next or the last one.
Workbench.prototype.search = function (way) {
  const words = this.words.value.trim().toLowerCase();
  const { drawing, timeline } = this;
  const text = (item) => item.words = item.words || `${item.text || ""} ${JSON.stringify(item.entry)} ${JSON.stringify(timeline.packets.get(item.number) || "")}`.toLowerCase();
  const rows = words ? drawing.rows.filter((item) => text(item).includes(words)) : [];
  drawing.matches = new Set(rows);
  this.place = way === 0 || !rows.length ? 0 : ((this.place ?? -1) + way + rows.length) % rows.length;
  this.found.textContent = words ? (rows.length ? `${this.place + 1} of ${rows.length}` : "none") : "";
  this.overview.draw();
  if (rows.length) drawing.reveal(rows[this.place]); else drawing.paint();
};
