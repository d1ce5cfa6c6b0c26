// Everything about one run: failure, timeline, packets, source and comparison, with the chosen item beside them.
class Workbench {
  constructor(one, blocks, run, others) {
    this.one = one;
    this.run = run;
    this.others = others;
    this.timeline = new Timeline({ ...run, file: one.file });
    this.openPeople = new Set();
    this.isHeld = false;
    this.panel = element("aside", { class: "panel", "aria-label": "the chosen item, and the state of everyone" });
    this.tabs = this.makeTabs(blocks);
    this.bar = element("div", { class: "tabs", role: "tablist", onkeydown: (event) => this.moveTab(event) }, this.tabs.map(({ name, title }) =>
      element("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `view-${name}`, onclick: () => this.open(name) }, title)));
    this.views = element("div", { class: "views" }, this.tabs.map(({ name, view }) =>
      element("div", { class: `view view-${name}`, id: `view-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}` }, view)));
    this.element = element("div", { class: "workbench" }, this.bar, element("div", { class: "stage" }, this.views, this.panel));
  }

  makeTabs(blocks) {
    const tabs = [];
    if (blocks) tabs.push({ name: "failure", title: "Failure", view: blocks });
    if (this.timeline.items.length) {
      this.makeDrawing();
      tabs.push({ name: "timeline", title: "Timeline", view: [this.controls(), this.overview.strip, this.scroller] });
      tabs.push({ name: "packets", title: `Packets ${this.timeline.packets.size}`, view: this.makePackets() });
    } else tabs.push({ name: "timeline", title: "Timeline", view: element("p", { class: "empty" }, this.run.absence || "This run left no journal.") });
    if (this.run.source) tabs.push({ name: "source", title: "Source", view: sourceView(this.one, this.run, this.timeline, (step) => this.chooseStep(step)) });
    if (this.timeline.items.length) tabs.push({ name: "compare", title: "Compare", view: this.makeComparison() });
    return tabs;
  }

  makeDrawing() {
    const svg = node("svg", { role: "img", "aria-label": "timeline: a column a participant, time downwards" });
    const times = node("svg", { class: "times", "aria-hidden": "true" });
    const lanes = element("div", { class: "lanes" });
    const field = element("div", { class: "field" }, svg, element("div", { class: "rail" }, times));
    this.scroller = element("div", { class: "scroller", tabindex: "0", role: "application",
      "aria-label": "timeline; arrow keys move, Enter shows the cause, plus and minus zoom, Escape goes back to the list" }, lanes, field);
    this.drawing = new Drawing(this.timeline, { scroller: this.scroller, lanes, field, svg, times }, (item, isChoice) => this.show(item, isChoice));
    this.drawing.onHeading = (lane) => this.focusLane(lane);
    this.overview = new Overview(this.drawing);
    this.drawing.onPaint = () => this.overview.follow();
    this.scroller.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      if (!this.isHeld) focusList();
      this.isHeld = false;
    });
  }

  makePackets() {
    this.packets = new PacketTable(this.timeline, (row) => {
      if (row.item) this.show(row.item, true); else this.panel.replaceChildren(...packetPart(row.packet));
    });
    const search = element("input", { type: "search", placeholder: "Search packets", "aria-label": "search packets",
      oninput: () => { this.packetWords = search.value.toLowerCase(); this.refilter(); } });
    this.packetCount = element("span", { class: "count", "aria-live": "polite" });
    return [element("div", { class: "controls" }, search, this.packetCount, element("button", { type: "button",
      onclick: () => { const row = this.packets.chosen; if (row && row.item) { this.open("timeline"); this.drawing.reveal(row.item); } } }, "Show in timeline")), this.packets.scroller];
  }

  // Applies the columns, the step and the words to the table and the timeline.
  refilter() {
    this.drawing.layout();
    this.overview.draw();
    const { hidden, onlyStep } = this.drawing;
    const words = this.packetWords || "";
    this.packets.filter((row) => (!row.item || (!hidden.has(row.item.from) && !hidden.has(row.item.to) && (!onlyStep || row.item.step === onlyStep)))
      && (!words || [row.number, row.from, row.to, row.kind, row.fate, row.text].join(" ").toLowerCase().includes(words)));
    this.packetCount.textContent = `${this.packets.rows.length} of ${this.packets.all.length}`;
    if (this.columnBoxes) this.columnBoxes.forEach((box, lane) => { box.checked = !hidden.has(lane); });
  }

  focusLane(lane) {
    const { lanes, participants } = this.timeline;
    const wanted = new Set(lanes.map((name, index) => index).filter((index) => index === lane || !participants.has(lanes[index])));
    const isAlready = this.drawing.hidden.size === lanes.length - wanted.size && !this.drawing.hidden.has(lane);
    this.drawing.hidden = new Set(isAlready ? [] : lanes.map((name, index) => index).filter((index) => !wanted.has(index)));
    this.refilter();
  }

  open(name) {
    this.current = name;
    for (const button of this.bar.children) {
      const isOpen = button.id === `tab-${name}`;
      button.setAttribute("aria-selected", isOpen);
      button.tabIndex = isOpen ? 0 : -1;
    }
    for (const view of this.views.children) view.hidden = view.id !== `view-${name}`;
    if (name === "timeline" && this.drawing) this.showTimeline();
    if (name === "packets") this.packets.paint();
  }

  // The first time it opens at the failure.
  showTimeline() {
    this.drawing.measure();
    this.overview.draw();
    if (this.broken) this.drawing.parts.scroller.scrollTop = Math.max(0, this.drawing.y(this.broken) - this.scroller.clientHeight / 2);
    this.broken = null;
  }

  moveTab(event) {
    const moves = { ArrowRight: 1, ArrowLeft: -1 };
    if (!(event.key in moves)) return;
    const count = this.tabs.length;
    const next = (this.tabs.findIndex(({ name }) => name === this.current) + moves[event.key] + count) % count;
    this.open(this.tabs[next].name);
    this.bar.children[next].focus();
  }

  // Shows an item in the panel; a chosen one stays until it is let go.
  show(item, isChoice) {
    if (isChoice) this.isHeld = true; else if (this.isHeld) return;
    this.shown = item;
    markStep(item.step);
    this.panel.replaceChildren(...describeItem(this, item), stateTable(this.timeline, item.of || item, this.openPeople));
  }

  chooseStep(step) {
    markStep(step);
    if (!step.item) return;
    if (this.current !== "timeline" && this.current !== "packets") this.open("timeline");
    if (this.drawing.onlyStep) { this.drawing.onlyStep = step; this.refilter(); }
    const item = step.outcome === "failed" && step.last ? step.last : step.item;
    if (this.current === "timeline") this.drawing.reveal(item); else this.show(item, true);
  }

  revealBroken() {
    const broken = this.timeline.items.find((item) => item.isBroken);
    this.open("timeline");
    if (broken) this.drawing.reveal(broken);
    // Where the parts lie below one another, the timeline comes into sight.
    if (matchMedia("(max-width: 760px)").matches) this.bar.scrollIntoView({ block: "start" });
  }

  // Opens at the failure, or at the timeline of a run that passed.
  begin() {
    if (this.drawing) this.refilter();
    const broken = this.timeline.items.find((item) => item.isBroken);
    if (broken) this.drawing.chosen = this.broken = broken;
    this.open(this.tabs[0].name);
    const first = broken || this.timeline.items.find((item) => item.kind === "step") || this.timeline.items[0];
    if (!first) return;
    this.show(first, false);
  }

  makeComparison() {
    const hint = "Choose a run to compare this one with: another scenario of this page, or a journal, a capsule or the folder of a run from the disk, which can also be dropped on the page.";
    const result = element("div", { class: "result" }, element("p", { class: "hint" }, hint));
    const showOther = (run, name) => result.replaceChildren(...comparison(this.timeline, new Timeline({ file: this.one.file, ...run }), [this.one.id, name], (item) => {
      this.open("timeline");
      this.drawing.reveal(item);
    }));
    this.takeRecord = async (files) => {
      say("");
      this.open("compare");
      try {
        const { name, run } = await recordedRun(await files, this.one.id);
        showOther({ source: this.run.source, names: this.timeline.nameOfAddress, ...run }, name);
      } catch (error) { result.replaceChildren(element("p", { class: "failed", role: "alert" }, error.message)); }
    };
    const select = element("select", { "aria-label": "compare with", onchange: async () => {
      const other = this.others.find(({ id }) => id === select.value);
      if (other) showOther(await other.load(), other.id);
    } }, element("option", { value: "" }, "compare with …"), this.others.map(({ id }) => element("option", {}, id)));
    const picker = (attributes) => {
      const input = element("input", { type: "file", ...attributes, onchange: async () => {
        const files = [...input.files];
        // The same file can be chosen again, since it may be another run by then.
        input.value = "";
        if (files.length) await this.takeRecord(files);
      } });
      return input;
    };
    return [element("div", { class: "controls" }, select,
      element("label", {}, "or a file ", picker({ accept: ".ndjson,.rollcall", "aria-label": "a journal or a capsule from the disk" })),
      element("label", {}, "or a folder ", picker({ webkitdirectory: "", "aria-label": "the folder of a run from the disk" }))), result];
  }
}
