// Draws a timeline: a column a lane, time downwards; only what is on the screen exists as elements. Places of items are
// kept in heights of rows, so that zooming moves nothing but the screen.
class Drawing {
  constructor(timeline, parts, onChoose) {
    this.timeline = timeline;
    this.parts = parts;
    this.onChoose = onChoose;
    this.onPaint = () => {};
    this.rowHeight = 20;
    this.shown = { quiet: false, state: false, log: false, timer: true, media: true };
    this.hidden = new Set();
    this.pinned = new Set();
    this.pins = 0;
    this.offset = 0;
    this.onlyStep = null;
    this.matches = new Set();
    this.chosen = null;
    parts.scroller.addEventListener("scroll", () => this.paint());
    parts.scroller.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2);
    }, { passive: false });
    parts.svg.addEventListener("click", (event) => this.at(event, (item) => this.choose(item)));
    parts.svg.addEventListener("mouseover", (event) => this.at(event, (item) => this.onChoose(item, false)));
    parts.scroller.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.measure()).observe(parts.scroller);
  }

  // Calls the action with the item under the pointer, if there is one.
  at(event, action) {
    const shape = event.target.closest("[data-index]");
    const item = shape && this.timeline.items[Number(shape.dataset.index)];
    if (item) action(item);
  }

  isVisible(item) {
    if (this.onlyStep && item.step !== this.onlyStep) return false;
    if (item.kind === "arrival") return this.isVisible(item.of);
    if (item.kind === "datagram" && (this.hidden.has(item.from) || this.hidden.has(item.to))) return false;
    if (item.lane !== undefined && item.lane !== null && this.hidden.has(item.lane)) return false;
    if (item.isMedia) return this.shown.media;
    if (item.isQuiet) return this.shown.quiet;
    if (item.kind === "state") return item.isMain || this.shown.state;
    if (item.kind === "log") return this.shown.log;
    if (item.kind === "timer") return this.shown.timer;
    if (item.kind === "wait") return !this.isSmall();
    return true;
  }

  zoom(factor) {
    this.settle();
    const middle = (this.parts.scroller.scrollTop + this.parts.scroller.clientHeight / 2) / this.rowHeight;
    const wasSmall = this.isSmall();
    this.rowHeight = Math.min(60, Math.max(8, this.rowHeight * factor));
    if (this.isSmall() === wasSmall) this.resize(); else this.layout();
    this.parts.scroller.scrollTop = middle * this.rowHeight - this.parts.scroller.clientHeight / 2;
  }

  // While the zoom goes on, only what is in sight is drawn; what lies around it follows when it has ended.
  settle() {
    this.isZooming = true;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => { this.isZooming = false; this.paint(); }, 120);
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
      item.row = undefined;
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

  // Fits the columns to the width there is. Many columns are narrow, with upright names. Where they do not fit, the pinned
  // ones stay in sight, which are those of the servers until others are chosen.
  measure() {
    if (!this.rows) return;
    const { lanes: names, participants } = this.timeline;
    const visible = names.map((name, index) => index).filter((index) => !this.hidden.has(index));
    const least = visible.length <= 8 ? 110 : visible.length <= 16 ? 76 : 24;
    this.left = 84;
    const isTight = this.left + 20 + visible.length * least > this.parts.scroller.clientWidth;
    const isPinned = (lane) => this.pinned.has(lane) || (isTight && this.pinned.size === 0 && names.length > 4 && !participants.has(names[lane]));
    const lanes = [...visible.filter(isPinned), ...visible.filter((lane) => !isPinned(lane))];
    this.pins = visible.filter(isPinned).length;
    this.columns = new Map(lanes.map((lane, column) => [lane, column]));
    this.width = Math.max(this.parts.scroller.clientWidth - 2, this.left + 20 + Math.max(1, lanes.length) * least);
    this.step = (this.width - this.left - 20) / Math.max(1, lanes.length);
    for (const part of [this.parts.field, this.parts.lanes]) part.style.width = `${this.width}px`;
    this.parts.lanes.classList.toggle("upright", this.step < 70);
    this.headings = lanes.map((lane) => this.heading(lane));
    this.corner = element("span", { class: "corner", title: "the time at the upper edge" }, "time");
    this.parts.lanes.replaceChildren(this.corner, ...this.headings);
    this.resize();
  }

  heading(lane) {
    const name = this.timeline.lanes[lane];
    const label = element("button", { type: "button", title: `${name}: show only this column and the servers, or all again`,
      onclick: () => this.onHeading(lane) }, element("i", {}), element("b", {}, name));
    label.style.maxWidth = `${Math.max(36, this.step - 6)}px`;
    return label;
  }

  // Fits the height to the height of a row.
  resize() {
    this.height = (this.places + 1) * this.rowHeight;
    this.parts.field.style.height = `${this.height}px`;
    this.paint();
  }

  // The middle of a column; one that is scrolled away lies at the edge of the pinned ones.
  x(lane) {
    const column = this.columns.get(lane) ?? 0;
    const x = this.left + this.step * (column + 0.5);
    return column < this.pins ? x + this.offset : Math.max(x, this.edge);
  }

  get edge() { return this.left + this.step * this.pins + this.offset; }

  isInSight(lane) { return this.columns.get(lane) < this.pins || this.x(lane) > this.edge; }

  y(item) { return item.place * this.rowHeight; }

  // The beginning of the arrow: that of the datagram's waiting, if it is not far away.
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

  // Draws with the next frame, once, however often it is asked for.
  paint() {
    if (this.isAwaited) return;
    this.isAwaited = true;
    requestAnimationFrame(() => {
      this.isAwaited = false;
      if (this.rows) this.draw();
    });
  }

  choose(item) {
    this.chosen = item;
    this.onChoose(item, true);
    this.paint();
  }

  reveal(item) {
    if (!item || item.row === undefined) return;
    const { scroller } = this.parts;
    scroller.scrollTop = Math.max(0, this.y(item) - scroller.clientHeight / 2);
    const lane = item.lane ?? item.from;
    const column = this.columns.get(lane);
    if (column >= this.pins && this.width > scroller.clientWidth + 2) {
      scroller.scrollLeft = this.left + this.step * (column + 0.5) - (this.edge - this.offset + scroller.clientWidth) / 2;
    }
    this.choose(item);
  }

  key(event) {
    const moves = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 15, PageUp: -15 };
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in moves) {
      event.preventDefault();
      const place = this.chosen && this.chosen.row !== undefined ? this.chosen.row : -1;
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
