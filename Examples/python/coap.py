"""CBOR (RFC 8949) and a CoAP client (RFC 7252) without a socket, a clock or a dependency."""

import json
import random
import struct

OBSERVE, PATH, FORMAT, QUERY, BLOCK, ECHO = 6, 11, 12, 15, 23, 252
GET, POST, DELETE, FETCH = 1, 2, 4, 5
SECOND = 1_000_000_000
CBOR = b"\x3c"
# The errors of a broken datagram.
BROKEN = (AttributeError, LookupError, RecursionError, TypeError, ValueError, struct.error)


def encode(value):
    if value is True or value is False or value is None:
        return {False: b"\xf4", True: b"\xf5", None: b"\xf6"}[value]
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(encode, value))
    return head(5, len(value)) + b"".join(key + item for key, item in sorted((encode(k), encode(v)) for k, v in value.items()))


def head(major, number):
    if number < 24:
        return bytes([major << 5 | number])
    size = next(size for size in (0, 1, 2, 3) if number < 1 << (8 << size))
    return bytes([major << 5 | 24 + size]) + number.to_bytes(1 << size, "big")


def decode(data, at=0):
    """Returns an item and the place behind it."""
    major, low, at = data[at] >> 5, data[at] & 31, at + 1
    size = 1 << low - 24 if 24 <= low < 28 else 0
    number, body, at = int.from_bytes(data[at:at + size], "big") if size else low, data[at:at + size], at + size
    if major < 2:
        return (number if major == 0 else -1 - number), at
    if major < 4:
        text = bytes(data[at:at + number])
        if len(text) < number:
            raise IndexError("the text is cut off")
        return (text if major == 2 else text.decode()), at + number
    if major == 7:
        return {20: False, 21: True}.get(low) if size < 4 else struct.unpack({4: ">f", 8: ">d"}[size], body)[0], at
    items = []
    for _ in range(number * (major - 3)):
        item, at = decode(data, at)
        items.append(item)
    return (items if major == 4 else dict(zip(items[::2], items[1::2]))), at


def message(kind, code, number, token=b"", options=(), body=b""):
    data, last = struct.pack(">BBH", 64 | kind << 4 | len(token), code, number) + token, 0
    for option, value in sorted(options, key=lambda option: option[0]):
        parts = [(n, b"") if n < 13 else (13, bytes([n - 13])) if n < 269 else (14, struct.pack(">H", n - 269))
                 for n in (option - last, len(value))]
        data, last = data + bytes([parts[0][0] << 4 | parts[1][0]]) + parts[0][1] + parts[1][1] + value, option
    return data + (b"\xff" + body if body else b"")


def parse(data):
    first, code, number = struct.unpack(">BBH", data[:4])
    at, option, options = 4 + (first & 15), 0, {}
    token = data[4:at]
    while at < len(data) and data[at] != 255:
        sizes, at = [data[at] >> 4, data[at] & 15], at + 1
        for index, size in enumerate(sizes):
            if size > 12:
                sizes[index], at = int.from_bytes(data[at:at + size - 12], "big") + (13, 269)[size - 13], at + size - 12
        option, at = option + sizes[0], at + sizes[1]
        options[option] = data[at - sizes[1]:at]
    return first >> 4 & 3, code, number, token, options, data[at + 1:]


def check_batch(batch):
    """Raises an error of BROKEN for a body that is no batch of events."""
    batch["first"] + len(batch["events"])
    [event["type"] + "" for event in batch["events"]]


class Refused(Exception):
    """A 4.xx or 5.xx response; code 0 when there was none in time."""

    def __init__(self, code, body=None):
        super().__init__((body or {}).get("message", "no response"))
        self.name, self.code = ("APIError", f"{code >> 5}.{code & 31:02}") if code else ("TimeOutError", None)


class Request:
    """A confirmable request until its response; `stream` takes the notifications that follow."""

    def __init__(self, to, code, path, body=None, query=(), stream=None, limit=30, check=dict):
        self.to, self.code, self.stream, self.limit, self.received = to, code, stream, limit, b""
        self.check = check  # It raises an error of BROKEN for a body that lacks a field.
        self.options = [(PATH, word.encode()) for word in path.split("/")] + [(QUERY, word.encode()) for word in query]
        self.options += [(FORMAT, CBOR)] * (body is not None)
        self.body = b"" if body is None else encode(body)


class Client:
    """Datagrams, timers and tasks. A task is a generator that yields requests and gets their responses."""

    def __init__(self, hello, write):
        self.write, self.now, self.random = write, 0, random.Random(hello["seed"])
        self.number, self.timers, self.open, self.streams = self.random.getrandbits(16), {}, {}, {}

    def say(self, type, **members):
        self.write(json.dumps({"type": type} | members))

    def after(self, seconds, name, action):
        self.timers[name] = (self.now + int(seconds * SECOND), action)

    def fire(self):
        for name in [name for name, (at, _) in self.timers.items() if at <= self.now]:
            if name in self.timers:
                self.timers.pop(name)[1]()

    def run(self, task, response=None, error=None):
        try:
            request = task.throw(error) if error else task.send(response)
        except (StopIteration, Refused):
            return  # A refusal that the task does not handle ends it.
        request.task, request.end, request.wait = task, self.now + request.limit * SECOND, 2 + self.random.random()
        self.issue(request, [(OBSERVE, b"")] if request.stream else [])

    def issue(self, request, options=()):
        self.number = self.number + 1 & 0xFFFF
        request.token = request.token if request.received else self.random.randbytes(4)
        request.data = message(0, request.code, self.number, request.token, request.options + list(options), request.body)
        self.open[request.token], request.is_acknowledged, request.early = request, False, None
        self.transmit(request)

    def transmit(self, request):
        if self.now >= request.end:
            del self.open[request.token]
            return self.run(request.task, error=Refused(0))
        self.say("send", to=request.to, bytes=request.data.hex())
        self.after(min(request.wait, (request.end - self.now) / SECOND), request.token, lambda: self.transmit(request))
        request.wait *= 2

    def datagram(self, source, data):
        try:
            kind, code, number, token, options, body = parse(data)
            request = self.open.get(token)
            if kind == 0 and OBSERVE in options and request and not request.is_acknowledged:
                request.early = source, data  # The acknowledgement comes later, and the stream begins with it.
                return
            content = self.content(request or self.streams.get(token), code, options, body)
        except BROKEN:
            return  # A broken datagram is ignored. Its sender sends it again.
        if kind == 0:
            self.say("send", to=source, bytes=message(2, 0, number).hex())
        if kind == 2 and code == 0:
            for request in [r for r in self.open.values() if r.data[2:4] == data[2:4]]:
                request.wait, request.is_acknowledged = (request.end - self.now) / SECOND, True
                self.after(request.wait, request.token, lambda: self.transmit(request))
                self.take_early(request)
        elif request and code:
            self.answer(self.open.pop(token), code, options, body, content)
            self.take_early(request)
        elif token in self.streams and code:
            self.notify(self.streams[token], code, options, body, content)

    def take_early(self, request):
        """Takes the message of a stream that arrived before the acknowledgement of its request."""
        early, request.early = request.early, None
        if early:
            self.datagram(*early)

    def content(self, request, code, options, body):
        """Returns the body of a message, and with the last block that of all blocks; {} for what is not CBOR."""
        more = int.from_bytes(options.get(BLOCK, b""), "big") & 8
        if request is None or more or not code:
            return {}
        is_open = request.token in self.open
        content = decode((request.received if is_open else b"") + body)[0] if options.get(FORMAT) == CBOR else {}
        if code < 128:
            request.check(content) if is_open else check_batch(content)
        return dict(content)

    def answer(self, request, code, options, body, content):
        self.timers.pop(request.token, None)
        block = int.from_bytes(options.get(BLOCK, b""), "big")
        if ECHO in options and code == 129:
            return self.issue(request, [(ECHO, options[ECHO])] + [(OBSERVE, b"")] * bool(request.stream))
        if request.stream and OBSERVE in options:
            self.streams[request.token] = request
        request.received += body
        if block & 8:
            return self.issue(request, [(BLOCK, bytes([(block >> 4) + 1 << 4 | block & 7]))])
        self.run(request.task, content) if code < 128 else self.run(request.task, error=Refused(code, content))

    def notify(self, request, code, options, body, content):
        block = int.from_bytes(options.get(BLOCK, b""), "big")
        if code >= 128 or not block & 8:
            return request.stream(content if code < 128 else None)
        rest = Request(request.to, request.code, "", check=check_batch)
        rest.options, rest.body, rest.received, rest.token = request.options, request.body, body, self.random.randbytes(4)
        rest.task, rest.end, rest.wait = self.take(request.stream), self.now + rest.limit * SECOND, 2
        next(rest.task)
        self.issue(rest, [(BLOCK, bytes([1 << 4 | block & 7]))])

    def take(self, stream):
        stream((yield))
