// The page: the chosen scenario, and the evidence of its run, which is read when it is chosen.
const leftOut = "This run passed, and its timeline was left out to keep the report small. "
  + "A report about this scenario alone has it, and `rollcall ui` shows it.";

const page = {
  bench: null,
  current: undefined,
  // Returns the evidence of a run in this file.
  async load(index) {
    // The end of the file, or of the element, may not have been read yet.
    if (document.readyState === "loading") await new Promise((done) => addEventListener("DOMContentLoaded", done));
    const data = find(`#run-${index}`);
    return data ? parsed(data.textContent) : { absence: leftOut };
  },
  hasRun(index) { return find(`#run-${index}`) !== null; },
  blocks(index) { return failures[index]; },
  rowExtra() { return null; },
  headExtra() { return null; },
  hint() { return report.scenarios.length ? "Choose a scenario to see what happened in it." : "No scenario was run."; },
};

async function showDetail() {
  const id = chosenID();
  const index = id ? report.scenarios.findIndex((one) => one.id === id) : report.scenarios.length === 1 ? 0 : report.scenarios.findIndex(isBroken);
  const one = report.scenarios[index];
  document.body.classList.toggle("open", index >= 0);
  page.current = one && one.id;
  page.bench = null;
  markCurrent();
  find("#steplist").replaceChildren();
  if (!one) {
    find("#detail").replaceChildren(element("p", { class: "empty" }, page.hint()));
    return;
  }
  const wasInList = document.activeElement && document.activeElement.closest("#scenarios") !== null;
  // The part of a failure that needs no journal is there before a long journal is read.
  const head = headCard(one, {});
  find("#detail").replaceChildren(head, failureView(one, page.blocks(index), () => {}) || element("p", { class: "empty" }, "Drawing the timeline …"));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const run = await page.load(index).catch((error) => ({ absence: String(error.message || error) }));
  // Another one may have been chosen meanwhile.
  if (head.isConnected) fillDetail(one, index, run, wasInList);
}

function fillDetail(one, index, run, wasInList) {
  const others = report.scenarios.map((other, place) => ({ id: other.id, place, load: () => page.load(place) }))
    .filter(({ place }) => place !== index && page.hasRun(place)).concat(page.otherRuns ? page.otherRuns(one) : []);
  const view = failureView(one, page.blocks(index), () => page.bench.revealBroken());
  const bench = new Workbench(one, view, run, others);
  page.bench = bench;
  find("#detail").replaceChildren(headCard(one, run), bench.element);
  find("#steplist").replaceChildren(...(bench.timeline.steps.length ? [element("h2", {}, "Steps"), stepList(bench.timeline, (step) => bench.chooseStep(step))] : []));
  bench.begin();
  // Keys go on in the part that was just opened.
  if (wasInList && bench.current === "timeline" && bench.scroller) bench.scroller.focus({ preventScroll: true });
  else if (wasInList) find('.tabs [aria-selected="true"]').focus({ preventScroll: true });
}

function headCard(one, run) {
  const links = (run.links || []).map(({ name, href }) => element("a", { href, download: "" }, name));
  return element("div", { class: "head" },
    element("button", { type: "button", class: "back", onclick: () => { location.hash = "/"; } }, "← all scenarios"),
    element("h2", {}, one.verdict ? element("span", { class: `verdict ${one.verdict}` }, `${words[one.verdict] || one.verdict} `) : null, `${one.id}: ${one.name}`),
    element("div", { class: "facts" }, [one.file, one.seed === undefined ? "" : `seed ${one.seed}`, one.virtualSeconds === undefined ? "" : `${one.virtualSeconds.toFixed(3)} s`,
      one.datagramsSent === undefined ? "" : `${one.datagramsSent} datagrams`, (one.covers || []).length ? `covers ${one.covers.join(", ")}` : ""].filter(Boolean).join(" · "),
    links.flatMap((link) => [" · ", link])), page.headExtra(one));
}
