"""A driver in virtual time (Docs/driver.md): a telephone without a socket, a clock or a dependency."""

import json
import sys

from coap import BROKEN, DELETE, FETCH, GET, POST, SECOND, Client, Refused, Request, check_batch

PROPERTIES = ["callingState", "incomingCall", "incomingCall.caller", "ringingCall", "activeCall", "roster", "sessionId",
              "error", "errorAlertShown", "events", "notifications", "session.acceptedBy", "session.rejectedBy", "outgoingCallMembers"]
OPTIONS = ["interceptor", "interceptorDelay", "interceptorLimit", "rejectCallWhenBusy", "autoLeave"]
LOST = 15 * SECOND


def seconds(text):
    """Reads a duration with its unit, such as 1500ms."""
    unit = text.lstrip("0123456789.")
    return float(text[: -len(unit)]) * {"ms": 0.001, "s": 1, "min": 60, "h": 3600}[unit]


def check_connection(batch):
    check_batch(batch)
    batch["events"][0]["connection_id"] + ""


def check_call(body):
    body["call"].get("session", {}).get("accepted_by", {}).keys()


def check_credentials(body):
    [body["credentials"][name] for name in ("host", "port", "token", "edge_name")]


def check_session(body):
    [check_participant(one) for one in body["call_state"]["participants"]]


def check_participant(one):
    one["session_id"] + one["user"]["id"]


def is_whole(event):
    """False for an event without a field that it needs. Such an event is left out."""
    try:
        event.get("call_cid", "") + event.get("user", {}).get("id", "")
        if event["type"] in ("call.ring", "call.accepted", "call.rejected"):
            check_call(event)
            event["call_cid"] + event["user"]["id"]
        if event["type"] in ("participant_joined", "participant_left"):
            check_participant(event["participant"])
        return True
    except BROKEN:
        return False


class Phone(Client):
    """One user on one device, with the calling states of a telephone."""

    def __init__(self, hello, write):
        super().__init__(hello, write)
        self.user, self.token, self.options = hello["user"]["id"], bytes.fromhex(hello["token"]), hello["options"]
        self.server = f"{hello['coordinator']['host']}:{hello['coordinator']['port']}"
        self.state, self.cid, self.sfu, self.session, self.roster, self.connection = "idle", None, None, None, {}, None
        self.attempt, self.next, self.last_seen, self.shown, self.last, self.members = 0, 1, 0, {}, None, []
        self.is_asking, self.is_over, self.caller = False, False, None
        self.commands = {
            "connect": self.connect, "disconnect": self.disconnect, "ring": self.ring, "join": self.join,
            "accept": self.accept, "reject": self.reject, "hangUp": self.hang_up, "call.end": self.end_for_all,
        }

    def show(self, **values):
        news = {k.replace("_", "."): v for k, v in values.items() if k not in self.shown or self.shown[k] != v}
        self.shown |= values
        if news:
            self.say("state", values=news)

    def move(self, state):
        self.state = state
        self.show(callingState=state)

    # Commands

    def perform(self, id, command, arguments):
        if command not in self.commands:
            return self.say("unsupported", id=id, reason=f"the command {command}")
        self.run(self.performing(id, self.commands[command], arguments))

    def performing(self, id, work, arguments):
        try:
            yield from work(**arguments) or ()
            self.say("done", id=id)
        except TypeError as error:
            self.say("unsupported", id=id, reason=f"an argument: {error}")
        except Refused as error:
            self.say("failed", id=id, error=error.name, message=str(error), code=error.code)

    def ask(self, path, body=None, code=POST, limit=30, check=dict):
        return Request(self.server, code, path, body, [f"connection_id={self.connection}"], limit=limit, check=check)

    def about(self, cid, action="", body=None, limit=30, check=dict):
        kind, name = cid.split(":", 1)
        return self.ask(f"video/call/{kind}/{name}" + action, body, limit=limit, check=check)

    def connect(self):
        body = {"token": self.token, "user": {"id": self.user}}
        if self.connection:
            body |= {"resume": self.connection, "last_event": self.next - 1}
        batch = yield Request(self.server, FETCH, "video/connect", body, stream=self.receive, limit=10,
                              check=check_connection)
        self.last_seen, self.next = self.now, batch["first"]
        self.connection = batch["events"][0]["connection_id"]
        self.receive(batch)
        if self.is_over:
            return (yield from self.disconnect())
        self.after(5, "connection", lambda: self.run(self.check()))

    def check(self):
        """Asks every 5 s for the connection, and opens the stream anew when it is gone."""
        if self.is_over:
            return
        self.after(5, "connection", lambda: self.run(self.check()))
        try:
            if self.now - self.last_seen >= 15 * SECOND:
                return (yield from self.connect())
            yield self.ask("video/connect", code=GET, limit=5)
            self.last_seen = self.now
        except Refused as error:
            self.last_seen = self.last_seen if not error.code else self.now - 15 * SECOND

    def disconnect(self):
        self.timers.pop("connection", None)
        yield self.ask("video/connect", code=DELETE)
        self.connection = None

    def leave(self):
        """Leaves and disconnects at the end of a run."""
        self.is_over = True
        self.finish()
        if self.connection:
            try:
                yield from self.disconnect()
            except Refused:
                pass  # The address has changed since the last request. The server forgets the connection soon.

    def ring(self, call, members):
        if self.state == "idle":
            self.show(outgoingCallMembers=list(members))
            self.begin(call, "outgoing", members=[user for user in members if user != self.user])
            self.run(self.calling(self.attempt))

    def calling(self, attempt):
        self.is_asking = True  # A call that the coordinator does not know yet is not rejected there.
        body = {"data": {"members": [{"user_id": user} for user in self.members]}, "ring": True}
        cid = self.cid
        try:
            call = self.take_call((yield self.about(cid, "", body, check=check_call))["call"])
        except Refused as error:
            return self.fail(attempt, error)
        if attempt != self.attempt:
            return (yield self.about(cid, "/reject", {"reason": "cancel"}))
        self.is_asking = False
        self.show(ringingCall=cid)
        if self.state == "outgoing":
            limit = call.get("settings", {}).get("ring", {}).get("auto_cancel_timeout_ms", 15000)
            if limit > 0:
                self.after(limit / 1000, "ring", self.hang_up)

    def join(self, call):
        if self.state == "idle":
            self.begin(call, "joining")
            self.run(self.entering(self.attempt, True))

    def accept(self):
        if self.state == "incoming" and not self.is_asking:
            self.timers.pop("ring", None)
            self.run(self.accepting(self.attempt))

    def accepting(self, attempt):
        self.is_asking = True
        try:
            self.take_call((yield self.about(self.cid, "/accept", limit=10, check=check_call))["call"])
        except Refused as error:
            return self.fail(attempt, error)
        if attempt == self.attempt:
            self.move("joining")
            yield from self.entering(attempt, False)

    def reject(self, reason="decline"):
        if self.state == "incoming" and not self.is_asking:
            self.run(self.rejecting(self.attempt, reason))
        else:
            self.hang_up()

    def rejecting(self, attempt, reason):
        self.timers.pop("ring", None)
        try:
            yield self.about(self.cid, "/reject", {"reason": reason}, limit=10)
        except Refused:
            pass
        if attempt == self.attempt:
            self.finish()

    def hang_up(self):
        if self.state in ("incoming", "outgoing") and not self.is_asking:
            self.run(self.rejecting(self.attempt, "decline" if self.state == "incoming" else "cancel"))
        else:
            self.finish()

    def end_for_all(self):
        yield self.about(self.cid or self.last, "/mark_ended")

    # Calls: a late response belongs to an earlier attempt and changes nothing

    def begin(self, cid, state, members=()):
        self.attempt += 1
        self.cid = self.last = cid
        self.members, self.had_company, self.is_asking, self.has_rung = list(members), False, False, state != "joining"
        self.move(state)

    def fail(self, attempt, error):
        if attempt == self.attempt:
            self.show(error=error.name, errorAlertShown=True)
            self.finish()

    def finish(self):
        """Ends the call on this device."""
        if self.sfu:
            self.run(self.leaving(self.sfu, self.session))
        had_call, self.cid, self.sfu, self.roster, self.caller = self.cid, None, None, {}, None
        self.attempt += 1
        for name in ("ring", "health", "alone", "interceptor"):
            self.timers.pop(name, None)
        self.show(incomingCall=None, incomingCall_caller=None, ringingCall=None, activeCall=None, roster=[],
                  outgoingCallMembers=[])
        self.move("idle")
        if had_call:
            self.say("notification", notification="callEnded", call=had_call)

    def leaving(self, sfu, session):
        self.streams = {token: one for token, one in self.streams.items() if one.to != sfu}
        try:
            yield Request(sfu, POST, "sfu/leave", {"session_id": session}, limit=5)
        except Refused:
            pass

    def entering(self, attempt, create):
        try:
            join = self.about(self.cid, "/join", {"create": create}, check=check_credentials)
            credentials = (yield join)["credentials"]
            if attempt == self.attempt:
                yield from self.enter(attempt, credentials, {"strategy": 0})
        except Refused as error:
            return self.fail(attempt, error)
        if attempt == self.attempt:
            self.intercept(self.options.get("interceptor"))

    def intercept(self, kind):
        """Lets the interceptor of the scenario decide: it returns, throws or hangs until its limit."""
        limit, delay = (seconds(self.options.get(name, "5s")) for name in ("interceptorLimit", "interceptorDelay"))
        if kind == "hangs" or "interceptorDelay" in self.options and delay >= limit:
            self.after(limit, "interceptor", self.entered)
        elif kind:
            decide = self.vetoed if kind == "throws" else self.entered
            self.after(delay, "interceptor", decide) if "interceptorDelay" in self.options else decide()
        else:
            self.entered()

    def vetoed(self):
        self.show(error="CallJoinInterceptionError", errorAlertShown=True)
        self.finish()

    def entered(self):
        self.show(activeCall=self.cid, ringingCall=None)
        self.move("inCall")
        self.watch_company()

    def enter(self, attempt, credentials, details):
        if details["strategy"] not in (2, 4):
            self.session = f"{self.random.getrandbits(64):016x}"
        self.sfu, self.credentials = f"{credentials['host']}:{credentials['port']}", credentials
        body = {"token": credentials["token"], "session_id": self.session, "reconnect_details": details,
                "fast_reconnect": details["strategy"] == 2, "announced_tracks": []}
        sfu, session = self.sfu, self.session
        stream = self.numbered(lambda event: self.receive_in_call(session, event))
        answer = yield Request(sfu, FETCH, "sfu/join", body, stream=stream, check=check_session)
        if attempt != self.attempt:
            return (yield from self.leaving(sfu, session))
        self.healthy = self.now
        self.roster = {one["session_id"]: one["user"]["id"] for one in answer["call_state"]["participants"]}
        self.roster[session] = self.user
        self.show(roster=list(self.roster.values()), sessionId=session)
        self.after(5, "health", lambda: self.run(self.check_health(attempt)))

    def check_health(self, attempt):
        """Asks the SFU every 5 s for the session, and reconnects after 15 s without a response."""
        self.after(5, "health", lambda: self.run(self.check_health(attempt)))
        if self.now - self.healthy >= LOST:
            return (yield from self.reconnect(attempt))
        try:
            yield Request(self.sfu, POST, "sfu/health", {"session_id": self.session}, limit=5)
            self.healthy = self.now
        except Refused as error:
            self.healthy = self.healthy if not error.code else self.now - LOST

    def reconnect(self, attempt, migrating=False):
        """Comes back to the session, or joins again when it is gone; the next health check repeats what fails."""
        self.move("reconnecting")
        try:
            if not migrating:
                try:
                    yield from self.enter(attempt, self.credentials, {"strategy": 2, "reconnect_attempt": 1})
                    if attempt == self.attempt:
                        self.move("inCall")
                    return
                except Refused as error:
                    if not error.code or attempt != self.attempt:
                        return
            old = self.credentials["edge_name"]
            more = {"migrating_from": old} if migrating else {}
            join = self.about(self.cid, "/join", {"create": False} | more, check=check_credentials)
            credentials = (yield join)["credentials"]
            details = {"strategy": 4, "from_sfu_id": old} if migrating else {
                "strategy": 3, "previous_session_id": self.session}
            yield from self.enter(attempt, credentials, details)
            if attempt == self.attempt:
                self.move("inCall")
        except Refused as error:
            if error.code and error.code < "5":
                self.fail(attempt, error)

    def watch_company(self):
        alone = set(self.roster.values()) == {self.user}
        self.had_company = self.had_company or not alone
        self.timers.pop("alone", None)
        if alone and self.had_company and self.options.get("autoLeave") and self.has_rung and self.state == "inCall":
            self.after(1, "alone", self.finish)

    # Events

    def receive(self, batch):
        """Takes the coordinator's events, each once."""
        if batch is None:
            self.last_seen = self.now - LOST
            return
        for number, event in enumerate(batch["events"], batch["first"]):
            if number == self.next:
                self.next += 1
                if not is_whole(event):
                    continue
                self.say("event", event=event["type"], call=event.get("call_cid"))
                self.take_event(event, event.get("user", {}).get("id"))

    def take_event(self, event, user):
        kind, cid, state = event["type"], event.get("call_cid"), self.state
        if cid and cid == self.cid and "call" in event:
            self.take_call(event["call"])
        if kind == "call.ring" and user != self.user:
            return self.rung(event, user)
        if cid is None or cid != self.cid:
            return
        mine = user == self.user
        if kind == "call.ended" or kind == "call.missed" and state == "incoming" and not self.is_asking:
            self.finish()
        elif kind == "call.accepted" and mine and state == "incoming" and not self.is_asking:
            self.finish()
        elif kind == "call.accepted" and not mine and state == "outgoing":
            self.timers.pop("ring", None)
            self.move("joining")
            self.run(self.entering(self.attempt, False))
        elif kind == "call.rejected" and state == "incoming" and (mine or user == self.caller):
            self.finish()
        elif kind == "call.rejected" and state in ("joining", "inCall") and user == self.caller:
            if set(self.roster.values()) <= {self.user}:
                self.finish()
        elif kind == "call.rejected" and state == "outgoing":
            rejected = event["call"].get("session", {}).get("rejected_by", {})
            if all(member in rejected for member in self.members):
                self.hang_up()

    def take_call(self, call):
        session = call.get("session", {})
        self.show(session_acceptedBy=sorted(session.get("accepted_by", {})),
                  session_rejectedBy=sorted(session.get("rejected_by", {})))
        return call

    def rung(self, event, caller):
        cid = event["call_cid"]
        if self.state != "idle":
            if self.options.get("rejectCallWhenBusy") and cid != self.cid:
                self.run(self.refusing(cid))
            return
        self.begin(cid, "incoming")
        self.caller = caller
        self.show(incomingCall=cid, incomingCall_caller=caller, ringingCall=cid)
        limit = event["call"].get("settings", {}).get("ring", {}).get("incoming_call_timeout_ms", 15000)
        if limit > 0:
            self.after(limit / 1000, "ring", lambda: self.reject("timeout"))

    def refusing(self, cid):
        yield self.about(cid, "/reject", {"reason": "busy"})

    def numbered(self, take):
        """Returns a reader of a new stream that takes each event once, also when its batch arrives again."""
        last = 0

        def receive(batch):
            nonlocal last
            for number, event in enumerate(batch["events"], batch["first"]) if batch else ():
                if number == last + 1:
                    last = number
                    if is_whole(event):
                        take(event)

        return receive

    def receive_in_call(self, session, event):
        """Takes an event of the SFU that is about this session."""
        if session != self.session or not self.sfu:
            return
        kind, one = event["type"], event.get("participant", {})
        self.say("event", event=kind, call=self.cid)
        if kind == "participant_joined":
            self.roster[one["session_id"]] = one["user"]["id"]
        elif kind == "participant_left":
            self.roster.pop(one["session_id"], None)
        elif kind == "call_ended":
            return self.finish()
        elif kind == "go_away":
            self.run(self.reconnect(self.attempt, migrating=True))
        self.show(roster=list(self.roster.values()))
        self.watch_company()


def main():
    """Serves one participant after another: every line of the harness is answered, and the answer ends with `idle`."""
    lines, phone = [], None
    for line in sys.stdin:
        order = json.loads(line)
        kind = order["type"]
        if kind == "bye":
            continue
        if kind == "hello":
            phone = Phone(order, lines.append)
            phone.say("hello", version=2, clock="virtual", reusable=True, name="virtual.py",
                      commands=list(phone.commands), properties=PROPERTIES, options=OPTIONS)
            phone.show(callingState="idle", roster=[], incomingCall=None, ringingCall=None, activeCall=None, error=None,
                       errorAlertShown=False, outgoingCallMembers=[])
        else:
            phone.now, before = order["now"], min((at for at, _ in phone.timers.values()), default=None)
            if kind == "command":
                phone.perform(order["id"], order["command"], order["arguments"])
            elif kind == "datagram":
                phone.datagram(order["from"], bytes.fromhex(order["bytes"]))
            elif kind == "wake":
                phone.fire()
            elif kind == "leave":
                phone.run(phone.leave())
            wake = min((at for at, _ in phone.timers.values()), default=None)
            if wake != before or kind == "wake":
                phone.say("wake", at=wake)
        phone.say("idle")
        print("\n".join(lines), flush=True)
        lines.clear()


if __name__ == "__main__":
    main()
