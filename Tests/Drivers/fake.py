"""A driver that does nothing on the network, and then one thing that it must not: the word that it is given."""

import json
import os
import subprocess
import sys
import time

mode = sys.argv[1] if len(sys.argv) > 1 else "good"


def say(type, **fields):
    print(json.dumps({"type": type} | fields), flush=True)


def raw(bytes):
    sys.stdout.buffer.write(bytes)
    sys.stdout.buffer.flush()


def state(**values):
    say("state", values=values)


# What is done with the command `accept`, by the word.
MISDEEDS = {
    "garbage": lambda id: raw(b"{\"type\": \"done\", id}\n"),
    "text": lambda id: raw(b"Traceback (most recent call last):\n"),
    "array": lambda id: raw(b"[1, 2]\n"),
    "long": lambda id: raw(b"x" * 70000 + b"\n"),
    "endless": lambda id: raw(b"x" * 70000),
    "lines": lambda id: raw(b"{\"type\": \"log\", \"text\": \"\"}\n" * 250000),
    "deep": lambda id: raw(b"[" * 100000 + b"\n"),
    "deeper": lambda id: raw(b"{\"type\": " + b"[" * 100 + b"\n"),
    "utf8": lambda id: raw(b"{\"type\": \"log\", \"text\": \"\xff\xfe\"}\n"),
    "zeros": lambda id: raw(b"\0\0\0\n"),
    "empty": lambda id: raw(b"\n"),
    "unknown": lambda id: say("sate", values={}),
    "notype": lambda id: raw(b"{}\n"),
    "twice": lambda id: (say("done", id=id), say("done", id=id)),
    "foreign": lambda id: say("done", id=999),
    "huge": lambda id: raw(b"{\"type\": \"done\", \"id\": 99999999999999999999999}\n"),
    "textual": lambda id: say("done", id=str(id)),
    "indented": lambda id: print(json.dumps({"type": "done", "id": id}, indent=2), flush=True),
    "mark": lambda id: raw(b"\xef\xbb\xbf" + json.dumps({"type": "done", "id": id}).encode() + b"\n"),
    "fraction": lambda id: (state(callingState="joining"), state(callingState="inCall"), say("done", id=float(id))),
    "windows": lambda id: (state(callingState="joining"), state(callingState="inCall"),
                           raw(json.dumps({"type": "done", "id": id}).encode() + b" \r\n")),
    "hello": lambda id: say("hello", version=1, name="fake"),
    "keys": lambda id: raw(b"{\"type\": \"log\", \"type\": \"log\", \"text\": \"\"}\n"),
    "property": lambda id: state(callingSate="idle"),
    "value": lambda id: state(callingState="flying"),
    "kind": lambda id: state(callingState=7),
    "exit": lambda id: sys.exit(3),
    "half": lambda id: (raw(b"{\"type\": "), sys.exit(0)),
    "abort": lambda id: os.abort(),
    "close": lambda id: os.close(1) or time.sleep(60),
    "tell": lambda id: (open(sys.argv[2], "w").write("here"), time.sleep(60)),
    "hang": lambda id: time.sleep(60),
    "unsupported": lambda id: say("unsupported", id=id, reason="the command accept on Sundays"),
    "error": lambda id: say("failed", id=id, error="APIError", code="4.03", message="no"),
    "jump": lambda id: (state(callingState="reconnecting"), say("done", id=id)),
    "good": lambda id: (state(callingState="joining"), state(callingState="inCall"), say("done", id=id)),
    "stray": lambda id: (subprocess.Popen(["sleep", "334"], start_new_session=True), time.sleep(60)),
    "orphan": lambda id: (os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "333"), time.sleep(60)),
}


def main():
    if mode == "mute":
        time.sleep(60)
    if mode == "cut":
        raw(b"{\"type\": \"hel")
        time.sleep(60)
    if mode == "early":
        sys.exit(1)
    hello = json.loads(sys.stdin.readline())
    assert hello["type"] == "hello" and hello["version"] == 1
    if mode == "first":
        state(callingState="idle")
    commands = ["connect", "accept"] if mode != "poor" else ["connect"]
    properties = ["callingState"] if mode != "poor" else []
    own = {} if mode == "silent" else {"backend": "elsewhere" if mode == "backend" else "own"}
    say("hello", version=3 if mode == "version" else 1, name="fake", commands=commands, properties=properties, **own)
    state(callingState="idle")
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "command" and message["command"] == "accept":
            MISDEEDS[mode](message["id"])
        elif message["type"] == "command":
            say("done", id=message["id"])
        elif message["type"] == "sync":
            say("synced", id=message["id"])
        elif message["type"] == "bye":
            if mode == "good" and len(sys.argv) > 2:
                open(sys.argv[2], "w").write("bye")
            break


main()
