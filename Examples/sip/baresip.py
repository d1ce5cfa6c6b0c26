"""A driver for the SIP phone baresip, as Docs/driver.md describes it.

The phone is a program of the scenario with the name of the participant. Its module ctrl_tcp takes commands and reports
events as JSON in netstrings; Docs/sip.md has the table of SIP's states and the scenario's.
"""

import asyncio
import json
import re
import sys

CONTROL_PORT = 4444
# A call without a voice for so many seconds is reconnecting.
SILENCE = 1.0
PROPERTIES = ["callingState", "incomingCall.caller", "custom"]


def say(type, **fields):
    print(json.dumps({"type": type} | fields), flush=True)


class Phone:
    def __init__(self, hello):
        self.user = hello["user"]["id"]
        self.host = hello["programs"][hello["participant"]]
        self.proxy = hello["programs"].get("proxy", self.host)
        self.state, self.rests, self.signs = "idle", {}, set()
        self.answers, self.registering = {}, None
        self.last_token = 0
        self.commands = {
            "connect": self.connect, "disconnect": self.disconnect, "ring": self.ring, "accept": self.accept,
            "reject": self.reject, "hangUp": self.hang_up,
        }

    # Commands

    async def connect(self):
        self.reader, self.writer = await asyncio.open_connection(self.host, CONTROL_PORT)
        self.tasks = [asyncio.create_task(self.listen()), asyncio.create_task(self.watch_media())]
        self.registering = asyncio.get_running_loop().create_future()
        await self.order("uanew", f"<sip:{self.user}@{self.proxy}>;regint=600")
        await self.registering

    async def disconnect(self):
        await self.order("uadelall")

    async def ring(self, members, call=None):
        if len(members) != 1:
            raise ValueError("SIP rings one user")
        self.enter("outgoing")
        if not await self.order("dial", f"sip:{members[0]}@{self.proxy}"):
            self.enter("idle")
            raise ValueError("the phone does not dial")

    async def accept(self):
        self.enter("joining")
        await self.order("accept")

    async def reject(self):
        await self.order("hangup")

    async def hang_up(self):
        await self.order("hangup")

    # The control connection

    async def order(self, command, params=""):
        self.last_token += 1
        answer = self.answers[str(self.last_token)] = asyncio.get_running_loop().create_future()
        message = json.dumps({"command": command, "params": params, "token": str(self.last_token)}).encode()
        self.writer.write(b"%d:%s," % (len(message), message))
        return (await answer)["ok"]

    async def listen(self):
        while True:
            length = int((await self.reader.readuntil(b":"))[:-1])
            message = json.loads((await self.reader.readexactly(length + 1))[:-1])
            if message.get("response"):
                answer = self.answers.pop(message["token"])
                self.read_statistics(message)
                answer.set_result(message)
            else:
                self.receive(message)

    def receive(self, event):
        type, text = event["type"], event.get("param", "")
        if type == "REGISTER_OK" and not self.registering.done():
            self.registering.set_result(None)
        elif type == "REGISTER_FAIL" and not self.registering.done():
            self.registering.set_exception(ValueError(f"the registration failed: {text}"))
        elif type == "CALL_INCOMING":
            caller = re.match(r"<?sip:([^@;>]*)", event["peeruri"])[1]
            self.enter("incoming", {"incomingCall.caller": caller})
        elif type in ("CALL_ESTABLISHED", "CALL_RTPESTAB"):
            # The first voice may overtake the end of the handshake.
            self.signs.add(type)
            if type == "CALL_ESTABLISHED":
                self.enter("joining")
            if len(self.signs) == 2:
                self.enter("inCall")
        elif type == "CALL_CLOSED":
            self.rests.clear()
            self.signs.clear()
            self.enter("idle", {"incomingCall.caller": None, "custom.ended": text})

    # Media

    async def watch_media(self):
        """Asks the phone for the duration of the voice that it received, and compares it with the one before."""
        while True:
            await asyncio.sleep(SILENCE / 5)
            if self.state in ("inCall", "reconnecting"):
                await self.order("audio_debug")

    def read_statistics(self, message):
        # Before the first voice the phone says that it has not started.
        found = re.search(r"rx:.*?time = (?:\(not started\)|([0-9.]+) sec)", message.get("data") or "", re.DOTALL)
        if not found or self.state not in ("inCall", "reconnecting"):
            return
        now, arrived = asyncio.get_running_loop().time(), float(found[1] or 0)
        if arrived != self.rests.get("arrived"):
            self.rests = {"arrived": arrived, "since": now}
            self.enter("inCall")
        elif now - self.rests["since"] > SILENCE:
            self.enter("reconnecting")

    # The harness

    def enter(self, state, values={}):
        if self.state != state:
            values = {"callingState": state} | values
        self.state = state
        if values:
            say("state", values=values)

    async def perform(self, id, command, arguments):
        try:
            await self.commands[command](**arguments)
            say("done", id=id)
        except (KeyError, TypeError) as error:
            say("unsupported", id=id, reason=f"{command}: {error}")
        except (ValueError, OSError) as error:
            say("failed", id=id, error="APIError", message=str(error))


async def main():
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    phone = Phone(json.loads(await reader.readline()))
    say("hello", version=1, name="baresip", backend="own", commands=list(phone.commands), properties=PROPERTIES)
    say("state", values={"callingState": "idle"})
    work = set()
    while line := await reader.readline():
        message = json.loads(line)
        if message["type"] == "command":
            task = asyncio.create_task(phone.perform(message["id"], message["command"], message["arguments"]))
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
