"""A driver in virtual time that does one thing that it must not: the word that it is given."""

import json
import os
import sys
import time

misdeed = sys.argv[1] if len(sys.argv) > 1 else ""


def say(type, **members):
    print(json.dumps({"type": type} | members), flush=True)


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
    say("done", id=id)


for line in sys.stdin:
    order = json.loads(line)
    if order["type"] == "bye":
        time.sleep(60 if misdeed == "stays" else 0)
        break
    if order["type"] == "hello":
        name = "callingSate" if misdeed == "unknown" else "callingState"
        say("hello", version=2, clock="virtual", name="fake", commands=["connect", "reject"], properties=[name])
        say("state", values={"callingState": "idle"})
        if misdeed == "early":
            say("send", to="127.0.0.1:5683", bytes="00")
    elif order["type"] == "command" and order["command"] == "connect":
        say("send", to="127.0.0.1:5683", bytes="60000000")
        if misdeed in ("past", "hex", "random", "silent") or misdeed == "large":
            do(order["id"])
        else:
            say("done", id=order["id"])
    elif order["type"] == "command" and (order["command"] == "reject" or misdeed == "answers"):
        do(order["id"])
    elif order["type"] == "command":
        say("unsupported", id=order["id"], reason="the command")
    say("idle")
    if misdeed == "after" and order["type"] == "command":
        say("log", text="one more thing")
