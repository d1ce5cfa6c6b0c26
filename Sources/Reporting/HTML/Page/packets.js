// The table of packets: only the rows on the screen exist as elements.
class PacketTable {
  constructor(timeline, onChoose) {
    this.onChoose = onChoose;
    this.rowHeight = 22;
    this.order = { key: "number", way: 1 };
    this.all = [...timeline.packets.values()].map((packet) => {
      const item = timeline.datagrams.get(packet.number);
      return { packet, item, number: packet.number, time: packet.time, from: packet.fromName || packet.from || "", to: packet.toName || packet.to || "",
        kind: packet.kind || "", bytes: packet.bytes || 0, fate: item ? item.fate : "", text: item ? item.text : describe(packet) };
    });
    this.chosen = null;
    this.body = element("div", { class: "rows", role: "rowgroup" });
    this.head = element("div", { class: "tr head", role: "row" }, PacketTable.columns.map(([key, title]) =>
      element("button", { type: "button", class: `c-${key}`, role: "columnheader", "data-key": key, onclick: () => this.sort(key) }, title)));
    this.scroller = element("div", { class: "table", role: "table", tabindex: "0", "aria-label": "packets; arrow keys move" }, this.head, this.body);
    this.scroller.addEventListener("scroll", () => this.paint());
    this.scroller.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.paint()).observe(this.scroller);
    this.filter(() => true);
  }

  static columns = [["number", "no."], ["time", "time"], ["from", "from"], ["to", "to"], ["kind", "kind"], ["bytes", "bytes"], ["fate", "fate"], ["text", "contents"]];

  filter(isWanted) {
    this.isWanted = isWanted;
    this.rows = this.all.filter(isWanted);
    this.arrange();
  }

  sort(key) {
    this.order = { key, way: this.order.key === key ? -this.order.way : 1 };
    this.arrange();
  }

  arrange() {
    const { key, way } = this.order;
    this.rows.sort((a, b) => way * (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : a.number - b.number));
    for (const button of this.head.children) button.setAttribute("aria-sort", button.dataset.key === key ? (way > 0 ? "ascending" : "descending") : "none");
    this.body.style.height = `${this.rows.length * this.rowHeight}px`;
    this.paint();
  }

  paint() {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / this.rowHeight) - 10);
    const count = Math.ceil((this.scroller.clientHeight || 600) / this.rowHeight) + 20;
    this.body.replaceChildren(...this.rows.slice(first, first + count).map((row, index) => this.row(row, first + index)));
  }

  row(row, place) {
    const isLost = row.fate === "lost" || row.fate === "undeliverable";
    const made = element("div", { class: `tr${row === this.chosen ? " chosen" : ""}${isLost ? " lost" : ""}`, role: "row", onclick: () => this.choose(place) },
      PacketTable.columns.map(([key]) => element("span", { class: `c-${key}`, role: "cell", title: key === "text" ? row.text : null },
        key === "time" ? row.time.toFixed(6) : String(row[key]))));
    made.style.top = `${place * this.rowHeight}px`;
    return made;
  }

  choose(place) {
    this.chosen = this.rows[place];
    this.paint();
    if (this.chosen) this.onChoose(this.chosen);
  }

  key(event) {
    const moves = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 15, PageUp: -15, Home: -Infinity, End: Infinity };
    if (!(event.key in moves) || !this.rows.length) return;
    event.preventDefault();
    const place = Math.max(0, Math.min(this.rows.length - 1, this.rows.indexOf(this.chosen) + moves[event.key]));
    const y = place * this.rowHeight;
    const { scrollTop, clientHeight } = this.scroller;
    if (y < scrollTop || y > scrollTop + clientHeight - 3 * this.rowHeight) this.scroller.scrollTop = y - clientHeight / 2;
    this.choose(place);
  }
}
