"""What a person sees of calls that ring: the calling states of Rollcall's call library, on the client of `rollcall.py`."""

import asyncio

from rollcall import Refusal

ANSWER_LIMIT = 10
RING_LIMIT = 15_000
ALONE_LIMIT = 1


def error_name(error):
    if isinstance(error, asyncio.TimeoutError):
        return "TimeOutError"
    return "APIError" if isinstance(error, Refusal) else "RequestError"


def ring_limit(call, name):
    """How long a call rings, in milliseconds; what a body leaves out is the default."""
    return call.get("settings", {}).get("ring", {}).get(name, RING_LIMIT)


class Phone:
    """One user on one device. `report(name, value)` receives every change, `event` and `notify` what happens."""

    def __init__(self, client, report, event, notify, options):
        self.client, self.me = client, client.user
        self.report, self.event, self.notify = report, event, notify
        self.rejects_when_busy = options.get("rejectCallWhenBusy", False)
        self.leaves_when_alone = options.get("autoLeave", False)
        self.state, self.step, self.cid, self.attempt = "idle", None, None, 0
        self.was_rung = self.did_ring = self.had_company = False
        self.members, self.caller = [], None
        self.last = None  # The call that commands without one are about.
        self.active, self.participants = None, {}
        self.timer = self.alone = None
        self.tasks = set()
        for name in ("incomingCall", "incomingCall.caller", "ringingCall", "activeCall", "error"):
            report(name, None)
        report("errorAlertShown", False)
        report("outgoingCallMembers", [])
        report("callingState", "idle")

    def spawn(self, work):
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    # What a person does

    def ring(self, call, members, **more):
        if self.state == "idle":
            self.members = [user for user in members if user != self.me]
            self.report("outgoingCallMembers", list(members))
            self._begin(call, "outgoing", "creating", did_ring=True)
            self.spawn(self._create(self.attempt, more))

    def join_and_ring(self, call, members, **more):
        if self.state == "idle":
            self.members = [user for user in members if user != self.me]
            self.report("outgoingCallMembers", list(members))
            self._begin(call, "outgoing", "entering", did_ring=True)
            self.spawn(self._enter_and_ring(self.attempt, more))

    def join(self, call):
        if self.state == "idle":
            self._begin(call, "joining")
            self.spawn(self._join(self.attempt, create=True))

    def accept(self, call=None):
        if self.state == "incoming" and self.step is None and call in (None, self.cid):
            self.step = "accepting"
            self._stop_timer()
            self.spawn(self._accept(self.attempt))

    def reject(self, call=None):
        if call not in (None, self.cid):
            self.spawn(self._tell_rejection(call, "busy" if self.active else "decline"))
        elif self.state == "incoming":
            self._reject_incoming("decline")
        elif self.state == "outgoing":
            self._cancel("cancel")

    def hang_up(self, reason=None):
        if self.state == "incoming":
            self._reject_incoming("decline")
        elif self.state == "outgoing":
            self._cancel("cancel")
        elif self.state != "idle":
            self._end(leaving=True)

    # What the client does by itself

    async def create(self, call, members=(), ring=False, **more):
        self.last = call
        body = {"data": {"members": [{"user_id": user} for user in members]} | more, "ring": ring}
        await self.client.call(call, body=body)
        if ring:
            self.report("ringingCall", call)

    async def enter(self, call=None, create=False):
        call = self.last = call or self.last
        self._take_participants(await self.client.join(call, create=create))
        self._set_active(call)

    # Ringing others

    async def _create(self, attempt, more):
        body = {"data": {"members": [{"user_id": user} for user in self.members]}, "ring": True}
        body["data"] |= {key: value for key, value in more.items() if key in ("custom", "video")}
        cid = self.cid
        try:
            answer = await self.client.call(cid, body=body)
        except Exception as error:
            return self._failed(attempt, error)
        if attempt != self.attempt:
            # It was hung up before the coordinator knew the call. A later ring of the call goes on.
            if self.state == "outgoing" and self.cid == cid:
                return
            return await self._tell_rejection(cid, "cancel")
        self.report("ringingCall", cid)
        self._created(answer)

    async def _enter_and_ring(self, attempt, more):
        cid, others = self.cid, self.members
        data = {"members": [{"user_id": user} for user in others]}
        data |= {key: value for key, value in more.items() if key in ("custom", "video")}
        try:
            participants = await self.client.join(cid, create=True, data=data)
            if attempt != self.attempt:
                return await self.client.leave()
            self._take_participants(participants)
            self._set_active(cid)
            ring = {"members_ids": others} | {key: value for key, value in more.items() if key == "video"}
            answer = await self.client.call(cid, "ring", ring)
        except Exception as error:
            return self._failed(attempt, error)
        if attempt != self.attempt:
            # The call was hung up before the coordinator rang it.
            return await self._tell_rejection(cid, "cancel")
        self._created(answer)

    def _created(self, answer):
        self._take_call(answer["call"])
        if self.step in ("creating", "entering"):
            self.step = "ringing"
            self._start_timer(ring_limit(answer["call"], "auto_cancel_timeout_ms"))

    def _cancel(self, reason):
        if self.step == "creating":
            self._end()
        elif self.step == "entering":
            self._end()
        elif self.step != "cancelling":
            self.step = "cancelling"
            self._stop_timer()
            self.spawn(self._finish_rejection(self.attempt, reason))

    # Being rung

    def _rung(self, event):
        cid, caller = event["call_cid"], event["user"]["id"]
        if caller == self.me:
            return
        if self.state != "idle" or self.active:
            if self.rejects_when_busy and cid not in (self.cid, self.active):
                self.spawn(self._tell_rejection(cid, "busy"))
            return
        self.caller = caller
        self._begin(cid, "incoming", was_rung=True)
        self.report("incomingCall", cid)
        self.report("incomingCall.caller", caller)
        self.report("ringingCall", cid)
        self._take_call(event["call"])
        self._start_timer(ring_limit(event["call"], "incoming_call_timeout_ms"))

    async def _accept(self, attempt):
        try:
            answer = await asyncio.wait_for(self.client.call(self.cid, "accept"), ANSWER_LIMIT)
        except Exception as error:
            return self._failed(attempt, error)
        if attempt == self.attempt:
            self._take_call(answer["call"])
            self._join_after_ringing()

    def _reject_incoming(self, reason):
        if self.step == "accepting":
            self._end()  # The acceptance is under way: nothing is joined when it is answered.
        elif self.step is None:
            self.step = "rejecting"
            self._stop_timer()
            self.spawn(self._finish_rejection(self.attempt, reason))

    async def _finish_rejection(self, attempt, reason):
        await self._tell_rejection(self.cid, reason)
        if attempt == self.attempt:
            self._end(leaving=self.active is not None)

    async def _tell_rejection(self, cid, reason):
        try:
            await asyncio.wait_for(self.client.call(cid, "reject", {"reason": reason}), ANSWER_LIMIT)
        except Exception:
            pass  # Whoever rejects is done with the call, whatever the coordinator makes of it.

    # Entering, staying, leaving

    def _join_after_ringing(self):
        self._stop_timer()
        self.step = None
        self._show("joining")
        self.spawn(self._join(self.attempt, create=False))

    async def _join(self, attempt, create):
        cid = self.cid
        if self.active != cid:
            try:
                participants = await self.client.join(cid, create=create)
            except Exception as error:
                return self._failed(attempt, error)
            if attempt != self.attempt:
                return await self.client.leave()
            self._take_participants(participants)
            self._set_active(cid)
        self._show("inCall")
        self._watch_loneliness()

    def _set_active(self, cid):
        self.active = cid
        self.report("activeCall", cid)
        self.report("ringingCall", None)

    def _failed(self, attempt, error):
        if attempt == self.attempt:
            self.report("error", error_name(error))
            self.report("errorAlertShown", True)
            self._end()

    def _end(self, leaving=False):
        if self.active and (leaving or self.active == self.cid):
            self.spawn(self._leave())
        had_call = self.cid is not None
        self.attempt += 1
        self.cid = self.step = self.active = None
        self.participants = {}
        self._stop_timer()
        self._stop_loneliness()
        for name in ("incomingCall", "incomingCall.caller", "ringingCall", "activeCall"):
            self.report(name, None)
        self.report("roster", [])
        self.report("outgoingCallMembers", [])
        self._show("idle")
        if had_call:
            self.notify("callEnded")

    async def _leave(self):
        try:
            await self.client.leave()
        except Exception:
            pass  # The SFU finds out by itself.

    def _begin(self, cid, state, step=None, was_rung=False, did_ring=False):
        self.attempt += 1
        self.last = cid
        self.cid, self.step, self.was_rung, self.did_ring = cid, step, was_rung, did_ring
        self.had_company = False
        self._show(state)

    def _show(self, state):
        self.state = state
        self.report("callingState", state)

    # Timers

    def _start_timer(self, milliseconds):
        if milliseconds > 0:
            self.timer = asyncio.get_running_loop().call_later(milliseconds / 1000, self._ring_limit)

    def _stop_timer(self):
        if self.timer:
            self.timer.cancel()
        self.timer = None

    def _ring_limit(self):
        if self.state == "outgoing":
            self._cancel("cancel")
        elif self.state == "incoming":
            self._reject_incoming("timeout")

    def _watch_loneliness(self):
        self._stop_loneliness()
        is_alone = set(self.participants.values()) == {self.me}
        self.had_company = self.had_company or not is_alone
        if self.leaves_when_alone and is_alone and self.had_company and self.state == "inCall" and (self.was_rung or self.did_ring):
            self.alone = asyncio.get_running_loop().call_later(ALONE_LIMIT, lambda: self._end(leaving=True))

    def _stop_loneliness(self):
        if self.alone:
            self.alone.cancel()
        self.alone = None

    # Notifications from outside

    def receive(self, event):
        """Takes an event of the coordinator."""
        kind, cid = event["type"], event.get("call_cid")
        self.event(kind, cid)
        if cid is not None and cid == self.cid and "call" in event:
            self._take_call(event["call"])
        if kind == "call.ring":
            self._rung(event)
        elif cid != self.cid or cid is None:
            return
        elif kind == "call.accepted":
            self._accepted(event["user"]["id"])
        elif kind == "call.rejected":
            self._rejected(event)
        elif kind == "call.missed" and self.state == "incoming" and self.step is None:
            self._end()
        elif kind == "call.ended":
            self._end(leaving=True)

    def _accepted(self, user):
        if self.state == "incoming" and user == self.me and self.step is None:
            self._end()
        elif self.state == "outgoing" and user != self.me and self.step in ("creating", "entering", "ringing"):
            self._join_after_ringing()

    def _rejected(self, event):
        user = event["user"]["id"]
        if self.state == "incoming" and (user == self.caller or user == self.me and self.step is None):
            self._end()
        elif self.state in ("joining", "inCall") and self.was_rung and user == self.caller:
            if set(self.participants.values()) <= {self.me}:
                self._end(leaving=True)
        elif self.state == "outgoing":
            rejected = event["call"].get("session", {}).get("rejected_by", {})
            if all(member in rejected for member in self.members):
                self._cancel("cancel")

    def receive_in_call(self, event):
        """Takes an event of the SFU."""
        kind = event["type"]
        self.event(kind, self.active)
        if not self.active:
            return
        if kind == "participant_joined":
            one = event["participant"]
            self.participants[one["session_id"]] = one["user"]["id"]
        elif kind == "participant_left":
            self.participants.pop(event["participant"]["session_id"], None)
        elif kind == "call_ended":
            return self._end()
        else:
            return
        self.report("roster", list(self.participants.values()))
        self._watch_loneliness()

    def _take_participants(self, participants):
        self.participants = {one["session_id"]: one["user"]["id"] for one in participants}
        self.participants[self.client.session] = self.me
        self.report("roster", list(self.participants.values()))

    def _take_call(self, call):
        session = call.get("session", {})
        self.report("session.acceptedBy", sorted(session.get("accepted_by", {})))
        self.report("session.rejectedBy", sorted(session.get("rejected_by", {})))
