"""Two of these hold a call on `rollcall serve`: one rings, one answers, each says a word, both leave.

    talk.py 127.0.0.1:5683 bob TOKEN answer
    talk.py 127.0.0.1:5683 alice TOKEN ring default:standup bob
"""

import asyncio
import sys

from rollcall import Client


def say(text):
    print(text, flush=True)


async def talk(client, cid, participants, other):
    """In the call: waits for the other one, says hello, receives an answer, and leaves."""
    say(f"joined {cid}")
    if other not in [participant["user"]["id"] for participant in participants]:
        await client.sfu_events.until(
            "participant_joined", lambda event: event["participant"]["user"]["id"] == other)
    say(f"sees {other}")
    await client.call(cid, "event", {"custom": {"text": f"hello from {client.user}"}})
    received = await client.events.until("custom", lambda event: event["user"]["id"] == other)
    say(f"received: {received['custom']['text']}")
    await client.leave(reason="said all")
    say("left")


async def ring(client, cid, other):
    await client.call(cid, body={"data": {"members": [{"user_id": other}]}, "ring": True})
    say(f"rings {other}")
    await client.events.until("call.accepted", lambda event: event["user"]["id"] == other)
    say(f"{other} accepted")
    await talk(client, cid, await client.join(cid), other)


async def answer(client):
    ring = await client.events.until("call.ring")
    cid, other = ring["call_cid"], ring["user"]["id"]
    say(f"rung by {other}")
    await client.call(cid, "accept")
    await talk(client, cid, await client.join(cid), other)


async def main(address, user, token, verb, *rest):
    client = Client(address, user, bytes.fromhex(token))
    me = await client.connect()
    say(f"connected as {me['id']}")
    await {"ring": ring, "answer": answer}[verb](client, *rest)
    await client.disconnect()
    say("disconnected")


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    asyncio.run(main(*sys.argv[1:]))
