"""A driver for `rollcall run --driver "python3 driver.py"`, as Docs/driver.md describes it: this client as a participant.

It reads commands as lines of JSON, does what they say on a socket of its own, and writes what comes of it.
"""

import asyncio
import json
import sys

from phone import Phone, error_name
from rollcall import Client, Refusal

PROPERTIES = [
    "callingState", "incomingCall", "incomingCall.caller", "ringingCall", "activeCall", "roster", "session.acceptedBy",
    "session.rejectedBy", "error", "errorAlertShown", "outgoingCallMembers", "events", "notifications",
]
OPTIONS = ["rejectCallWhenBusy", "autoLeave"]


def say(type, **fields):
    print(json.dumps({"type": type} | fields), flush=True)


class Driver:
    def __init__(self, hello):
        own, coordinator = hello["own"], hello["coordinator"]
        self.own = (own["host"], own["port"])
        self.client = Client(
            f"{coordinator['host']}:{coordinator['port']}", hello["user"]["id"], bytes.fromhex(hello["token"]))
        self.shown, self.has_greeted = {}, False
        self.phone = Phone(self.client, self.report, self.event, self.notify, hello["options"])
        self.listening = None
        self.commands = {
            "connect": self.connect,
            "disconnect": self.client.disconnect,
            "ring": self.now(self.phone.ring),
            "joinAndRing": self.now(self.phone.join_and_ring),
            "join": self.now(self.phone.join),
            "accept": self.now(self.phone.accept),
            "reject": self.now(self.phone.reject),
            "hangUp": self.now(self.phone.hang_up),
            "call.create": self.phone.create,
            "call.join": self.phone.enter,
            "call.accept": self.accept,
            "call.end": self.end,
            "call.sendCustomEvent": self.send,
        }

    # Commands

    @staticmethod
    def now(function):
        async def perform(**arguments):
            function(**arguments)
        return perform

    async def connect(self):
        await self.client.connect(own=self.own)
        self.listening = [asyncio.create_task(work()) for work in (self.listen, self.listen_in_call, self.stay)]

    async def accept(self, call=None):
        await self.client.call(call or self.phone.last, "accept")

    async def end(self, call=None):
        await self.client.call(call or self.phone.last, "mark_ended")

    async def send(self, custom, call=None):
        await self.client.call(call or self.phone.last, "event", {"custom": custom})

    async def perform(self, id, command, arguments):
        try:
            await self.commands[command](**arguments)
            say("done", id=id)
        except KeyError as error:
            say("unsupported", id=id, reason=f"the command {error}")
        except TypeError as error:
            say("unsupported", id=id, reason=f"an argument of {command}: {error}")
        except Exception as error:
            code = getattr(error, "status", None) if isinstance(error, Refusal) else None
            say("failed", id=id, error=error_name(error), message=str(error), code=code)

    # What comes in

    async def listen(self):
        while True:
            self.phone.heard(await self.client.events.queue.get())

    async def listen_in_call(self):
        while True:
            # Each join has a stream of its own.
            stream = self.client.sfu_events
            try:
                event = await asyncio.wait_for(stream.queue.get(), 0.02)
            except asyncio.TimeoutError:
                continue
            if stream is self.client.sfu_events:
                self.phone.heard_in_call(event)

    async def stay(self):
        while True:
            await asyncio.sleep(5)
            await self.client.is_connected()

    # What goes out

    def report(self, name, value):
        if name in self.shown and self.shown[name] == value:
            return
        self.shown[name] = value
        if self.has_greeted:
            say("state", values={name: value})

    def greet(self):
        say("hello", version=1, name="aiocoap", commands=list(self.commands), properties=PROPERTIES, options=OPTIONS)
        say("state", values=self.shown)
        self.has_greeted = True

    def event(self, type, call):
        say("event", event=type, call=call)

    def notify(self, name):
        say("notification", notification=name)


async def main():
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=1 << 20)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    hello = json.loads(await reader.readline())
    if hello["version"] != 1:
        sys.exit(f"this driver speaks version 1 of the protocol, and the harness {hello['version']}")
    driver = Driver(hello)
    driver.greet()
    work = set()
    while line := await reader.readline():
        message = json.loads(line)
        if message["type"] == "command":
            task = asyncio.create_task(driver.perform(message["id"], message["command"], message["arguments"]))
            work.add(task)
            task.add_done_callback(work.discard)
        elif message["type"] == "sync":
            # All that is ready to run does so before.
            for _ in range(20):
                await asyncio.sleep(0)
            say("synced", id=message["id"])
        elif message["type"] == "bye":
            break


if __name__ == "__main__":
    asyncio.run(main())
