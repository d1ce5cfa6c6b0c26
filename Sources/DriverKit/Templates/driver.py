"""A driver in virtual time for Rollcall (Docs/driver.md). It connects; your call library does the rest."""

import json
import random
import sys

SECOND = 1_000_000_000
OBSERVE, PATH, FORMAT, QUERY, ECHO, GET, DELETE, FETCH = 6, 11, 12, 15, 252, 1, 4, 5


def say(type, **members):
    print(json.dumps({"type": type} | members))


def head(major, number):
    if number < 24:
        return bytes([major << 5 | number])
    size = 0 if number < 1 << 8 else 1 if number < 1 << 16 else 2
    return bytes([major << 5 | 24 + size]) + number.to_bytes(1 << size, "big")


def encode(value):  # CBOR (RFC 8949)
    if isinstance(value, dict):
        pairs = sorted((encode(key), encode(item)) for key, item in value.items())
        return head(5, len(value)) + b"".join(key + item for key, item in pairs)
    return head(2, len(value)) + value if isinstance(value, bytes) else head(3, len(value.encode())) + value.encode()


def decode(data, at=0):
    major, number, at = data[at] >> 5, data[at] & 31, at + 1
    if number > 23:
        size = 1 << number - 24
        number, at = int.from_bytes(data[at:at + size], "big"), at + size
    if major in (2, 3):
        return (data[at:at + number] if major == 2 else data[at:at + number].decode()), at + number
    if major in (4, 5):
        items = []
        for _ in range(number * (major - 3)):
            item, at = decode(data, at)
            items.append(item)
        return (items if major == 4 else dict(zip(items[::2], items[1::2]))), at
    return (number, -1 - number)[major] if major < 2 else number == 21, at


def option(number, last, value):
    parts = [(n, b"") if n < 13 else (13, bytes([n - 13])) if n < 269 else (14, (n - 269).to_bytes(2, "big"))
             for n in (number - last, len(value))]
    return bytes([parts[0][0] << 4 | parts[1][0]]) + parts[0][1] + parts[1][1] + value


def message(kind, code, number, token=b"", options=(), body=b""):  # CoAP (RFC 7252)
    data, last = bytes([0x40 | kind << 4 | len(token), code]) + number.to_bytes(2, "big") + token, 0
    for key, value in sorted(options, key=lambda pair: pair[0]):
        data, last = data + option(key, last, value), key
    return data + (b"\xff" + body if body else b"")


def parse(data):
    at, key, options = 4 + (data[0] & 15), 0, {}
    kind, token = data[0] >> 4 & 3, data[4:at]
    while at < len(data) and data[at] != 255:
        sizes, at = [data[at] >> 4, data[at] & 15], at + 1
        for i, n in enumerate(sizes):
            if n > 12:
                sizes[i], at = int.from_bytes(data[at:at + n - 12], "big") + (13, 269)[n - 13], at + n - 12
        key, at = key + sizes[0], at + sizes[1]
        options[key] = data[at - sizes[1]:at]
    return kind, data[1], int.from_bytes(data[2:4], "big"), token, options, data[at + 1:]


class Driver:
    def __init__(self, hello):
        self.hello, self.random, self.now = hello, random.Random(hello["seed"]), 0
        self.server = f"{hello['coordinator']['host']}:{hello['coordinator']['port']}"
        self.number, self.request, self.timer, self.connection = 0, None, None, None

    def ask(self, code, body=None, query=(), then=lambda code, body: None):
        options = [(PATH, b"video"), (PATH, b"connect")] + [(QUERY, text.encode()) for text in query]
        options += [(OBSERVE, b""), (FORMAT, b"\x3c")] if body else []
        self.request = {"code": code, "options": options, "body": encode(body) if body else b"", "then": then}
        self.issue()

    def issue(self, echo=()):
        self.number, one = self.number + 1, self.request
        one["token"], one["wait"] = self.random.randbytes(4), 2
        one["data"] = message(0, one["code"], self.number, one["token"], one["options"] + list(echo), one["body"])
        self.transmit(one["data"])
        self.set_timer(one["wait"], self.repeat)

    def repeat(self):
        self.request["wait"] *= 2
        if self.request["wait"] < 64:
            self.transmit(self.request["data"])
            self.set_timer(self.request["wait"], self.repeat)

    def transmit(self, data):
        say("send", to=self.server, bytes=data.hex())

    def set_timer(self, seconds, action):
        self.timer = action
        say("wake", at=self.now + seconds * SECOND if action else None)

    def datagram(self, data):
        kind, code, number, token, options, body = parse(data)
        if kind == 0:
            self.transmit(message(2, 0, number))  # Confirmable messages are acknowledged.
        if self.request and token == self.request["token"]:
            if code == 129 and ECHO in options:
                return self.issue([(ECHO, options[ECHO])])  # The server asks for a proof of the address.
            then, self.request = self.request["then"], None
            self.set_timer(None, None)
            then(code, decode(body)[0] if body else {})

    def command(self, id, name):
        if name != "connect":  # Your call library comes in here: ring, accept, reject, hangUp, join, …
            return say("unsupported", id=id, reason=f"the command {name}")
        body = {"token": bytes.fromhex(self.hello["token"]), "user": {"id": self.hello["user"]["id"]}}
        self.ask(FETCH, body, then=lambda code, batch: self.connected(id, code, batch))

    def connected(self, id, code, batch):
        if code >> 5 != 2:  # an error, such as 4.03 or 5.03
            return say("failed", id=id, error="APIError", code=f"{code >> 5}.{code & 31:02}")
        self.connection = batch["events"][0]["connection_id"]
        say("done", id=id)
        self.set_timer(5, self.check)

    def check(self):
        self.ask(GET, query=[f"connection_id={self.connection}"], then=lambda *_: self.set_timer(5, self.check))


for line in sys.stdin:
    order = json.loads(line)
    if order["type"] == "bye":
        continue
    if order["type"] == "hello":
        driver = Driver(order)
        say("hello", version=2, clock="virtual", reusable=True, name="mine", commands=["connect"],
            properties=["callingState"])
        say("state", values={"callingState": "idle"})
    driver.now = order.get("now", 0)
    if order["type"] == "command":
        driver.command(order["id"], order["command"])
    elif order["type"] == "datagram" and len(order["bytes"]) >= 8:
        driver.datagram(bytes.fromhex(order["bytes"]))
    elif order["type"] == "wake" and driver.timer:
        driver.timer()
    elif order["type"] == "leave" and driver.connection:
        driver.ask(DELETE, query=[f"connection_id={driver.connection}"])
    say("idle")  # ends the response
    sys.stdout.flush()
