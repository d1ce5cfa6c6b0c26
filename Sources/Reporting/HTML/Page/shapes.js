// The shapes of a drawing: lanes, states, arrows and notes between two heights.
Object.assign(Drawing.prototype, {
  // Everything is read from the screen before anything is written: a read after a write lays the old shapes out again.
  draw() {
    const { scroller, svg, times } = this.parts;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = scroller;
    const isAll = this.isPrinting && this.rows.length < 3000;
    const around = this.isZooming ? 20 : 200;
    const top = isAll ? 0 : Math.max(0, scrollTop - around);
    const bottom = isAll ? this.height : Math.min(this.height, scrollTop + clientHeight + around);
    this.sight = { scrollTop, scrollLeft, clientHeight, clientWidth };
    this.offset = isAll ? 0 : scrollLeft;
    const height = Math.max(1, bottom - top);
    for (const [part, width] of [[svg, this.width], [times, this.left]]) {
      part.style.top = `${top}px`;
      for (const [name, value] of Object.entries({ width, height, viewBox: `0 ${top} ${width} ${height}` })) part.setAttribute(name, value);
    }
    const items = this.itemsBetween(top, bottom);
    svg.replaceChildren(...this.lines(top, bottom), ...this.states(top, bottom), ...items.map((item) => this.shape(item)));
    times.replaceChildren(...items.filter((item) => item.isFirst)
      .map((item) => node("text", { class: "time", x: this.left - 8, y: this.y(item) + 4 }, clock(item.time))));
    this.markHeadings(scrollTop);
    const first = this.rows[Math.min(this.firstRow(scrollTop), this.rows.length - 1)];
    this.corner.textContent = first ? clock(first.time) : "time";
    this.onPaint();
  },

  // Arrows that began long before the screen, and all items that begin near it.
  itemsBetween(top, bottom) {
    const items = this.arriving.filter((item) => this.y(item) < top - 600 && this.tip(item) >= top);
    for (let index = this.firstRow(top - 600); index < this.rows.length && this.y(this.rows[index]) < bottom + 600; index += 1) {
      const item = this.rows[index];
      if (this.root(item) < bottom && Math.max(this.y(item), this.tip(item)) >= top) items.push(item);
    }
    return items;
  },

  // Each heading has the colour of its participant's state at the upper end of the screen.
  markHeadings(top) {
    const states = new Map();
    for (const span of this.timeline.spans) {
      if (this.y(span.from) <= top + 40 && (!span.to || this.y(span.to) > top + 40)) states.set(span.lane, span.state);
    }
    [...this.columns.keys()].forEach((lane, column) => {
      const state = (states.get(lane) || "").split("(")[0];
      const heading = this.headings[column];
      // A style that is set again is worked out again, even where it is the same.
      const look = `${this.x(lane)} ${this.isInSight(lane)} ${state}`;
      if (heading.look === look) return;
      heading.look = look;
      heading.style.left = `${this.x(lane)}px`;
      heading.style.visibility = this.isInSight(lane) ? "visible" : "hidden";
      heading.firstChild.style.background = state && state !== "gone" ? `var(--${state}, var(--idle))` : "transparent";
    });
  },

  lines(top, bottom) {
    return [...this.columns.keys()].filter((lane) => this.isInSight(lane)).map((lane) => node("line", { class: "lane", x1: this.x(lane), x2: this.x(lane), y1: top, y2: bottom }));
  },

  states(top, bottom) {
    const bars = [];
    for (const span of this.timeline.spans) {
      if (this.hidden.has(span.lane) || span.state === "idle" || !this.isInSight(span.lane)) continue;
      const from = this.y(span.from);
      const to = span.to ? this.y(span.to) : this.height;
      if (to < top || from > bottom) continue;
      bars.push(this.bar(span, Math.max(from, top), Math.min(to, bottom)));
    }
    return bars;
  },

  bar(span, from, to) {
    const x = this.x(span.lane);
    const width = this.step < 40 ? 6 : 10;
    const bar = span.isGone ? node("line", { class: "gone", x1: x, x2: x, y1: from, y2: to })
      : node("rect", { x: x - width / 2, y: from, width, height: Math.max(0, to - from), rx: 2,
        style: `fill: var(--${span.state.split("(")[0]}, var(--idle))` });
    bar.append(node("title", {}, `${this.timeline.lanes[span.lane]}: ${span.state}`));
    return bar;
  },

  shape(item) {
    const classes = ["item", item === this.chosen ? "chosen" : "", this.matches.has(item) ? "match" : ""].join(" ").trim();
    const group = node("g", { class: classes, "data-index": item.index });
    if (item.kind === "step") this.band(group, item);
    group.append(node("rect", { class: "hit", x: 0, y: this.y(item) - this.rowHeight / 2, width: this.width, height: this.rowHeight }));
    if (item.kind === "datagram") this.arrow(group, item);
    else if (item.kind === "wait") group.append(node("circle", { cx: this.x(item.lane), cy: this.y(item), r: 2, class: "log" }));
    else if (item.kind === "arrival") this.arrival(group, item);
    else if (item.kind === "step") this.banner(group, item);
    else this.note(group, item);
    return group;
  },

  arrow(group, item) {
    const [from, to] = [this.x(item.from), this.x(item.to)];
    const tip = this.tip(item);
    const root = this.root(item);
    const isGone = item.fate === "lost" || item.fate === "undeliverable";
    const style = item.isMedia ? " media" : item.isAgain ? " again" : "";
    const side = to >= from ? 1 : -1;
    const reach = isGone ? from + (to - from) * 0.75 : to - side * 6;
    const end = isGone ? root + (tip - root) * 0.75 : tip;
    group.append(node("line", { class: `arrow${isGone ? " lost" : style}`, x1: from + side * 6, y1: root, x2: reach, y2: end }));
    if (isGone) group.append(node("path", { class: "cross", d: `M${reach - 5} ${end - 5}l10 10m0 -10l-10 10` }));
    else {
      const angle = Math.atan2(tip - root, to - from) * 180 / Math.PI;
      group.append(node("path", { class: `head${style}`, d: "M0 0l-8 -4v8z", transform: `translate(${to - side * 5} ${tip}) rotate(${angle})` }));
    }
    if (!this.isSmall()) this.label(group, item, from + side * 12, side);
  },

  // The words of an arrow stand in its own row, where no other words are, and begin at the sender.
  label(group, item, x, side) {
    const text = (item.isAgain ? "again: " : "") + item.text;
    const room = side > 0 ? this.width - x - 8 : x - this.left - this.offset - 4;
    const isTurned = room < Math.min(260, text.length * 6.7 + 8) && side < 0;
    const width = isTurned ? this.width - x - 32 : Math.min(480, room);
    group.append(node("text", { class: "label", x: isTurned ? x + 24 : x, y: this.root(item) - 3, "text-anchor": side > 0 || isTurned ? "start" : "end" },
      shorten(text, width)));
  },

  arrival(group, item) {
    const word = item.of.fate === "received" ? `${item.of.number} arrives` : `${item.of.number} ${item.of.fate}`;
    group.append(node("text", { class: "label log", x: this.x(item.of.to) + 10, y: this.y(item) + 4 }, shorten(word, 140)));
  },

  band(group, item) {
    group.append(node("rect", { class: `band${item.isBroken ? " broken" : ""}`, x: 0, y: this.y(item) - this.rowHeight / 2, width: this.width, height: this.rowHeight }));
  },

  banner(group, item) {
    if (this.isSmall()) return;
    const { scrollLeft, clientWidth } = this.sight;
    group.append(node("text", { class: `step${item.isBroken ? " broken" : ""}`, x: scrollLeft + this.left, y: this.y(item) + 4 },
      shorten(item.text, clientWidth - this.left - 16)));
  },

  note(group, item) {
    const x = item.lane === null ? this.left : this.x(item.lane) + 10;
    if (item.lane !== null) group.append(node("circle", { cx: this.x(item.lane), cy: this.y(item), r: 3.5, class: item.kind }));
    if (this.isSmall()) return;
    // Where there is no room to the right of the lane, the words stand to the left of it.
    const text = item.text;
    const isLeft = this.width - x - 10 < Math.min(160, text.length * 6.7) && x > this.width / 2;
    group.append(node("text", { class: `label note ${item.kind}`, x: isLeft ? x - 20 : x, y: this.y(item) + 4, "text-anchor": isLeft ? "end" : "start" },
      shorten(text, isLeft ? x - this.left - 20 : this.width - x - 10)));
  },
});
