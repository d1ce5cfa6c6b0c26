"""The telephone of `Examples/python` with one change, which makes it wrong: `wrong_phone.py MISDEED`."""

import pathlib
import sys
import types

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "python"

# The file, a part of it, and the other text in its place.
MISDEEDS = {
    "does not acknowledge": ("coap", "        if kind == 0:\n            self.say", "        if False:\n            self.say"),
    "acknowledges once": (
        "coap", "        if kind == 0:\n            self.say",
        "        known = self.__dict__.setdefault('known', set())\n        if kind == 0 and number not in known:\n"
        "            known.add(number)\n            self.say"),
    "has no format": ("coap", "[(FORMAT, CBOR)] * (body is not None)", "[]"),
    "uses message ids twice": ("coap", "self.number = self.number + 1 & 0xFFFF", "self.number = 7"),
    "sends nothing again": ("coap", "self.after(min(request.wait, (request.end - self.now) / SECOND)", "self.after(30"),
    "does not ask for its connection": (
        "virtual", "        self.after(5, \"connection\", lambda: self.run(self.check()))\n\n", "\n"),
    "ends at an unknown event": (
        "virtual", "        mine = user == self.user\n",
        "        mine = user == self.user\n        if kind == 'call.novelty':\n            return self.finish()\n"),
    "dies at an unknown event": (
        "virtual", "        if kind == \"call.ring\" and user",
        "        if kind == 'novelty':\n            raise ValueError(kind)\n        if kind == \"call.ring\" and user"),
    "leaves the rest of a batch": (
        "virtual", "                self.take_event(event,",
        "                if event['type'] == 'novelty':\n                    return\n                self.take_event(event,"),
    "dies at an unknown event of the SFU": (
        "virtual", "        if kind == \"participant_joined\":",
        "        if kind == 'novelty':\n            raise ValueError(kind)\n        if kind == \"participant_joined\":"),
    "takes events twice": ("virtual", "            if number == self.next:", "            if True:"),
    "has no limit as a caller": ("virtual", "        if self.state == \"outgoing\":\n            limit", "        if False:\n            limit"),
    "has no limit as a callee": ("virtual", "        if limit > 0:\n            self.after(limit / 1000, \"ring\", lambda", "        if False:\n            self.after(limit / 1000, \"ring\", lambda"),
    "ignores the end of a call": ("virtual", "kind == \"call.ended\" or ", ""),
    "opens a new stream": ("virtual", "        if self.connection:\n            body |=", "        if False:\n            body |="),
    "names another last event": ("virtual", "\"last_event\": self.next - 1", "\"last_event\": 0"),
    "is not fast": ("virtual", "\"fast_reconnect\": details[\"strategy\"] == 2", "\"fast_reconnect\": False"),
    "rejoins with the old session": ("virtual", "not in (2, 4)", "not in (2, 3, 4)"),
    "names no previous session": ("virtual", "\"strategy\": 3, \"previous_session_id\": self.session", "\"strategy\": 3"),
    "migrates from another SFU": ("virtual", "\"from_sfu_id\": old", "\"from_sfu_id\": \"sfu-9\""),
    "counts events twice": (
        "virtual", "                self.say(\"event\", event=event[\"type\"]",
        "                self.say(\"event\", event=event[\"type\"])\n                self.say(\"event\", event=event[\"type\"]"),
    "counts repeated events of the SFU": ("virtual", "                if number == last + 1:", "                if True:"),
    "notifies twice": (
        "virtual", "            self.say(\"notification\"",
        "            self.say(\"notification\", notification=\"callEnded\", call=had_call)\n            self.say(\"notification\""),
    "stays in its session": ("virtual", "        self.is_over = True\n        self.finish()", "        self.is_over = True\n        self.timers.clear()"),
    "stays connected": ("virtual", "        if self.connection:\n            try:", "        self.timers.clear()\n        if False:\n            try:"),
}


def load(name, change=None):
    text = (EXAMPLES / f"{name}.py").read_text()
    if change:
        assert text.count(change[0]) == 1, f"{name}.py does not have {change[0]!r} once"
        text = text.replace(*change)
    module = sys.modules[name] = types.ModuleType(name)
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module


file, *change = MISDEEDS[sys.argv[1]]
load("coap", change if file == "coap" else None)
load("virtual", change if file == "virtual" else None).main()
