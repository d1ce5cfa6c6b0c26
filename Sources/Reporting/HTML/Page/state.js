// The state of every participant at an item of the timeline, with pending timers and the faults so far.
function snapshot(timeline, index) {
  const people = new Map([...timeline.participants].map((name) => [name, { properties: new Map(), timers: new Map() }]));
  for (const { index: place, entry, time } of timeline.changes) {
    if (place > index) break;
    const person = people.get(entry.participant);
    if (person) person.properties.set(entry.property, { value: entry.to, time });
  }
  for (const { index: place, entry } of timeline.timers) {
    if (place > index) break;
    const person = people.get(entry.owner);
    if (!person) continue;
    if (entry.phase === "armed") person.timers.set(entry.label, entry.until); else person.timers.delete(entry.label);
  }
  return { people, faults: timeline.faults.filter((item) => item.index <= index) };
}

// The table of that state; a participant's row opens to all properties.
function stateTable(timeline, item, open) {
  const { people, faults } = snapshot(timeline, item.index);
  const rows = [...people].map(([name, person]) => personRow(name, person, timeline.mainProperties.get(name), open));
  const faultList = faults.length ? [element("h4", {}, "faults so far"),
    element("ul", { class: "faults" }, faults.slice(-6).map((one) => element("li", {}, `${clock(one.time)} ${one.text.slice(2)}`)))] : [];
  return element("section", { class: "people", "aria-label": "state of every participant" },
    element("h3", {}, `Everyone at ${clock(item.time)}`), rows.length ? null : element("p", { class: "hint" }, "No participant has a journal."),
    rows, faultList);
}

function personRow(name, { properties, timers }, mainProperty, open) {
  const main = properties.get(mainProperty);
  const state = main ? show(main.value) : "idle";
  const swatch = element("i", { class: "swatch" });
  swatch.style.background = `var(--${state.split("(")[0]}, var(--idle))`;
  const lines = [...properties].filter(([key]) => key !== mainProperty)
    .map(([key, { value, time }]) => [element("dt", { title: `since ${clock(time)}` }, key), element("dd", { class: "mono" }, show(value))]);
  const waits = [...timers].map(([label, until]) => [element("dt", {}, "◷ timer"), element("dd", { class: "mono" }, `${label} at ${clock(until)}`)]);
  const row = element("details", { "data-name": name, ontoggle: (event) => { if (event.target.open) open.add(name); else open.delete(name); } },
    element("summary", {}, swatch, element("b", {}, name), " ", element("span", {}, state),
      element("span", { class: "since" }, main ? ` since ${clock(main.time)}` : "")),
    element("dl", {}, lines, waits));
  row.open = open.has(name);
  return row;
}
