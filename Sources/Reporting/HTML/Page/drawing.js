// Draws a timeline: a column a lane, time downwards; only what is on the screen exists as elements. Places of items are
// kept in heights of rows, so that zooming moves nothing but the screen.
class Drawing {
  constructor(timeline, parts, onChoose) {
    this.timeline = timeline;
    this.parts = parts;
    this.onChoose = onChoose;
    this.rowHeight = 20;
    this.shown = { quiet: false, state: false, log: false, timer: true, media: true };
    this.chosen = null;
    parts.scroller.addEventListener("scroll", () => this.paint());
    parts.scroller.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2);
    }, { passive: false });
    parts.scroller.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.measure()).observe(parts.scroller);
  }

  isVisible(item) {
    if (item.isMedia) return this.shown.media;
    if (item.isQuiet) return this.shown.quiet;
    if (item.kind === "state") return item.isMain || this.shown.state;
    if (item.kind === "log") return this.shown.log;
    if (item.kind === "timer") return this.shown.timer;
    if (item.kind === "arrival") return this.isVisible(item.of);
    if (item.kind === "wait") return !this.isSmall();
    return true;
  }

  zoom(factor) {
    const middle = (this.parts.scroller.scrollTop + this.parts.scroller.clientHeight / 2) / this.rowHeight;
    const wasSmall = this.isSmall();
    this.rowHeight = Math.min(60, Math.max(8, this.rowHeight * factor));
    if (this.isSmall() === wasSmall) this.resize(); else this.layout();
    this.parts.scroller.scrollTop = middle * this.rowHeight - this.parts.scroller.clientHeight / 2;
  }

  // Whether words would be higher than their rows.
  isSmall() { return this.rowHeight < 12; }

  // Gives every item its place: a row each, and more room where time passes, the longer the more.
  layout() {
    let place = 1;
    let time = null;
    this.rows = [];
    for (const item of this.timeline.items) {
      item.place = place;
      if (!this.isVisible(item)) continue;
      if (time !== null && item.time > time) place += Math.min(3, 0.4 + 0.5 * Math.log10(1 + (item.time - time) * 1000));
      item.isFirst = time === null || item.time > time;
      item.place = place;
      time = item.time;
      item.row = this.rows.length;
      this.rows.push(item);
      place += 1;
    }
    this.places = place;
    this.arriving = this.rows.filter((item) => item.arrival !== undefined && item.kind === "datagram" && item.arrival.place - item.place > 10);
    this.measure();
  }

  // Fits the columns to the width there is.
  measure() {
    if (!this.rows) return;
    const { lanes } = this.timeline;
    const least = 110 + Math.max(1, lanes.length) * 130;
    this.width = Math.max(this.parts.scroller.clientWidth - 2, least);
    this.left = 92;
    this.step = (this.width - this.left - 20) / Math.max(1, lanes.length);
    this.parts.field.style.width = `${this.width}px`;
    this.parts.lanes.style.width = `${this.width}px`;
    this.parts.lanes.replaceChildren(...lanes.map((name, index) => {
      const label = document.createElement("span");
      label.textContent = name;
      label.style.left = `${this.x(index)}px`;
      return label;
    }));
    this.resize();
  }

  // Fits the height to the height of a row.
  resize() {
    this.height = (this.places + 1) * this.rowHeight;
    this.parts.field.style.height = `${this.height}px`;
    this.paint();
  }

  x(lane) { return this.left + this.step * (lane + 0.5); }

  y(item) { return item.place * this.rowHeight; }

  // Where the arrow begins: where the datagram began to wait, if that is not far away.
  root(item) { return item.start && this.y(item) - this.y(item.start) < 600 ? this.y(item.start) : this.y(item); }

  tip(item) { return item.arrival ? this.y(item.arrival) : this.y(item) + Math.min(8, this.rowHeight / 3); }

  firstRow(y) {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.y(this.rows[middle]) < y) low = middle + 1; else high = middle;
    }
    return low;
  }

  // Draws with the next frame, once, whatever asked for it.
  paint() {
    if (this.isAwaited) return;
    this.isAwaited = true;
    requestAnimationFrame(() => {
      this.isAwaited = false;
      if (this.rows) this.draw();
    });
  }

  draw() {
    const top = Math.max(0, this.parts.scroller.scrollTop - 400);
    const bottom = Math.min(this.height, this.parts.scroller.scrollTop + this.parts.scroller.clientHeight + 400);
    const svg = this.parts.svg;
    svg.style.top = `${top}px`;
    svg.setAttribute("width", this.width);
    svg.setAttribute("height", Math.max(1, bottom - top));
    svg.setAttribute("viewBox", `0 ${top} ${this.width} ${Math.max(1, bottom - top)}`);
    const shapes = [...this.lines(top, bottom), ...this.states(top, bottom)];
    // Arrows that began long before the screen, and all that begin near it.
    for (const item of this.arriving) if (this.y(item) < top - 600 && this.tip(item) >= top) shapes.push(this.shape(item));
    for (let index = this.firstRow(top - 600); index < this.rows.length && this.y(this.rows[index]) < bottom + 600; index += 1) {
      const item = this.rows[index];
      if (this.root(item) < bottom && Math.max(this.y(item), this.tip(item)) >= top) shapes.push(this.shape(item));
    }
    svg.replaceChildren(...shapes.filter(Boolean));
  }

  * lines(top, bottom) {
    for (let lane = 0; lane < this.timeline.lanes.length; lane += 1) {
      yield node("line", { class: "lane", x1: this.x(lane), x2: this.x(lane), y1: top, y2: bottom });
    }
  }

  * states(top, bottom) {
    for (const span of this.timeline.spans) {
      const from = this.y(span.from);
      const to = span.to ? this.y(span.to) : this.height;
      if (to < top || from > bottom || span.state === "idle") continue;
      const y = Math.max(from, top);
      const bar = span.isGone
        ? node("line", { class: "gone", x1: this.x(span.lane), x2: this.x(span.lane), y1: y, y2: Math.min(to, bottom) })
        : node("rect", { x: this.x(span.lane) - 5, y, width: 10, height: Math.min(to, bottom) - y, rx: 2,
          style: `fill: var(--${span.state.split("(")[0]}, var(--idle))` });
      bar.append(node("title", {}, span.state));
      yield bar;
    }
  }

  shape(item) {
    const group = node("g", { class: `item${item === this.chosen ? " chosen" : ""}`, "data-index": item.index });
    group.append(node("rect", { class: "hit", x: 0, y: this.y(item) - this.rowHeight / 2, width: this.width, height: this.rowHeight }));
    if (item.isFirst) group.append(node("text", { class: "time", x: this.left - 8, y: this.y(item) + 4 }, clock(item.time)));
    if (item.kind === "datagram") this.arrow(group, item);
    else if (item.kind === "wait") group.append(node("circle", { cx: this.x(item.lane), cy: this.y(item), r: 2, class: "log" }));
    else if (item.kind === "arrival") this.end(group, item);
    else if (item.kind === "step") this.banner(group, item);
    else this.note(group, item);
    group.addEventListener("mouseenter", () => this.onChoose(item, false));
    group.addEventListener("click", () => this.choose(item));
    return group;
  }

  arrow(group, item) {
    const [from, to] = [this.x(item.from), this.x(item.to)];
    const tip = this.tip(item);
    const isGone = item.fate === "lost" || item.fate === "undeliverable";
    const style = item.isMedia ? " media" : item.isAgain ? " again" : "";
    const side = to >= from ? 1 : -1;
    const reach = isGone ? from + (to - from) * 0.75 : to - side * 6;
    const y = isGone ? this.y(item) + (tip - this.y(item)) * 0.75 : tip;
    group.append(node("line", { class: `arrow${isGone ? " lost" : style}`, x1: from + side * 6, y1: this.root(item), x2: reach, y2: y }));
    if (isGone) {
      group.append(node("path", { class: "cross", d: `M${reach - 5} ${y - 5}l10 10m0 -10l-10 10` }));
    } else {
      const angle = Math.atan2(tip - this.root(item), to - from) * 180 / Math.PI;
      group.append(node("path", { class: `head${style}`, d: "M0 0l-8 -4v8z", transform: `translate(${to - side * 5} ${tip}) rotate(${angle})` }));
    }
    if (this.isSmall()) return;
    // Beside a long arrow the words stand where it touches the first lane, or they would be far off the screen.
    const isLong = Math.abs(to - from) > 520;
    const x = isLong ? Math.min(from, to) + 24 : (from + to) / 2;
    const share = isLong ? Math.abs(x - from) / Math.abs(to - from) : 0.5;
    const y0 = this.root(item);
    group.append(node("text", { class: "label", x, y: y0 + (tip - y0) * share - 4, "text-anchor": isLong ? "start" : "middle" },
      shorten((item.isAgain ? "again: " : "") + item.text, Math.min(480, Math.abs(to - from) - 24))));
  }

  end(group, item) {
    const lane = item.of.to;
    const word = item.of.fate === "received" ? `${item.of.number} arrives` : `${item.of.number} ${item.of.fate}`;
    group.append(node("text", { class: "label log", x: this.x(lane) + 10, y: this.y(item) + 4 }, shorten(word, this.step - 20)));
  }

  banner(group, item) {
    group.append(node("line", { class: "rule", x1: this.left, x2: this.width - 10, y1: this.y(item) + 6, y2: this.y(item) + 6 }));
    if (this.isSmall()) return;
    group.append(node("text", { class: `label step${item.isBroken ? " broken" : ""}`, x: this.left, y: this.y(item) + 3 },
      shorten(item.text, this.width - this.left - 20)));
  }

  note(group, item) {
    const x = item.lane === null ? this.left : this.x(item.lane) + 10;
    if (item.lane !== null) {
      group.append(node("circle", { cx: this.x(item.lane), cy: this.y(item), r: 3.5, class: item.kind }));
    }
    if (this.isSmall()) return;
    group.append(node("text", { class: `label note ${item.kind}`, x, y: this.y(item) + 4 }, shorten(item.text, this.width - x - 10)));
  }

  choose(item) {
    this.chosen = item;
    this.onChoose(item, true);
    this.paint();
  }

  reveal(item) {
    if (!item || !this.isVisible(item)) return;
    this.parts.scroller.scrollTop = Math.max(0, this.y(item) - this.parts.scroller.clientHeight / 2);
    this.choose(item);
  }

  key(event) {
    const moves = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 15, PageUp: -15 };
    if (event.key in moves) {
      event.preventDefault();
      const place = this.chosen && this.isVisible(this.chosen) ? this.chosen.row : -1;
      this.reveal(this.rows[Math.min(this.rows.length - 1, Math.max(0, place + moves[event.key]))]);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.reveal(event.key === "Home" ? this.rows[0] : this.rows[this.rows.length - 1]);
    } else if (event.key === "+" || event.key === "=") this.zoom(1.2);
    else if (event.key === "-") this.zoom(1 / 1.2);
    else if (event.key === "Enter" && this.chosen && this.chosen.cause) {
      const cause = this.timeline.datagrams.get(this.chosen.cause);
      if (cause) this.reveal(cause);
    }
  }
}

function node(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function shorten(text, width) {
  const most = Math.max(3, Math.floor(width / 6.7));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function clock(seconds) { return `${seconds.toFixed(3)} s`; }
