"""A driver in virtual time (Docs/driver.md) that passes the first four levels of the ladder (Docs/ladder.md)."""

import json
import random
import sys

SECOND = 1_000_000_000
OBSERVE, PATH, FORMAT, QUERY, ECHO, GET, POST, DELETE, FETCH = 6, 11, 12, 15, 252, 1, 2, 4, 5


def say(type, **members):
    print(json.dumps({"type": type} | members))


def encode(value):  # CBOR (RFC 8949)
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, dict):
        return head(5, len(value)) + b"".join(sorted(encode(key) + encode(item) for key, item in value.items()))
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(encode, value))
    return head(2, len(value)) + value if isinstance(value, bytes) else head(3, len(value.encode())) + value.encode()


def head(major, number):
    longer = [24, number] if number < 256 else [25, number >> 8, number & 255]
    return bytes([major << 5 | number] if number < 24 else [major << 5 | longer[0]] + longer[1:])


def decode(data, at=0):  # an item, and the place behind it
    major, number, at = data[at] >> 5, data[at] & 31, at + 1
    if number > 23 and major < 7:
        size = 1 << number - 24
        number, at = int.from_bytes(data[at:at + size], "big"), at + size
    if major in (2, 3):
        return (data[at:at + number] if major == 2 else data[at:at + number].decode()), at + number
    items = []
    for _ in range(number * (major - 3) if major in (4, 5) else 0):
        item, at = decode(data, at)
        items.append(item)
    if major == 5:
        return dict(zip(items[::2], items[1::2])), at
    return {0: number, 1: -1 - number, 4: items}.get(major, number == 21), at


def message(kind, code, number, token=b"", options=(), body=b""):  # CoAP (RFC 7252)
    data, last = bytes([64 | kind << 4 | len(token), code]) + number.to_bytes(2, "big") + token, 0
    for option, value in sorted(options, key=lambda pair: pair[0]):
        parts = [(n, b"") if n < 13 else (13, bytes([n - 13])) for n in (option - last, len(value))]  # at most 268
        data, last = data + bytes([parts[0][0] << 4 | parts[1][0]]) + parts[0][1] + parts[1][1] + value, option
    return data + (b"\xff" + body if body else b"")


def parse(data):
    at, option, options = 4 + (data[0] & 15), 0, {}
    token = data[4:at]
    while at < len(data) and data[at] != 255:
        sizes, at = [data[at] >> 4, data[at] & 15], at + 1
        for i, n in enumerate(sizes):
            if n > 12:
                sizes[i], at = int.from_bytes(data[at:at + n - 12], "big") + (13, 269)[n - 13], at + n - 12
        option, at = option + sizes[0], at + sizes[1]
        options[option] = data[at - sizes[1]:at]
    return data[0] >> 4 & 3, data[1], int.from_bytes(data[2:4], "big"), token, options, data[at + 1:]


class Driver:
    def __init__(self, hello):
        self.user, self.token, self.random = hello["user"]["id"], hello["token"], random.Random(hello["seed"])
        self.server = f"{hello['coordinator']['host']}:{hello['coordinator']['port']}"
        self.now, self.number, self.next, self.timers, self.requests, self.streams = 0, 0, 1, {}, {}, {}
        self.connection = self.sfu = self.call = None
        say("hello", version=2, clock="virtual", reusable=True, name="four levels",
            commands=["connect", "ring", "accept", "reject", "hangUp"],
            properties=["callingState", "roster", "incomingCall", "incomingCall.caller"])
        self.show("idle", roster=[])

    def ask(self, to, code, path, body=None, then=lambda body: None, fail=lambda code: None, stream=None, echo=None):
        """Sends a request, and again after 2, 4, 8 and 16 s without a response, which `then` or `fail` takes."""
        query = [(QUERY, f"connection_id={self.connection}".encode())] if to == self.server and self.connection else []
        options = [(PATH, word.encode()) for word in path.split("/")] + query + [(ECHO, echo)] * bool(echo)
        options += [(FORMAT, b"\x3c")] * (body is not None) + [(OBSERVE, b"")] * bool(stream)
        self.number, token = self.number + 1, self.random.randbytes(4)
        data = message(0, code, self.number, token, options, b"" if body is None else encode(body))
        self.requests[token] = then, fail, stream, lambda echo: self.ask(to, code, path, body, then, fail, stream, echo)

        def transmit(wait):
            say("send", to=to, bytes=data.hex())
            if wait < 32:
                self.timers[token] = self.now + wait * SECOND, lambda: transmit(wait * 2)
        transmit(2)

    def datagram(self, source, data):
        kind, code, number, token, options, body = parse(data)
        if kind == 0:
            say("send", to=source, bytes=message(2, 0, number).hex())  # an acknowledgement
        if token in self.requests and code:
            then, fail, self.streams[token], again = self.requests.pop(token)
            self.timers.pop(token, None)
            if code == 129 and ECHO in options:
                return again(options[ECHO])  # The server asks for a proof of the address.
            then(decode(body)[0] if body else {}) if code >> 5 == 2 else fail(code)
        elif self.streams.get(token) and code >> 5 == 2:
            self.streams[token](decode(body)[0])

    def every_5_seconds(self, name, action):
        self.timers[name] = self.now + 5 * SECOND, lambda: (action(), self.every_5_seconds(name, action))

    def show(self, state, **more):
        self.state = state
        say("state", values={"callingState": state} | more)

    def command(self, id, command, arguments):
        if command == "connect":
            body = {"token": bytes.fromhex(self.token), "user": {"id": self.user}}
            failed = lambda code: say("failed", id=id, error="APIError", code=f"{code >> 5}.{code & 31:02}")
            then = lambda batch: self.connected(id, batch)
            return self.ask(self.server, FETCH, "video/connect", body, then, failed, self.events)
        if command == "ring":
            self.members, self.call = arguments["members"], arguments["call"]
            self.show("outgoing")
            self.about("", {"data": {"members": [{"user_id": user} for user in self.members]}, "ring": True})
        elif command == "accept":
            self.about("/accept", then=self.join)
        elif command in ("reject", "hangUp"):
            self.finish("decline" if self.state == "incoming" else "cancel")
        else:
            return say("unsupported", id=id, reason=f"the command {command}")
        say("done", id=id)

    def connected(self, id, batch):
        self.connection = batch["events"][0]["connection_id"]
        self.events(batch)
        self.every_5_seconds("connection", lambda: self.ask(self.server, GET, "video/connect"))
        say("done", id=id)

    def about(self, action, body=None, then=lambda body: None, fail=None):
        path = f"video/call/{self.call.replace(':', '/')}{action}"
        self.ask(self.server, POST, path, body, then, fail or (lambda code: self.finish()))

    def join(self, _):
        self.show("joining")
        self.about("/join", {}, lambda body: self.enter(body["credentials"]))

    def enter(self, to):
        self.sfu, self.session = f"{to['host']}:{to['port']}", self.random.randbytes(8).hex()
        body = {"token": to["token"], "session_id": self.session}
        self.ask(self.sfu, FETCH, "sfu/join", body, self.entered, lambda _: self.finish(), self.events_of_the_call)

    def entered(self, body):
        self.roster = {one["session_id"]: one["user"]["id"] for one in body["call_state"]["participants"]}
        self.show("inCall", roster=list(self.roster.values()))
        health = {"session_id": self.session}
        self.every_5_seconds("health", lambda: self.ask(self.sfu, POST, "sfu/health", health))

    def finish(self, reason=None):
        if reason and self.state in ("incoming", "outgoing"):
            self.about("/reject", {"reason": reason}, fail=lambda code: None)
        if self.sfu:
            self.ask(self.sfu, POST, "sfu/leave", {"session_id": self.session})
        self.sfu = self.call = None
        self.timers.pop("health", None)
        self.show("idle", roster=[], incomingCall=None, **{"incomingCall.caller": None})

    def leave(self):
        self.finish("cancel")
        self.timers.pop("connection", None)
        if self.connection:
            self.ask(self.server, DELETE, "video/connect")

    def events(self, batch):
        news = batch["events"][max(0, self.next - batch["first"]):]  # A repeated event counts once.
        self.next = batch["first"] + len(batch["events"])
        for event in news:
            kind, user, is_mine = event["type"], event.get("user", {}).get("id"), event.get("call_cid") == self.call
            if kind == "call.ring" and self.state == "idle" and user != self.user:
                self.call, self.caller = event["call_cid"], user
                self.show("incoming", incomingCall=self.call, **{"incomingCall.caller": user})
            elif kind == "call.accepted" and is_mine and self.state == "outgoing":
                self.join(event)
            elif kind == "call.rejected" and is_mine and self.state == "incoming" and user == self.caller:
                self.finish()
            elif kind == "call.rejected" and is_mine and self.state == "outgoing":
                if set(self.members) <= set(event["call"]["session"]["rejected_by"]):
                    self.finish("cancel")

    def events_of_the_call(self, batch):
        for event in batch["events"]:
            if event["type"] == "participant_joined":
                self.roster[event["participant"]["session_id"]] = event["participant"]["user"]["id"]
            elif event["type"] == "participant_left":
                self.roster.pop(event["participant"]["session_id"], None)
        say("state", values={"roster": list(self.roster.values())})


driver = timer = None
for line in sys.stdin:
    order = json.loads(line)
    if order["type"] == "bye":
        continue
    if order["type"] == "hello":
        driver, timer = Driver(order), None
    driver.now = order.get("now", 0)
    if order["type"] == "command":
        driver.command(order["id"], order["command"], order["arguments"])
    elif order["type"] == "datagram" and len(order["bytes"]) >= 8:
        driver.datagram(order["from"], bytes.fromhex(order["bytes"]))
    elif order["type"] == "wake":
        timer = None
        for name in [name for name, (at, _) in driver.timers.items() if at <= driver.now]:
            driver.timers.pop(name)[1]()
    elif order["type"] == "leave":
        driver.leave()
    first = min((at for at, _ in driver.timers.values()), default=None)
    if first != timer:
        say("wake", at=first)
    timer = first
    say("idle")
    sys.stdout.flush()
