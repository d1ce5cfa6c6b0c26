// The steps of a scenario with their names, instants and outcomes.
class Steps {
  constructor(source, file) {
    this.lines = (source || "").split("\n");
    this.file = file;
    this.all = [];
    this.current = null;
  }

  // Takes an entry about a step; returns the step.
  take(entry, item) {
    if (entry.phase === "began" || !this.current || this.current.number !== entry.step) {
      this.current = { number: entry.step, line: entry.line, file: entry.file, name: this.name(entry), from: entry.time,
        item, outcome: "began", findings: [] };
      this.all.push(this.current);
    }
    if (entry.phase !== "began") {
      this.current.to = entry.time;
      this.current.outcome = entry.phase;
      this.current.last = item;
    }
    return this.current;
  }

  takeExpectation(entry) {
    if (entry.outcome === "failed" && this.current) this.current.findings.push(entry);
  }

  // The name of a step: an expectation is named by its conditions, a key alone with what it holds, and other steps by
  // their first line.
  name(entry) {
    const block = entry.file && entry.file !== this.file ? [] : this.block(entry.line);
    const start = block.findIndex((text) => /^(expect|always|never|eventually)\b/.test(text));
    if (start < 0) return block.length > 1 && /:$/.test(block[0]) ? inOneLine(block) : entry.text;
    const limit = block.filter((text) => /^(within|for|at):/.test(text)).map((text) => text.replace(":", "")).join(" ");
    const rest = block.slice(start).filter((text) => !/^(within|for|at):/.test(text));
    const words = rest.join(", ").replace(/:, /, " ").replace(/^(\w+): /, "$1 ").replace(/[{}]/g, "");
    return `${words}${limit ? ` ${limit}` : ""}`;
  }

  // The lines of the list item around a line, without dash, indentation and comments. The line of a step with a time of
  // its own is the one after the time.
  block(number) {
    let start = number - 1;
    while (start > 0 && start > number - 40 && !/^\s*- /.test(this.lines[start] || "")) start -= 1;
    const first = this.lines[start];
    const dash = first === undefined ? null : /^(\s*)- /.exec(first);
    if (!dash) return [];
    const block = [first];
    for (let place = start + 1; place < this.lines.length; place += 1) {
      const text = this.lines[place];
      if (text.trim() && /^\s*/.exec(text)[0].length <= dash[1].length) break;
      block.push(text);
    }
    return block.map((text) => text.replace(/\s#.*$/, "").replace(/^\s*(- )?\s*/, "").trim()).filter(Boolean);
  }

  // Adds the steps of the file that the run did not reach.
  addUnreached() {
    const start = this.lines.findIndex((text) => /^steps:/.test(text));
    const last = Math.max(0, ...this.all.filter((step) => !step.file || step.file === this.file).map((step) => step.line));
    if (start < 0 || !last) return;
    const indent = this.lines.slice(start + 1).map((text) => /^(\s*)- /.exec(text)).find(Boolean);
    for (let place = last; indent && place < this.lines.length; place += 1) {
      const text = this.lines[place];
      if (/^\S/.test(text) && !text.startsWith("#") && !text.startsWith("- ")) break;
      if (!text.startsWith(`${indent[1]}- `)) continue;
      const name = this.name({ line: place + 1, text: text.trim().slice(2) });
      this.all.push({ number: this.all.length + 1, line: place + 1, name, outcome: "unreached", findings: [] });
    }
  }
}

// The lines of a step as one, without the dashes of its list.
function inOneLine(block) {
  const words = block.slice(1).map((text) => text.replace(/^- /, "")).join(", ").replace(/:, /g, ": ");
  return shorten(`${block[0]} ${words}`, 800);
}

// The list of steps, in which a step can be chosen.
function stepList(timeline, onChoose) {
  const words = { ended: ["✓", "held"], failed: ["✕", "failed"], began: ["…", "did not end"], unreached: ["–", "was not reached"] };
  const rows = timeline.steps.map((step) => {
    const [sign, word] = words[step.outcome];
    const lasting = step.to !== undefined && step.to > step.from ? `+${(step.to - step.from).toFixed(3)}` : "";
    return element("li", {}, element("button", { type: "button", class: `step ${step.outcome}`, "data-step": step.number,
      disabled: step.item ? null : "", title: `line ${step.line}: ${step.name}`, onclick: () => onChoose(step) },
    element("span", { class: "sign", "aria-hidden": "true" }, sign),
    element("span", { class: "name" }, step.name, element("span", { class: "unseen" }, `, ${word}`)),
    element("span", { class: "when" }, step.from === undefined ? "" : step.from.toFixed(3), element("br"), lasting)));
  });
  return element("ol", { class: "steps" }, rows);
}
