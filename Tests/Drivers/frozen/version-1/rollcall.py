"""A client of Rollcall's backend, as Docs/wire.md describes the wire: CoAP by aiocoap, CBOR by cbor2."""

import asyncio
import uuid

import aiocoap
import cbor2
from aiocoap.numbers.codes import DELETE, FETCH, GET, POST, UNAUTHORIZED

CBOR = 60
PATIENCE = 10


class Refusal(Exception):
    """A 4.xx or 5.xx answer with its code and message."""

    def __init__(self, answer):
        body = cbor2.loads(answer.payload) if answer.payload else {}
        self.code, self.status = body.get("code"), answer.code.dotted
        super().__init__(f"{answer.code.dotted}: {body.get('message', 'no message')}")


class Stream:
    """The events of an observed resource, in order: notifications are batches with a number (`first`)."""

    def __init__(self):
        self.queue = asyncio.Queue()
        self.next = 1

    def take(self, batch):
        for number, event in enumerate(batch["events"], batch["first"]):
            if number < self.next:
                continue  # A batch that was sent again, because its acknowledgement was lost.
            if number != self.next:
                raise RuntimeError(f"event {number} came where {self.next} was due")
            self.next += 1
            self.queue.put_nowait(event)

    async def until(self, type, matches=lambda event: True):
        """Waits for the next event of that type; the others before it are passed over."""
        while True:
            event = await asyncio.wait_for(self.queue.get(), PATIENCE)
            if event["type"] == type and matches(event):
                return event


class Client:
    """One user on one UDP socket: connected to the coordinator, and at most once to an SFU."""

    def __init__(self, coordinator, user, token):
        self.coordinator, self.user, self.token = coordinator, user, token
        self.events, self.sfu_events = Stream(), Stream()
        self.connection = self.sfu = self.session = self.health = None
        self.observations = []

    async def connect(self, own=None):
        """Connects from any free port, or from `own`, a pair of host and port."""
        if own:
            self.context = await aiocoap.Context.create_server_context(None, bind=own, transports=["udp6"])
        else:
            self.context = await aiocoap.Context.create_client_context()
        body = {"token": self.token, "user": {"id": self.user}}
        first = await self._observe(self.coordinator, ["video", "connect"], body, self.events)
        self.events.take(first)
        welcome = await self.events.until("connection.ok")
        self.connection = welcome["connection_id"]
        return welcome["me"]

    async def call(self, cid, action=None, body=None, code=POST):
        """A request about a call, such as `call("default:standup", "accept")`."""
        path = ["video", "call", *cid.split(":", 1)] + ([action] if action else [])
        return await self._ask(self.coordinator, code, path, body, [f"connection_id={self.connection}"])

    async def is_connected(self):
        """Asks the coordinator whether it still knows this connection; a client does so every 5 s."""
        await self._ask(self.coordinator, GET, ["video", "connect"], None, [f"connection_id={self.connection}"])

    async def get(self, cid):
        return await self.call(cid, code=GET)

    async def join(self, cid, create=False, **more):
        """Enters the call: credentials from the coordinator, then the SFU's session."""
        answer = await self.call(cid, "join", {"create": create} | more)
        return await self.enter(answer)

    async def enter(self, answer):
        """Enters the SFU's session that the coordinator's answer to a join names."""
        self.sfu_events = Stream()
        credentials = answer["credentials"]
        self.sfu = f"{credentials['host']}:{credentials['port']}"
        self.session = str(uuid.uuid4())
        body = {"token": credentials["token"], "session_id": self.session, "strategy": 0, "reconnect_attempt": 0}
        joined = await self._observe(self.sfu, ["sfu", "join"], body, self.sfu_events)
        self.health = asyncio.create_task(self._stay_healthy())
        return joined["call_state"]["participants"]

    async def leave(self, reason=None):
        self.health.cancel()
        body = {"session_id": self.session} | ({"reason": reason} if reason else {})
        await self._ask(self.sfu, POST, ["sfu", "leave"], body)

    async def disconnect(self):
        await self._ask(
            self.coordinator, DELETE, ["video", "connect"], None, [f"connection_id={self.connection}"])
        await self.context.shutdown()

    async def _stay_healthy(self):
        while True:
            await asyncio.sleep(5)
            await self._ask(self.sfu, POST, ["sfu", "health"], {"session_id": self.session})

    async def _ask(self, host, code, path, body=None, query=()):
        request = self._message(host, code, path, body, query)
        answer = await self.context.request(request).response
        if self._wants_proof(answer):
            request = self._message(host, code, path, body, query)
            request.opt.echo = answer.opt.echo
            answer = await self.context.request(request).response
        return self._read(answer)

    async def _observe(self, host, path, body, stream):
        request, answer = await self._register(host, path, body)
        if self._wants_proof(answer):
            request, answer = await self._register(host, path, body, echo=answer.opt.echo)
        answer = self._read(answer)
        request.observation.register_callback(lambda news: stream.take(self._read(news)))
        request.observation.register_errback(lambda error: None)
        self.observations.append(request.observation)
        return answer

    async def _register(self, host, path, body, echo=None):
        message = self._message(host, FETCH, path, body)
        message.opt.observe, message.opt.echo = 0, echo
        request = self.context.request(message)
        return request, await request.response

    @staticmethod
    def _wants_proof(answer):
        """A server serves an address once that has sent back an Echo value (RFC 9175)."""
        return answer.code == UNAUTHORIZED and answer.opt.echo is not None

    @staticmethod
    def _message(host, code, path, body, query=()):
        message = aiocoap.Message(code=code, uri=f"coap://{host}")
        message.opt.uri_path, message.opt.uri_query = path, query
        if body is not None:
            message.opt.content_format = CBOR
            message.payload = cbor2.dumps(body)
        return message

    @staticmethod
    def _read(answer):
        if not answer.code.is_successful():
            raise Refusal(answer)
        return cbor2.loads(answer.payload) if answer.payload else {}
