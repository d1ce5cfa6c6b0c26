// Two runs side by side: their steps, calls, states, events, faults and lost datagrams, aligned by what they are.
function milestones(timeline) {
  const kinds = ["step", "call", "returned", "state", "event", "fault", "notification"];
  const isLost = (item) => item.kind === "datagram" && (item.fate === "lost" || item.fate === "undeliverable");
  return timeline.items.filter((item) => (kinds.includes(item.kind) && !item.isQuiet && (item.kind !== "state" || item.isMain)) || isLost(item))
    .map((item) => {
      const place = item.kind === "datagram" ? `${timeline.lanes[item.from]} → ${timeline.lanes[item.to]}` : item.lane === null ? "" : timeline.lanes[item.lane];
      const text = `${place ? `${place}: ` : ""}${isLost(item) ? `${brief(item.entry.summary || item.text)} lost` : item.text}`;
      // Identifiers and numbers of messages differ between runs that are alike.
      return { item, text, key: text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{6,}…?/g, "#") };
    });
}

// The shortest edit between two lists by Myers' algorithm, as rows of what is in the first, in the second, or in both.
function aligned(first, second, most = 4000) {
  const [n, m] = [first.length, second.length];
  const trace = [];
  let ends = new Map([[1, 0]]);
  for (let d = 0; d <= Math.min(n + m, most); d += 1) {
    trace.push(new Map(ends));
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && (ends.get(k - 1) ?? -1) < (ends.get(k + 1) ?? -1));
      let x = isDown ? ends.get(k + 1) ?? 0 : (ends.get(k - 1) ?? 0) + 1;
      while (x < n && x - k < m && first[x].key === second[x - k].key) x += 1;
      ends.set(k, x);
      if (x >= n && x - k >= m) return backwards(first, second, trace, d);
    }
  }
  return [...first.map((one) => ({ first: one })), ...second.map((one) => ({ second: one }))];
}

function backwards(first, second, trace, depth) {
  let [x, y] = [first.length, second.length];
  const rows = [];
  for (let d = depth; d >= 0; d -= 1) {
    const ends = trace[d];
    const k = x - y;
    const before = k === -d || (k !== d && (ends.get(k - 1) ?? -1) < (ends.get(k + 1) ?? -1)) ? k + 1 : k - 1;
    const from = d === 0 ? 0 : ends.get(before) ?? 0;
    const low = d === 0 ? 0 : from - before;
    while (x > from && y > low && x > 0 && y > 0) { x -= 1; y -= 1; rows.push({ first: first[x], second: second[y] }); }
    if (d > 0 && x === from) { y -= 1; rows.push({ second: second[y] }); } else if (d > 0) { x -= 1; rows.push({ first: first[x] }); }
  }
  return rows.reverse();
}

// The table of a comparison; equal rows can be left out.
function comparison(mine, other, names, onChoose) {
  const rows = aligned(milestones(mine), milestones(other));
  const isLater = ({ first, second }) => first && second && Math.abs(first.item.time - second.item.time) > 0.05;
  const different = rows.filter((row) => !row.first || !row.second).length;
  const shifted = rows.filter(isLater).length;
  const list = element("div", { class: "comparison", role: "table", tabindex: "0", "aria-label": `${names[0]} and ${names[1]} compared` },
    element("div", { class: "pair head", role: "row" }, ...names.map((name) => element("b", { role: "columnheader" }, name))),
    rows.slice(0, 5000).map((row) => pair(row, isLater(row), onChoose)));
  const only = element("input", { type: "checkbox", onchange: () => list.classList.toggle("only", only.checked) });
  const sums = `${different} entries differ, ${shifted} come at another time, ${rows.length - different - shifted} are alike`;
  return [element("p", { class: "sums" }, sums, " ", element("label", {}, only, "only differences")), list];
}

function pair(row, isLater, onChoose) {
  const cell = (one, sign) => one
    ? element("span", { role: "cell" }, element("span", { class: "when" }, one.item.time.toFixed(3)), ` ${sign} ${one.text}`)
    : element("span", { role: "cell", class: "none" }, "·");
  const isDifferent = !row.first || !row.second;
  const kind = isDifferent ? (row.first ? "gone" : "new") : isLater ? "later" : "alike";
  return element("div", { class: `pair ${kind}`, role: "row", onclick: () => { if (row.first) onChoose(row.first.item); } },
    cell(row.first, isDifferent ? "−" : isLater ? "≠" : " "), cell(row.second, isDifferent ? "+" : isLater ? "≠" : " "));
}
