// A run's journal and packets as lanes and items, in the order of the journal.
class Timeline {
  constructor(run) {
    this.lanes = [];
    this.items = [];
    this.spans = [];
    this.datagrams = new Map();
    this.waiting = [];
    this.mediaOnTheWay = new Map();
    this.laneOfName = new Map();
    this.laneOfAddress = new Map();
    this.nameOfAddress = new Map(run.names || []);
    this.changes = [];
    this.faults = [];
    this.timers = [];
    this.participants = new Set();
    this.stepBook = new Steps(run.source, run.file);
    this.packets = new Map((run.packets || []).map((packet) => [packet.number, packet]));
    for (const packet of this.packets.values()) {
      this.name(packet.from, packet.fromName);
      this.name(packet.to, packet.toName);
    }
    const journal = run.journal || [];
    if (journal.length) this.readJournal(journal); else this.readPackets();
    this.closeSpans();
    if (journal.length) this.stepBook.addUnreached();
    this.steps = this.stepBook.all;
  }

  name(address, name) {
    if (address && name && name !== host(address)) this.nameOfAddress.set(host(address), name);
  }

  lane(name) {
    let index = this.laneOfName.get(name);
    if (index === undefined) {
      index = this.lanes.length;
      this.laneOfName.set(name, index);
      this.lanes.push(name);
    }
    return index;
  }

  laneOf(address) {
    let index = this.laneOfAddress.get(address);
    if (index === undefined) {
      index = this.lane(this.nameOfAddress.get(host(address)) || host(address));
      this.laneOfAddress.set(address, index);
    }
    return index;
  }

  readJournal(journal) {
    // Participants come first, in the order in which the journal names them; servers after them.
    for (const entry of journal) if (entry.participant) this.participants.add(this.lanes[this.lane(entry.participant)]);
    this.learnAddresses(journal);
    this.learnMainProperties(journal);
    for (const entry of journal) {
      const take = this["take_" + entry.kind];
      if (take) take.call(this, entry);
    }
  }

  // The receiver of the datagram that changed a participant's state has that participant's address.
  learnAddresses(journal) {
    const receivers = new Map();
    for (const entry of journal) {
      if (entry.kind === "datagram" && entry.datagram) receivers.set(entry.datagram, entry.to);
      const cause = entry.cause || (entry.kind === "event" ? entry.datagram : undefined);
      if (entry.participant && cause && receivers.has(cause)) this.name(receivers.get(cause), entry.participant);
    }
  }

  // A participant without a view model shows the stage of its call instead of a calling state.
  learnMainProperties(journal) {
    this.mainProperties = new Map();
    for (const { kind, participant, property } of journal) {
      if (kind !== "state") continue;
      const isBetter = property === "callingState" || (!this.mainProperties.has(participant) && property.startsWith("stage "));
      if (isBetter) this.mainProperties.set(participant, property);
    }
  }

  readPackets() {
    for (const packet of this.packets.values()) {
      if (!packet.from || !packet.to) continue;
      this.push({ kind: "datagram", time: packet.time, end: packet.time, number: packet.number,
        from: this.laneOf(packet.from), to: this.laneOf(packet.to), entry: packet, text: describe(packet),
        isQuiet: isEmptyMessage(packet), isMedia: isMedia(packet), fate: "received" });
    }
  }

  push(item) {
    item.index = this.items.length;
    item.step = this.stepBook.current;
    this.items.push(item);
    if (item.kind === "datagram" && item.number) this.datagrams.set(item.number, item);
    return item;
  }

  take_datagram(entry) {
    if (entry.fate === "delayed") {
      const wait = this.push({ kind: "wait", time: entry.time, lane: this.laneOf(entry.from), entry, text: "waits in the network" });
      this.waiting.push(wait);
      return;
    }
    const known = entry.datagram ? this.datagrams.get(entry.datagram) : undefined;
    if (known && entry.fate !== "sent") {
      known.fates.push(entry);
      if (entry.fate === "received" || entry.fate === "lost" || entry.fate === "undeliverable") {
        known.end = entry.time;
        if (known.fate === "sent" || entry.fate !== "received") known.fate = entry.fate;
        if (entry.time > known.time) known.arrival = this.push({ kind: "arrival", time: entry.time, of: known, entry });
      }
      return;
    }
    const packet = this.packets.get(entry.datagram) || {};
    const start = this.startOf(entry);
    if (isMedia(packet) && entry.fate !== "duplicated" && entry.fate !== "corrupted") this.countMedia(entry, -1);
    this.push({ kind: "datagram", time: entry.time, end: entry.time, number: entry.datagram,
      from: this.laneOf(entry.from), to: this.laneOf(entry.to), entry, start, fates: [entry],
      text: packet.coap ? describe(packet) : brief(entry.summary || describe(packet)), isQuiet: isEmptyMessage(packet) || /^(ACK|RST) \d+$/.test(entry.summary || ""),
      isMedia: isMedia(packet), isAgain: isRepeated(packet, entry), fate: entry.fate });
  }

  // The media of one stream in one second, which is one entry of the journal.
  take_datagrams(entry) {
    this.push({ kind: "datagram", time: entry.time, end: entry.time, from: this.laneOf(entry.from), to: this.laneOf(entry.to),
      entry, fates: [], isMedia: true, fate: "received", text: this.mediaText(entry) });
  }

  // A run ends after a second, when some of its datagrams have not arrived: they are counted with the next one.
  mediaText(entry) {
    const open = this.countMedia(entry, entry.sent - entry.received);
    return `RTP: ${entry.sent} sent, ${entry.received} received${open > 0 ? `, ${open} on the way` : ""}`;
  }

  countMedia({ from, to }, more) {
    const open = (this.mediaOnTheWay.get(`${from} ${to}`) || 0) + more;
    this.mediaOnTheWay.set(`${from} ${to}`, open);
    return open;
  }

  // The waiting that ends when this datagram goes onto the wire.
  startOf(entry) {
    const place = this.waiting.findIndex(({ entry: wait }) => wait.from === entry.from && wait.to === entry.to
      && wait.byteCount === entry.byteCount && Math.abs(wait.until - entry.time) < 1e-9);
    return place < 0 ? null : this.waiting.splice(place, 1)[0];
  }

  take_state(entry) {
    const lane = this.lane(entry.participant);
    const item = this.push({ kind: "state", time: entry.time, lane, entry, cause: entry.cause,
      isMain: entry.property === this.mainProperties.get(entry.participant), text: `${entry.property}: ${show(entry.to)}` });
    this.changes.push(item);
    if (item.isMain) this.spans.push({ lane, state: show(entry.to), from: item, to: null });
  }

  take_call(entry) { this.mark("call", entry, `${entry.name.replace(/^[^:]*: /, "")}`); }
  take_returned(entry) {
    if (entry.error) this.mark("returned", entry, `✕ ${entry.error}`);
    else this.mark("returned", entry, "returned", true);
  }
  take_event(entry) { this.mark("event", entry, entry.type).cause = entry.datagram; }
  take_notification(entry) { this.mark("notification", entry, entry.name); }
  take_timer(entry) {
    if (this.laneOfName.has(entry.owner)) {
      this.timers.push(this.push({ kind: "timer", time: entry.time, lane: this.lane(entry.owner), entry, text: `${inShort(entry.label)} ${entry.phase === "armed" ? `until ${clock(entry.until)}` : entry.phase}` }));
    }
  }
  take_fault(entry) {
    const lane = entry.target === undefined ? null : this.lane(entry.target);
    const item = this.push({ kind: "fault", time: entry.time, lane, entry, text: `⚡ ${entry.target || "everyone"}: ${entry.text}` });
    this.faults.push(item);
    if (lane === null) return;
    // A process that has died is in no state; the one that comes after it begins in the first.
    if (entry.text === "crash") this.spans.push({ lane, state: "gone", isGone: true, from: item, to: null });
    if (entry.text === "restart") this.spans.push({ lane, state: "idle", from: item, to: null });
  }
  take_step(entry) {
    const step = this.stepBook.take(entry, null);
    if (entry.phase === "ended") return;
    const isBroken = entry.phase === "failed";
    const text = `${isBroken ? "✕ " : ""}step ${entry.step}: ${step.name}`;
    const item = this.push({ kind: "step", time: entry.time, lane: null, entry, isBroken, text });
    step.item = step.item || item;
    if (isBroken) step.last = item;
  }
  take_expectation(entry) { this.stepBook.takeExpectation(entry); }
  take_verdict(entry) {
    this.push({ kind: "step", time: entry.time, lane: null, entry, isBroken: entry.verdict !== "passed" && entry.verdict !== "unsupported",
      text: `verdict: ${entry.verdict}${entry.reason ? ` — ${entry.reason}` : ""}` });
  }
  take_log(entry) {
    this.push({ kind: "log", time: entry.time, lane: this.laneOfName.get(entry.source) ?? null, entry,
      text: `${entry.source || ""} ${entry.name}` });
  }

  mark(kind, entry, text, isQuiet = false) {
    return this.push({ kind, time: entry.time, lane: this.lane(entry.participant), entry, text, isQuiet });
  }

  closeSpans() {
    const open = new Map();
    for (const span of this.spans) {
      const before = open.get(span.lane);
      if (before) before.to = span.from;
      open.set(span.lane, span);
    }
  }
}
