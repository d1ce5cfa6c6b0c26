// The page that a service shows: its scenarios, runs and verdicts come from there, and runs are started from here.
const live = { events: 0, job: null, watching: false, ordered: null, problems: "", history: new Map(), blocks: new Map(), shrunken: new Map(), running: new Set() };

async function ask(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

async function order(action, body) {
  const response = await fetch(`/api/${action}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  notice(response.ok ? "" : await response.text());
}

function notice(text) { find("#notice").textContent = text; find("#notice").hidden = !text; }

function seeds() { return find("#seeds").value.trim() || "1"; }

Object.assign(page, {
  isLive: true,
  async load(index) {
    const one = report.scenarios[index];
    const { run, blocks, verdict, shrunken } = await ask(`/api/runs/${encodeURIComponent(one.id)}`);
    live.blocks.set(one.id, blocks);
    if (shrunken) live.shrunken.set(one.id, shrunken); else live.shrunken.delete(one.id);
    if (verdict) remember(one.id, verdict, run);
    return run;
  },
  hasRun(index) { return report.scenarios[index].verdict !== undefined; },
  hint() {
    if (!report.scenarios.length) return "There is no scenario in these files yet.";
    return report.scenarios.some(({ verdict }) => verdict) ? "Choose a scenario to see what happened in it." : "Nothing has run yet: run one scenario with its ▶, or all that are listed.";
  },
  blocks(index) { return live.blocks.get(report.scenarios[index].id); },
  // The runs of a scenario that this page has shown before, and that others have replaced since.
  otherRuns(one) {
    return (live.history.get(one.id) || []).slice(0, -1).map(({ label, run }) => ({ id: `${one.id}, ${label}`, load: async () => run }));
  },
  rowExtra(one) {
    return element("button", { type: "button", class: "run", title: `run ${one.id}`, "aria-label": `run ${one.id}`, onclick: () => order("run", { ids: [one.id], seeds: seeds() }) }, "▶");
  },
  headExtra(one) {
    const shrunken = live.shrunken.get(one.id);
    return element("div", { class: "actions" },
      element("button", { type: "button", onclick: () => order("run", { ids: [one.id], seeds: seeds() }) }, "▶ Run"),
      isBroken(one) ? element("button", { type: "button", onclick: () => order("shrink", { ids: [one.id] }) }, "Shrink") : null,
      shrunken ? element("details", { class: "shrunken" }, element("summary", {}, "the smallest scenario that fails like this"), element("pre", {}, shrunken)) : null);
  },
});

function remember(id, verdict, run) {
  const runs = live.history.get(id) || [];
  const label = `seed ${verdict.seed}, ${verdict.verdict}, datagrams ${verdict.payloadDigest || verdict.datagramsSent}`;
  live.history.set(id, [...runs.filter((one) => one.label !== label), { label, run }].slice(-4));
}

function liveBar() {
  const watch = element("input", { type: "checkbox", id: "watch", onchange: () => orderWatch(watch.checked) });
  find("#live").replaceChildren(
    element("button", { type: "button", id: "runall", onclick: () => order("run", { ids: listed().map(({ one }) => one.id), seeds: seeds() }) }, "▶ Run listed"),
    element("button", { type: "button", id: "stop", onclick: () => order("stop", {}) }, "Stop"),
    element("label", {}, "seeds ", element("input", { type: "text", id: "seeds", size: "6", value: "1", title: "one seed, or several as in 1..20" })),
    element("label", {}, watch, "watch files"),
    element("progress", { id: "progress", max: "1", value: "0", "aria-label": "progress" }),
    element("span", { id: "status", class: "count", role: "status" }), element("span", { id: "notice", role: "alert" }));
  find("#live").hidden = false;
}

// Until the order is answered the box shows what was ordered, whatever events of before say.
async function orderWatch(isOn) {
  live.ordered = isOn;
  try { await order("watch", { on: isOn }); } finally { live.ordered = null; }
}

function showJob() {
  const { job } = live;
  find("#stop").disabled = !job;
  find("#progress").hidden = !job;
  find("#progress").max = job ? job.of : 1;
  find("#progress").value = job ? job.ended : 0;
  find("#watch").checked = live.ordered ?? live.watching;
  find("#status").textContent = job ? (job.doing === "run" ? `${job.ended} of ${job.of}${job.running.length ? `: ${job.running.join(", ")}` : ""}` : "shrinking …") : "";
  for (const id of live.running) if (!job || !job.running.includes(id)) mark(id, false);
  for (const id of job ? job.running : []) mark(id, true);
}

function mark(id, isRunning) {
  if (isRunning) live.running.add(id); else live.running.delete(id);
  const row = document.querySelector(`#scenarios li[data-id="${CSS.escape(id)}"]`);
  if (row) row.classList.toggle("running", isRunning);
}

function sums() {
  const count = (test) => report.scenarios.filter(test).length;
  const parts = [[count((one) => one.verdict === "passed"), "passed"], [count(isBroken), "not passed"], [count((one) => !one.verdict), "not run"]];
  find("#sums").textContent = `${parts.filter(([number]) => number).map(([number, word]) => `${number} ${word}`).join(", ")} of ${report.scenarios.length} scenarios`;
}

async function refresh() {
  const state = await ask("/api/state");
  // The answer may have been under way longer than later events.
  if (state.events < live.events) return refresh();
  report.scenarios = state.scenarios.map(({ last, ...one }) => ({ ...last, ...one }));
  take(state);
  showList();
  sums();
  // A notice about an order stays, unless the files have other mistakes now.
  if (state.problems !== live.problems) notice(live.problems = state.problems);
}

function take({ events, job, watching }) {
  if (events < live.events) return;
  live.events = events;
  live.job = job || null;
  live.watching = watching;
  showJob();
}

// A verdict changes one row; the list is arranged again when all have ended.
function takeVerdict(verdict) {
  const place = report.scenarios.findIndex(({ id }) => id === verdict.id);
  if (place < 0) return;
  const { tags } = report.scenarios[place];
  report.scenarios[place] = { ...verdict, tags };
  const row = document.querySelector(`#scenarios li[data-id="${CSS.escape(verdict.id)}"]`);
  if (row) row.replaceWith(listRow({ one: report.scenarios[place], index: place }));
  markCurrent();
  sums();
  if (page.current === verdict.id) showDetail();
}

async function takeEvent(event) {
  take(event);
  if (event.kind === "verdict") takeVerdict(event.verdict);
  if (event.kind === "tree") await refresh();
  if (event.kind === "shrunk" && page.current === event.id) await showDetail();
  if (event.kind === "idle") await rest(event.complaint);
}

// When all have ended, the first failure is opened, unless something is open.
async function rest(complaint) {
  await refresh();
  if (complaint) notice(complaint);
  if (page.current === undefined) await showDetail();
}

function listen() {
  const events = new EventSource("/api/events");
  events.onopen = async () => { live.events = 0; await refresh(); if (page.current === undefined || !page.bench) await showDetail(); };
  events.onmessage = (message) => takeEvent(JSON.parse(message.data));
  events.onerror = () => { find("#status").textContent = "the service does not answer"; };
}

liveBar();
listen();
