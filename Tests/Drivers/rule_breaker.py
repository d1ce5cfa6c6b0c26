"""A driver that keeps every rule of the protocol but one: `rule_breaker.py CLOCK RULE` with virtual or real time."""

import json
import os
import sys
import threading
import time

clock, misdeed = sys.argv[1], sys.argv[2]
out = open(1, "w", buffering=1 << 16, closefd=False)
hellos = 0  # kept after `bye`
last = time.monotonic()


def say(type, **members):
    out.write(json.dumps({"type": type} | members) + "\n")


def flush():
    if misdeed != "unflushed":
        out.flush()


def tick():
    say("log", text="tick")
    out.flush()


def greet():
    if misdeed == "state first":
        say("state", values={"callingState": "idle"})
    properties = ["callingSate" if misdeed == "unknown property" else "callingState"]
    members = {"version": 2, "clock": "virtual", "reusable": True} if clock == "virtual" else {"version": 1}
    say("hello", name="breaker", commands=["connect", "reject"], properties=properties, **members)
    say("state", values={"callingState": "flying" if misdeed == "unknown state" else "idle"})


class Virtual:
    """It connects with two requests, keeps one timer, and leaves."""

    def __init__(self):
        self.now = self.command = self.requests = self.acknowledgements = 0

    def ask(self, code, rest):
        self.requests = 1 if misdeed == "one message id" else self.requests + 1
        say("send", to="127.0.0.1:5683", bytes=f"40{code}{self.requests:04x}{rest}")

    def acknowledge(self, id):
        self.acknowledgements += 1
        if misdeed != "acknowledges nothing" and (misdeed != "acknowledges once" or self.acknowledgements == 1):
            say("send", to="127.0.0.1:5683", bytes=f"6000{id}")

    def wake(self, after):
        say("wake", at=self.now + after)

    def connect(self, id):
        self.command = id
        if misdeed == "garbage":
            out.write("connecting\n")
        elif misdeed == "silent":
            out.flush()
            time.sleep(60)
        elif misdeed == "dies":
            os._exit(3)
        elif misdeed == "ticks":
            timer = threading.Timer(0.9, tick)
            timer.daemon = True
            timer.start()
        elif misdeed == "random":
            say("log", text=os.urandom(8).hex())
        elif misdeed == "remembers":
            say("log", text=f"greeting {hellos}")
        if misdeed == "wakes in the past":
            self.wake(0)
        if misdeed == "sends nothing":
            return self.done()
        if misdeed == "sends elsewhere":
            say("send", to="127.0.0.1:5684", bytes="40050001")
            return self.done()
        self.fetch()
        self.wake(2_000_000_000)

    def fetch(self):
        """Sends FETCH with an empty map in CBOR."""
        self.ask("05", "ffa0" if misdeed == "no format" else "c13cffa0")

    def done(self):
        say("done", id=self.command + (7 if misdeed == "another id" else 0))
        if misdeed == "answers twice":
            say("done", id=self.command)
        self.command = 0

    def datagram(self, bytes):
        code = bytes[2:4]
        if misdeed == "trips over bytes" and len(bytes) < 8:
            raise ValueError(bytes)
        if bytes[:1] == "4" and len(bytes) >= 8:
            self.acknowledge(bytes[4:8])
        if code == "81" and misdeed != "proves nothing":
            self.fetch()
        elif code == "45" and self.command:
            self.done()
            self.wake(5_000_000_000)
        elif code == "42" and misdeed != "wakes for ever":  # the response to the request that it leaves with
            say("wake", at=None)

    def fired(self):
        if misdeed == "wakes for ever":
            self.wake(5_000_000_000)

    def leave(self):
        if misdeed != "leaves silently":
            self.ask("04", "b5" + b"video".hex() + "07" + b"connect".hex())  # DELETE /video/connect
        if misdeed != "wakes for ever":
            say("wake", at=None)


def read(line):
    """Handles one line; returns False after the last one."""
    global hellos, last, driver
    if misdeed == "short lines" and len(line) > 4096:
        raise ValueError("a long line")
    order = json.loads(line)
    if misdeed == "trips over members" and order.keys() - KNOWN:
        raise ValueError(order)
    if misdeed == "tells of members" and order.keys() - KNOWN:
        say("log", text="what is that?")
    if misdeed == "measures" and time.monotonic() - last > 1:
        say("log", text="that took long")
    last = time.monotonic()
    type = order["type"]
    if type == "bye":
        return
    if type == "hello":
        hellos += 1
        if misdeed == "greets once" and hellos > 1:
            os._exit(4)
        driver = Virtual()
        greet()
    elif type == "sync":
        say("synced", id=order["id"])
    elif type == "command" and order["command"] == "connect" and clock == "virtual":
        driver.connect(order["id"])
    elif type == "command":
        answer_command(order["id"], order["command"])
    elif type not in ("datagram", "wake", "unsendable", "leave"):
        if misdeed == "trips over types":
            raise ValueError(type)
        if misdeed == "answers types":
            say("log", text=f"what is {type}?")
    if clock == "virtual":
        driver.now = order.get("now", 0)
        if type == "datagram":
            driver.datagram(order["bytes"])
        elif type == "wake":
            driver.fired()
        elif type == "leave":
            driver.leave()
        elif type == "unsendable" and misdeed == "trips over unsendable":
            raise ValueError(type)
        if misdeed == "idles first" and type == "wake":
            say("idle")
            say("log", text="one more thing")
        else:
            say("idle")
    flush()


KNOWN = {
    "type", "version", "versions", "clocks", "seed", "participant", "user", "token", "coordinator", "own", "options",
    "id", "command", "arguments", "now", "from", "bytes",
}


def answer_command(id, command):
    if command == "connect":
        return say("done", id=id)
    if misdeed == "does everything":
        return say("done", id=id)
    if misdeed == "trips over commands":
        raise ValueError(command)
    if misdeed == "says nothing":
        return
    if misdeed == "answers late":
        threading.Timer(0.3, lambda: (say("unsupported", id=id, reason="it"), out.flush())).start()
        return
    say("unsupported", id=id, reason=f"the command {command}")
    if misdeed == "refuses twice":
        say("unsupported", id=id, reason="that")


for line in sys.stdin:
    read(line)
out.flush()
if misdeed == "stays":
    time.sleep(60)
