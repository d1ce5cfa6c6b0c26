// A driver in virtual time for Rollcall (Docs/driver.md). It connects; your call library does the rest.
const [OBSERVE, PATH, FORMAT, QUERY, ECHO] = [6, 11, 12, 15, 252];
const [GET, DELETE, FETCH, SECOND] = [1, 4, 5, 1_000_000_000];
let [driver, output] = [null, ""];
const say = (type, members) => { output += JSON.stringify({ type, ...members }) + "\n"; };

function head(major, number) {
  if (number < 24) return Buffer.from([major << 5 | number]);
  return Buffer.from(number < 256 ? [major << 5 | 24, number] : [major << 5 | 25, number >> 8, number & 255]);
}

function encode(value) { // CBOR (RFC 8949)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  const pairs = Object.entries(value).map(([key, item]) => [encode(key), encode(item)]);
  pairs.sort((one, other) => Buffer.compare(one[0], other[0]));
  return Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
}

function decode(data, place = { at: 0 }) {
  const major = data[place.at] >> 5;
  let number = data[place.at++] & 31;
  if (number > 23) {
    const size = 1 << number - 24;
    number = [...data.subarray(place.at, place.at += size)].reduce((sum, byte) => sum * 256 + byte, 0);
  }
  if (major === 2 || major === 3) {
    const bytes = data.subarray(place.at, place.at += number);
    return major === 2 ? bytes : bytes.toString();
  }
  if (major === 4) return Array.from({ length: number }, () => decode(data, place));
  const pair = () => [decode(data, place), decode(data, place)];
  if (major === 5) return Object.fromEntries(Array.from({ length: number }, pair));
  return major === 0 ? number : major === 1 ? -1 - number : number === 21;
}

// A size of at most 268: its half byte, and the bytes that follow.
const extend = (size) => size < 13 ? [size, []] : [13, [size - 13]];

function message(kind, code, number, token = Buffer.alloc(0), options = [], body = Buffer.alloc(0)) { // CoAP (RFC 7252)
  const parts = [Buffer.from([0x40 | kind << 4 | token.length, code, number >> 8, number & 255]), token];
  let last = 0;
  for (const [key, value] of [...options].sort((one, other) => one[0] - other[0])) {
    const [delta, length] = [extend(key - last), extend(value.length)];
    parts.push(Buffer.from([delta[0] << 4 | length[0], ...delta[1], ...length[1]]), Buffer.from(value));
    last = key;
  }
  return Buffer.concat(body.length ? [...parts, Buffer.from([255]), body] : parts);
}

function parse(data) {
  const options = new Map();
  let [at, key] = [4 + (data[0] & 15), 0];
  const token = data.subarray(4, at);
  while (at < data.length && data[at] !== 255) {
    const sizes = [data[at] >> 4, data[at++] & 15].map((size) => {
      if (size < 13) return size;
      return size === 13 ? data[at++] + 13 : (data[at++] << 8 | data[at++]) + 269;
    });
    key += sizes[0];
    options.set(key, data.subarray(at, at += sizes[1]));
  }
  const [kind, number, body] = [data[0] >> 4 & 3, data[2] << 8 | data[3], data.subarray(at + 1)];
  return { kind, code: data[1], number, token, options, body };
}

class Driver {
  constructor(hello) {
    Object.assign(this, { hello, now: 0, number: hello.seed % 32768, request: null, timer: null, connection: null });
    this.server = `${hello.coordinator.host}:${hello.coordinator.port}`;
  }

  /** Sends a confirmable request, and again after 2, 4, 8, 16 and 32 s without a response. */
  ask(code, body, query, then) {
    const options = [[PATH, "video"], [PATH, "connect"], ...query.map((text) => [QUERY, text])];
    if (body) options.push([OBSERVE, ""], [FORMAT, [60]]);
    this.request = { code, options, body: body ? encode(body) : Buffer.alloc(0), then };
    this.issue([]);
  }

  issue(echo) {
    const one = this.request;
    this.number += 1;
    one.token = Buffer.from([this.number >> 8, this.number & 255]);
    one.data = message(0, one.code, this.number, one.token, [...one.options, ...echo], one.body);
    one.wait = 1;
    this.transmit();
  }

  transmit() {
    this.request.wait *= 2;
    if (this.request.wait > 32) return;
    this.send(this.request.data);
    this.setTimer(this.request.wait, () => this.transmit());
  }

  send(data) { say("send", { to: this.server, bytes: data.toString("hex") }); }

  setTimer(seconds, action) {
    this.timer = action;
    say("wake", { at: action ? this.now + seconds * SECOND : null });
  }

  datagram(data) {
    const { kind, code, number, token, options, body } = parse(data);
    if (kind === 0) this.send(message(2, 0, number)); // Confirmable messages are acknowledged.
    if (!this.request || code === 0 || !token.equals(this.request.token)) return;
    if (code === 129 && options.has(ECHO)) return this.issue([[ECHO, options.get(ECHO)]]); // a proof of the address
    const { then } = this.request;
    this.request = null;
    this.setTimer(0, null);
    then(body.length ? decode(body) : {}, `${code >> 5}.${String(code & 31).padStart(2, "0")}`);
  }

  command(id, name) {
    // Your call library comes in here: ring, accept, reject, hangUp, join, …
    if (name !== "connect") return say("unsupported", { id, reason: `the command ${name}` });
    const body = { token: Buffer.from(this.hello.token, "hex"), user: { id: this.hello.user.id } };
    this.ask(FETCH, body, [], (batch, code) => {
      if (code[0] !== "2") return say("failed", { id, error: "APIError", code });
      this.connection = batch.events[0].connection_id;
      say("done", { id });
      this.setTimer(5, () => this.check());
    });
  }

  /** Asks every 5 s for the connection. */
  check() { this.ask(GET, null, [`connection_id=${this.connection}`], () => this.setTimer(5, () => this.check())); }

  leave() { if (this.connection) this.ask(DELETE, null, [`connection_id=${this.connection}`], () => {}); }
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const order = JSON.parse(line);
  if (order.type === "bye") return;
  if (order.type === "hello") {
    driver = new Driver(order);
    const abilities = { name: "mine", commands: ["connect"], properties: ["callingState"] };
    say("hello", { version: 2, clock: "virtual", reusable: true, ...abilities });
    say("state", { values: { callingState: "idle" } });
  }
  driver.now = order.now ?? 0;
  if (order.type === "command") driver.command(order.id, order.command);
  if (order.type === "datagram" && order.bytes.length >= 8) driver.datagram(Buffer.from(order.bytes, "hex"));
  if (order.type === "wake" && driver.timer) driver.timer();
  if (order.type === "leave") driver.leave();
  say("idle");
  process.stdout.write(output); // one write for each response
  output = "";
});
