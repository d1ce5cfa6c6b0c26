// The list of scenarios: those that did not pass first, then all by folder.
const report = JSON.parse(find("#report").textContent);
const failures = JSON.parse(find("#failures").textContent);
const words = { harnessFault: "fault", unrun: "not run" };
const closedFolders = new Set();

// An unsupported scenario is neither passed nor failed, and one without a verdict has not run.
const isBroken = (one) => one.verdict !== undefined && !["passed", "unsupported", "unrun"].includes(one.verdict);

function folderOf(one) { return one.file.includes("/") ? one.file.slice(0, one.file.lastIndexOf("/")) : "."; }

function chosenID() { return decodeURIComponent(location.hash.slice(1)); }

function choose(id) { location.hash = encodeURIComponent(id); }

function listed() {
  const wanted = find("#filter").value.trim().toLowerCase();
  const onlyBroken = find("#broken").getAttribute("aria-pressed") === "true";
  const isWanted = (one) => !wanted || [one.id, one.name, one.file, one.verdict || "", ...(one.tags || []), ...(one.covers || [])].join(" ").toLowerCase().includes(wanted);
  return report.scenarios.map((one, index) => ({ one, index })).filter(({ one }) => isWanted(one) && (!onlyBroken || isBroken(one)));
}

function groups() {
  const all = listed();
  const made = new Map();
  const broken = all.filter(({ one }) => isBroken(one));
  if (broken.length) made.set("not passed", broken);
  for (const row of all) {
    if (isBroken(row.one)) continue;
    const folder = folderOf(row.one);
    if (!made.has(folder)) made.set(folder, []);
    made.get(folder).push(row);
  }
  return made;
}

function showList() {
  const made = [...groups()].map(([name, rows]) => {
    const folder = element("details", { class: "folder", ontoggle: (event) => { if (event.target.open) closedFolders.delete(name); else closedFolders.add(name); } },
      element("summary", {}, element("b", {}, name), ` ${rows.length}`), element("ol", {}, rows.map(listRow)));
    folder.open = !closedFolders.has(name);
    return folder;
  });
  find("#scenarios").replaceChildren(...made);
  find("#none").hidden = made.length > 0;
  markCurrent();
}

function listRow({ one, index }) {
  const facts = [one.name, one.virtualSeconds === undefined ? null : `${one.virtualSeconds.toFixed(3)}\u00a0s`,
    one.datagramsSent === undefined ? null : `${one.datagramsSent}\u00a0datagrams`].filter(Boolean).join(" · ");
  const verdict = one.verdict || "unrun";
  return element("li", { "data-id": one.id }, element("button", { type: "button", class: "scenario", "data-index": index, onclick: () => choose(one.id) },
    element("span", { class: `verdict ${verdict}` }, words[verdict] || verdict), element("span", { class: "id" }, one.id),
    element("span", { class: "more" }, facts)), page.rowExtra(one));
}

function scenarioButtons() { return [...document.querySelectorAll("#scenarios button.scenario")].filter((button) => button.checkVisibility()); }

function markCurrent() {
  const current = page.current;
  for (const button of document.querySelectorAll("#scenarios button.scenario")) {
    const isCurrent = current !== undefined && report.scenarios[button.dataset.index].id === current;
    button.setAttribute("aria-current", isCurrent ? "true" : "false");
  }
}

// The arrow keys go from one scenario to the next.
function moveInList(event) {
  const moves = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
  if (!(event.key in moves) || event.target.matches("input, summary")) return;
  const buttons = scenarioButtons();
  const next = buttons[Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(document.activeElement) + moves[event.key]))];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function focusList() {
  const current = find('#scenarios button[aria-current="true"]') || find("#scenarios button.scenario");
  if (current) current.focus();
}

function markStep(step) {
  for (const button of document.querySelectorAll("#steplist button")) {
    const isCurrent = step !== null && step !== undefined && Number(button.dataset.step) === step.number;
    if (isCurrent && button.getAttribute("aria-current") !== "step") button.scrollIntoView({ block: "nearest" });
    if (isCurrent) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
  }
}
