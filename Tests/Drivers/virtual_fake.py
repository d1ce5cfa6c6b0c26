"""A driver in virtual time that does one thing that it must not: the word that it is given."""

import json
import os
import sys
import threading
import time

misdeed = sys.argv[1] if len(sys.argv) > 1 else ""


def say(type, **members):
    print(json.dumps({"type": type} | members), flush=misdeed != "unflushed")


def do(id):
    if misdeed == "past":
        say("wake", at=0)
    elif misdeed == "hex":
        say("send", to="127.0.0.1:5683", bytes="0g")
    elif misdeed == "large":
        say("send", to="127.0.0.1:5683", bytes="00" * 20000)
    elif misdeed == "address":
        say("send", to="nowhere", bytes="00")
    elif misdeed == "random":
        say("log", text=os.urandom(8).hex())
    elif misdeed == "silent":
        time.sleep(60)
    elif misdeed == "clock":
        say("log", text=str(int(time.time())))
    elif misdeed == "thread":
        threading.Timer(0.4, lambda: say("log", text="tick")).start()
    elif misdeed == "jump":
        say("state", values={"callingState": "reconnecting"})
    elif misdeed == "half":
        print('{"type": "se', end="", flush=True)
        os._exit(3)
    elif misdeed == "forever":
        say("wake", at=now + 1)
    say("done", id=id + (7 if misdeed == "other" else 0))
    if misdeed == "twice":
        say("done", id=id)


if misdeed == "unflushed":
    sys.stdout = open(1, "w", buffering=1 << 16, closefd=False)
for line in sys.stdin:
    order = json.loads(line)
    now = order.get("now", 0)
    if order["type"] == "bye":
        time.sleep(60 if misdeed == "stays" else 0)
        break
    if order["type"] == "hello":
        if misdeed == "late":
            say("state", values={"callingState": "idle"})
        name = "callingSate" if misdeed == "unknown" else "callingState"
        say("hello", version=2, clock="virtual", name="fake", commands=["connect", "reject"], properties=[name])
        say("state", values={"callingState": "idle"})
        if misdeed == "early":
            say("send", to="127.0.0.1:5683", bytes="00")
    elif order["type"] == "command" and order["command"] == "connect":
        say("send", to="127.0.0.1:5683", bytes="40050001" if misdeed == "stubborn" else "60000000")
        if misdeed in ("past", "hex", "random", "silent", "large", "clock", "thread", "half", "forever", "other", "twice"):
            do(order["id"])
        elif misdeed == "never":
            say("wake", at=now + 60_000_000_000)
        elif misdeed != "stubborn":
            say("done", id=order["id"])
    elif order["type"] == "command" and (order["command"] == "reject" or misdeed == "answers"):
        do(order["id"])
    elif order["type"] == "command":
        say("unsupported", id=order["id"], reason="the command")
    elif order["type"] == "wake" and misdeed == "forever":
        say("wake", at=now + 1)
    elif order["type"] == "wake" and misdeed == "never":
        say("wake", at=now + 60_000_000_000)
    say("idle")
    if misdeed == "after" and order["type"] == "command":
        say("log", text="one more thing")
