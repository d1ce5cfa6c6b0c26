// The whole run as a strip: a thin row a lane with its states, red marks for lost datagrams and failures, grey ones for
// steps, and a frame around the part that the timeline shows.
class Overview {
  constructor(drawing) {
    this.drawing = drawing;
    this.canvas = element("canvas", { "aria-hidden": "true" });
    this.frame = element("div", { class: "frame" });
    this.strip = element("div", { class: "overview", role: "slider", tabindex: "0", "aria-label": "place in the run",
      "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": "0" }, this.canvas, this.frame);
    this.strip.addEventListener("pointerdown", (event) => { this.strip.setPointerCapture(event.pointerId); this.go(event); });
    this.strip.addEventListener("pointermove", (event) => { if (event.buttons) this.go(event); });
    this.strip.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.strip);
  }

  get scroller() { return this.drawing.parts.scroller; }

  go(event) {
    const box = this.strip.getBoundingClientRect();
    const share = (event.clientX - box.left) / Math.max(1, box.width);
    this.scroller.scrollTop = share * this.drawing.height - this.scroller.clientHeight / 2;
  }

  key(event) {
    const moves = { ArrowRight: 0.5, ArrowDown: 0.5, ArrowLeft: -0.5, ArrowUp: -0.5, PageDown: 5, PageUp: -5, Home: -1e9, End: 1e9 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.scroller.scrollTop += moves[event.key] * this.scroller.clientHeight;
  }

  // Moves the frame to what the timeline shows.
  follow() {
    const { height, sight } = this.drawing;
    const { scrollTop, clientHeight } = sight || this.scroller;
    const share = Math.min(1, scrollTop / height);
    this.frame.style.left = `${share * 100}%`;
    this.frame.style.width = `${Math.max(0.4, Math.min(1 - share, clientHeight / height) * 100)}%`;
    this.strip.setAttribute("aria-valuenow", Math.round(share * 100));
  }

  draw() {
    const { rows, columns, places } = this.drawing;
    const width = this.strip.clientWidth;
    if (!rows || !width) return;
    const thick = Math.max(2, Math.min(8, 64 / Math.max(1, columns.size)));
    const height = Math.ceil(columns.size * thick) + 12;
    const ratio = window.devicePixelRatio || 1;
    Object.assign(this.canvas, { width: width * ratio, height: height * ratio });
    this.canvas.style.height = this.strip.style.height = `${height}px`;
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const colours = getComputedStyle(document.documentElement);
    const colour = (name) => colours.getPropertyValue(`--${name}`).trim() || colours.getPropertyValue("--idle");
    const x = (item) => item ? item.place / (places + 1) * width : width;
    for (const span of this.drawing.timeline.spans) {
      if (!columns.has(span.lane) || span.state === "idle" || span.isGone) continue;
      pen.fillStyle = colour(span.state.split("(")[0]);
      pen.fillRect(x(span.from), 6 + columns.get(span.lane) * thick, Math.max(1, x(span.to) - x(span.from)), Math.max(1, thick - 1));
    }
    for (const item of rows) this.mark(pen, item, x(item), height, colour);
    this.follow();
  }

  mark(pen, item, x, height, colour) {
    const isLost = item.kind === "datagram" && (item.fate === "lost" || item.fate === "undeliverable");
    if (item.kind === "step") {
      pen.fillStyle = colour(item.isBroken ? "bad" : "line");
      pen.fillRect(x, 0, item.isBroken ? 2 : 1, height);
    } else if (isLost || item.kind === "fault") {
      pen.fillStyle = colour("bad");
      pen.fillRect(x, isLost ? height - 5 : 0, 1.5, 5);
    }
    if (this.drawing.matches.has(item)) {
      pen.fillStyle = colour("accent");
      pen.fillRect(x, 0, 1.5, height);
    }
  }
}
