import CallCore
import Covering
import Signaling
import Testing
import Wire

/// Every state and every event of the calling machine, and the ways through it.
@Suite struct CallingMachineTests {
    static let cid = CallCid(type: "default", id: "standup")
    static let other = CallCid(type: "default", id: "other")
    static let alice = User(id: "alice")

    static func incoming(_ cid: CallCid = cid, timeout: Duration = .seconds(15)) -> IncomingCall {
        IncomingCall(cid: cid, caller: alice, members: [], timeout: timeout, video: false, custom: [:])
    }

    /// A machine that came to a state the way users come to it, with the number of its attempt.
    static func machine(in name: String) -> (machine: CallingMachine, attempt: Int) {
        var machine = CallingMachine()
        switch name {
        case "lobby":
            _ = machine.handle(.enterLobby(LobbyInfo(callId: "standup", callType: "default", participants: [])))
        case "incoming": _ = machine.handle(.ring(incoming()))
        case "outgoing":
            _ = machine.handle(.startCall(cid, ring: true))
            _ = machine.handle(.created(attempt: 1, autoCancelTimeout: .seconds(15)))
        case "joining": _ = machine.handle(.joinCall(cid))
        case "inCall", "reconnecting":
            _ = machine.handle(.joinCall(cid))
            _ = machine.handle(.joined(attempt: 1))
            if name == "reconnecting" { _ = machine.handle(.reconnection(cid, .reconnecting)) }
        default: break
        }
        return (machine, name == "idle" ? 0 : 1)
    }

    /// Every kind of event, about the call that the state is about.
    static func events(attempt: Int) -> [(name: String, event: CallingEvent)] {
        [
            ("startCall", .startCall(cid, ring: false)), ("startRinging", .startCall(cid, ring: true)),
            ("joinAndRing", .joinAndRingCall(cid)), ("joinCall", .joinCall(cid)),
            ("enterLobby", .enterLobby(LobbyInfo(callId: "standup", callType: "default", participants: []))),
            ("acceptCall", .acceptCall(cid)), ("rejectCall", .rejectCall(cid)), ("hangUp", .hangUp(reason: nil)),
            ("created", .created(attempt: attempt, autoCancelTimeout: .seconds(1))),
            ("createFailed", .createFailed(attempt: attempt)), ("accepted", .accepted(attempt: attempt)),
            ("acceptFailed", .acceptFailed(attempt: attempt)), ("rejected", .rejected(attempt: attempt)),
            ("joined", .joined(attempt: attempt)), ("joinFailed", .joinFailed(attempt: attempt)),
            ("ring", .ring(incoming())), ("ringAcceptedByMe", .ringAccepted(cid, by: .me)),
            ("ringAcceptedByOther", .ringAccepted(cid, by: .other)),
            ("ringRejectedByMe", .ringRejected(cid, by: .me, .continues)),
            ("ringRejectedByCreator", .ringRejected(cid, by: .creator, .continues)),
            ("ringRejectedByAll", .ringRejected(cid, by: .other, .allRejected(count: 1))),
            ("ringMissed", .ringMissed(cid)), ("callEnded", .callEnded(cid)), ("blocked", .blocked(cid)),
            ("left", .left(cid)), ("reconnecting", .reconnection(cid, .reconnecting)),
            ("connected", .reconnection(cid, .connected)), ("disconnected", .reconnection(cid, .disconnected)),
            ("ringTimerFired", .ringTimerFired(attempt: attempt)),
            ("lobbyRead", .lobbyRead(attempt: attempt, participants: [alice])),
            ("participantJoined", .participantJoined(cid, alice)), ("participantLeft", .participantLeft(cid, alice)),
            ("activeCall", .activeCallSet(cid, isJoining: false)),
            ("activeCallJoining", .activeCallSet(cid, isJoining: true)),
            ("noActiveCall", .activeCallSet(nil, isJoining: false)), ("externalJoin", .externalJoinBegan(cid)),
            ("externallyJoined", .externalJoinEnded(cid, isJoined: true)),
            ("externalJoinFailed", .externalJoinEnded(cid, isJoined: false)),
        ]
    }

    /// The whole table: the state that follows; an event that is not listed leaves the state as it is.
    static let table: [String: [String: String]] = [
        "idle": [
            "startCall": "joining", "startRinging": "outgoing", "joinAndRing": "outgoing", "joinCall": "joining",
            "enterLobby": "lobby", "acceptCall": "joining", "ring": "incoming", "createFailed": "idle",
            "activeCall": "inCall", "activeCallJoining": "joining", "externalJoin": "joining",
            "externallyJoined": "inCall",
        ],
        "lobby": [
            "startCall": "joining", "startRinging": "outgoing", "joinAndRing": "outgoing", "joinCall": "joining",
            "hangUp": "idle", "createFailed": "idle", "acceptFailed": "idle", "joinFailed": "idle",
            "callEnded": "idle", "blocked": "idle", "activeCall": "inCall", "activeCallJoining": "joining",
            "externalJoin": "joining",
        ],
        "incoming": [
            "accepted": "joining", "acceptFailed": "idle", "createFailed": "idle", "joinFailed": "idle",
            "ringAcceptedByMe": "idle", "ringRejectedByMe": "idle", "ringRejectedByCreator": "idle",
            "ringMissed": "idle", "callEnded": "idle", "blocked": "idle", "left": "idle", "activeCall": "inCall",
            "activeCallJoining": "joining", "externalJoin": "joining",
        ],
        "outgoing": [
            "createFailed": "idle", "acceptFailed": "idle", "joinFailed": "idle", "ringAcceptedByOther": "joining",
            "ringRejectedByMe": "idle", "callEnded": "idle", "blocked": "idle", "left": "idle",
        ],
        "joining": [
            "hangUp": "idle", "joined": "inCall", "createFailed": "idle", "acceptFailed": "idle",
            "joinFailed": "idle", "callEnded": "idle", "blocked": "idle", "left": "idle",
        ],
        "inCall": [
            "hangUp": "idle", "createFailed": "idle", "acceptFailed": "idle", "joinFailed": "idle",
            "callEnded": "idle", "blocked": "idle", "left": "idle", "reconnecting": "reconnecting",
            "noActiveCall": "idle",
        ],
        "reconnecting": [
            "hangUp": "idle", "createFailed": "idle", "acceptFailed": "idle", "joinFailed": "idle",
            "callEnded": "idle", "blocked": "idle", "left": "idle", "connected": "inCall",
            "noActiveCall": "idle",
        ],
    ]

    @Test(.covers("VM-12", "VM-17", "VM-18", "VM-27", "VM-29", "VM-32"), arguments: CallingState.names)
    func `every event leads from a state to the table's state`(state: String) throws {
        let row = try #require(Self.table[state])
        let (start, attempt) = Self.machine(in: state)
        #expect(start.state.name == state)
        for (name, event) in Self.events(attempt: attempt) {
            var machine = start
            _ = machine.handle(event)
            #expect(machine.state.name == row[name] ?? state, "\(state) and \(name)")
        }
    }

    @Test(arguments: CallingState.names)
    func `an end that belongs to an earlier attempt changes nothing`(state: String) {
        let (start, _) = Self.machine(in: state)
        for event: CallingEvent in [
            .created(attempt: 99, autoCancelTimeout: .zero), .createFailed(attempt: 99), .accepted(attempt: 99),
            .acceptFailed(attempt: 99), .rejected(attempt: 99), .joined(attempt: 99), .joinFailed(attempt: 99),
            .ringTimerFired(attempt: 99),
        ] {
            var machine = start
            #expect(machine.handle(event).isEmpty)
            #expect(machine.state == start.state)
        }
    }

    @Test(.covers("VM-43"), arguments: ["joining", "inCall", "reconnecting"])
    func `events of another call never disturb the one that is going on`(state: String) {
        let (start, _) = Self.machine(in: state)
        for event: CallingEvent in [
            .ring(Self.incoming(Self.other)), .ringAccepted(Self.other, by: .other),
            .ringRejected(Self.other, by: .creator, .noneRemains), .ringMissed(Self.other), .callEnded(Self.other),
            .blocked(Self.other), .left(Self.other), .reconnection(Self.other, .disconnected),
            .reconnection(Self.other, .reconnecting), .reconnection(Self.other, .connected),
        ] {
            var machine = start
            #expect(machine.handle(event).isEmpty, "\(event)")
            #expect(machine.state == start.state)
        }
    }

    @Test func `the first name is that of the state in which a machine begins`() {
        #expect(CallingState.names.first == CallingMachine().state.name)
        #expect(Set(CallingState.names).count == CallingState.names.count)
    }

    @Test(.covers("VM-21"))
    func `a hang-up while the ring is being created is idle at once and cancels when it is created`() {
        var machine = CallingMachine()
        #expect(machine.handle(.startCall(Self.cid, ring: true)) == [.createRinging(Self.cid, attempt: 1)])
        #expect(machine.handle(.hangUp(reason: nil)) == [.stopRingTimer, .reset])
        #expect(machine.state == .idle)
        #expect(
            machine.handle(.created(attempt: 1, autoCancelTimeout: .seconds(15))) == [
                .reject(Self.cid, reason: .cancel, attempt: 1)
            ])
        #expect(machine.handle(.rejected(attempt: 1)) == [.leave(Self.cid, reason: nil)])
        #expect(machine.handle(.rejected(attempt: 1)).isEmpty)
    }

    @Test(arguments: [
        (CallingEvent.startCall(cid, ring: true), [CallingEffect]()), (.ring(incoming()), []),
        (.joinCall(cid), [.cancelRing(cid)]), (.joinCall(other), [.reject(cid, reason: .cancel, attempt: 1)]),
    ])
    func `an abandoned creation ends no later ring and no later join`(later: CallingEvent, effects: [CallingEffect]) {
        var machine = CallingMachine()
        _ = machine.handle(.startCall(Self.cid, ring: true))
        _ = machine.handle(.hangUp(reason: nil))
        _ = machine.handle(later)
        let state = machine.state
        #expect(machine.handle(.created(attempt: 1, autoCancelTimeout: .seconds(15))) == effects)
        #expect(machine.state == state)
    }

    @Test func `a late end of an abandoned creation leaves no call that is joined since then`() {
        var machine = CallingMachine()
        _ = machine.handle(.startCall(Self.cid, ring: true))
        _ = machine.handle(.hangUp(reason: nil))
        _ = machine.handle(.created(attempt: 1, autoCancelTimeout: .seconds(15)))
        _ = machine.handle(.joinCall(Self.cid))
        #expect(machine.handle(.rejected(attempt: 1)).isEmpty && machine.state == .joining)
    }

    @Test func `an outgoing hang-up turns idle only when the rejection was sent`() {
        var (machine, attempt) = Self.machine(in: "outgoing")
        #expect(
            machine.handle(.hangUp(reason: "bored")) == [
                .stopRingTimer, .reject(Self.cid, reason: .cancel, attempt: attempt),
            ])
        #expect(machine.state == .outgoing)
        #expect(machine.handle(.hangUp(reason: "again")).isEmpty)
        #expect(
            machine.handle(.rejected(attempt: attempt)) == [
                .leave(Self.cid, reason: "bored"), .stopRingTimer, .reset,
            ])
        #expect(machine.state == .idle)
    }

    @Test func `an acceptance that arrives while the caller takes the ring back does not start a join`() {
        var (machine, attempt) = Self.machine(in: "outgoing")
        _ = machine.handle(.hangUp(reason: nil))
        #expect(machine.handle(.ringAccepted(Self.cid, by: .other)).isEmpty)
        _ = machine.handle(.rejected(attempt: attempt))
        #expect(machine.state == .idle)
    }

    @Test(.covers("GAP-08"), arguments: ["joining", "inCall", "reconnecting"])
    func `a callee that is alone leaves when the caller cancels`(state: String) {
        var (machine, attempt) = Self.machine(in: "incoming")
        _ = machine.handle(.acceptCall(Self.cid))
        _ = machine.handle(.accepted(attempt: attempt))
        if state != "joining" { _ = machine.handle(.joined(attempt: attempt)) }
        if state == "reconnecting" { _ = machine.handle(.reconnection(Self.cid, .reconnecting)) }
        #expect(machine.state.name == state)
        let effects = machine.handle(.ringRejected(Self.cid, by: .creator, .noneRemains))
        #expect(effects.first == .leave(Self.cid, reason: "cancelled"))
        #expect(machine.state == .idle)
    }

    @Test(arguments: [CallingEvent.acceptCall(cid), .rejectCall(cid)])
    func `an answer that is on its way does not end by another device's rejection`(_ answer: CallingEvent) {
        var (machine, _) = Self.machine(in: "incoming")
        _ = machine.handle(answer)
        let before = machine.state
        #expect(machine.handle(.ringRejected(Self.cid, by: .me, .continues)).isEmpty)
        #expect(machine.state == before)
    }

    @Test func `a callee with others in the call remains when the caller cancels`() {
        var (machine, attempt) = Self.machine(in: "incoming")
        _ = machine.handle(.acceptCall(Self.cid))
        _ = machine.handle(.accepted(attempt: attempt))
        _ = machine.handle(.joined(attempt: attempt))
        #expect(machine.handle(.ringRejected(Self.cid, by: .creator, .continues)).isEmpty)
        #expect(machine.state == .inCall)
    }

    @Test(arguments: [CallingEvent.hangUp(reason: "no"), .rejectCall(cid)])
    func `a client that withdraws a pending accept is idle at once, and leaves`(event: CallingEvent) {
        var (machine, attempt) = Self.machine(in: "incoming")
        _ = machine.handle(.acceptCall(Self.cid))
        guard case .leave(Self.cid, _)? = machine.handle(event).first else {
            Issue.record("the call is not left")
            return
        }
        #expect(machine.state == .idle)
        #expect(machine.handle(.accepted(attempt: attempt)).isEmpty)
    }

    @Test(.covers("VM-26"))
    func `a callee joins with the policy that waits for media, and a caller with the other one`() {
        var (callee, attempt) = Self.machine(in: "incoming")
        _ = callee.handle(.acceptCall(Self.cid))
        #expect(
            callee.handle(.accepted(attempt: attempt)).last
                == .join(
                    Self.cid, create: false, afterRinging: true, .peerConnectionReadinessAware, attempt: attempt))
        var (caller, ringing) = Self.machine(in: "outgoing")
        #expect(
            caller.handle(.ringAccepted(Self.cid, by: .other)).last
                == .join(Self.cid, create: false, afterRinging: true, .default, attempt: ringing))
    }

    @Test(.covers("VM-07", "VM-08", "VM-09"), arguments: [true, false])
    func `a call that is joined from outside is joining until that has ended`(isJoined: Bool) {
        var machine = CallingMachine()
        _ = machine.handle(.externalJoinBegan(Self.cid))
        for event: CallingEvent in [
            .participantJoined(Self.cid, Self.alice), .activeCallSet(Self.cid, isJoining: true),
            .activeCallSet(nil, isJoining: false), .externalJoinEnded(Self.other, isJoined: true),
        ] {
            #expect(machine.handle(event).isEmpty, "\(event)")
            #expect(machine.state == .joining && machine.call == Self.cid)
        }
        _ = machine.handle(.externalJoinEnded(Self.cid, isJoined: isJoined))
        #expect(machine.state == (isJoined ? .inCall : .idle))
    }

    @Test func `a call that other code joined while another one was shown is shown after that one`() {
        var machine = CallingMachine()
        _ = machine.handle(.externalJoinBegan(Self.cid))
        _ = machine.handle(.externalJoinBegan(Self.other))
        _ = machine.handle(.left(Self.cid))
        _ = machine.handle(.externalJoinEnded(Self.other, isJoined: true))
        #expect(machine.state == .inCall && machine.call == Self.other)
        let effects = machine.handle(.ringRejected(Self.other, by: .creator, .noneRemains))
        #expect(effects.first == .leave(Self.other, reason: "cancelled"))
    }

    @Test func `a join that ended during a reconnect leaves no trace in the next join`() {
        var (machine, attempt) = Self.machine(in: "joining")
        _ = machine.handle(.reconnection(Self.cid, .reconnecting))
        var mended = machine
        _ = mended.handle(.joined(attempt: attempt))
        #expect(mended.state == .reconnecting)
        _ = machine.handle(.hangUp(reason: nil))
        guard case .join(_, _, _, _, let next)? = machine.handle(.joinCall(Self.cid)).last else {
            Issue.record("nothing is joined")
            return
        }
        _ = machine.handle(.joined(attempt: next))
        #expect(machine.state == .inCall)
    }

    @Test func `accepting twice sends one acceptance`() {
        var (machine, attempt) = Self.machine(in: "incoming")
        #expect(
            machine.handle(.acceptCall(Self.cid)) == [.stopRingTimer, .accept(Self.cid, attempt: attempt)])
        #expect(machine.handle(.acceptCall(Self.cid)).isEmpty)
    }

    @Test func `the ring timer of a callee rejects with timeout and then is idle`() {
        var (machine, attempt) = Self.machine(in: "incoming")
        #expect(
            machine.handle(.ringTimerFired(attempt: attempt)) == [
                .stopRingTimer, .reject(Self.cid, reason: .timeout, attempt: attempt),
            ])
        #expect(machine.handle(.rejected(attempt: attempt)) == [.stopRingTimer, .reset])
        #expect(machine.state == .idle)
    }

    @Test func `a timeout of zero starts no ring timer`() {
        var machine = CallingMachine()
        #expect(machine.handle(.ring(Self.incoming(timeout: .zero))).isEmpty)
        machine = CallingMachine()
        _ = machine.handle(.startCall(Self.cid, ring: true))
        #expect(machine.handle(.created(attempt: 1, autoCancelTimeout: .zero)).isEmpty)
    }

    @Test(.covers("GAP-05")) func `all callees rejecting makes the caller reject and leave as unanswered once`() {
        var (machine, attempt) = Self.machine(in: "outgoing")
        let all = CallingEvent.ringRejected(Self.cid, by: .other, .allRejected(count: 2))
        #expect(
            machine.handle(all) == [
                .stopRingTimer, .reject(Self.cid, reason: .custom("all 2 members rejected"), attempt: attempt),
            ])
        #expect(machine.handle(all).isEmpty)
        #expect(machine.handle(.rejected(attempt: attempt)).first == .leave(Self.cid, reason: "unanswered"))
    }

    @Test(.covers("GAP-17")) func `rejecting a second call leaves the first one going on`() {
        var (machine, _) = Self.machine(in: "inCall")
        #expect(machine.handle(.rejectCall(Self.other)) == [.reject(Self.other, reason: .decline, attempt: 0)])
        #expect(machine.handle(.rejected(attempt: 0)).isEmpty)
        #expect(machine.state == .inCall)
    }

    @Test(.covers("LOB-01", "LOB-02", "LOB-03"))
    func `the lobby shows joins and leaves of its own call only`() {
        var (machine, attempt) = Self.machine(in: "lobby")
        func shown() -> [String] {
            if case .lobby(let info) = machine.state { info.participants.map(\.id) } else { [] }
        }
        _ = machine.handle(.lobbyRead(attempt: attempt, participants: [User(id: "bob")]))
        _ = machine.handle(.participantJoined(Self.cid, Self.alice))
        _ = machine.handle(.participantJoined(Self.cid, Self.alice))
        _ = machine.handle(.participantJoined(Self.other, User(id: "mallory")))
        #expect(shown() == ["bob", "alice"])
        _ = machine.handle(.participantLeft(Self.cid, User(id: "carol")))
        _ = machine.handle(.participantLeft(Self.other, Self.alice))
        #expect(shown() == ["bob", "alice"])
        _ = machine.handle(.participantLeft(Self.cid, Self.alice))
        #expect(shown() == ["bob"])
    }

    @Test func `a caller that rejects the own ring cancels it, and leaves with that reason`() {
        var (machine, attempt) = Self.machine(in: "outgoing")
        #expect(
            machine.handle(.rejectCall(Self.cid)) == [
                .stopRingTimer, .reject(Self.cid, reason: .cancel, attempt: attempt),
            ])
        #expect(machine.handle(.rejected(attempt: attempt)).first == .leave(Self.cid, reason: "cancel"))
    }

    @Test func `a caller whose other device cancels leaves without a second rejection`() {
        var (machine, attempt) = Self.machine(in: "outgoing")
        var cancelling = machine
        #expect(
            machine.handle(.ringRejected(Self.cid, by: .me, .continues)) == [
                .leave(Self.cid, reason: "cancelled"), .stopRingTimer, .reset,
            ])
        // The event of this device's own rejection may arrive before the response.
        _ = cancelling.handle(.hangUp(reason: "no"))
        #expect(cancelling.handle(.ringRejected(Self.cid, by: .me, .continues)).isEmpty)
        #expect(cancelling.handle(.rejected(attempt: attempt)).first == .leave(Self.cid, reason: "no"))
    }

    @Test func `the end of a lobby's call leaves no call`() {
        var (machine, _) = Self.machine(in: "lobby")
        #expect(machine.handle(.callEnded(Self.cid)) == [.stopRingTimer, .reset])
    }

    @Test(arguments: [true, false])
    func `a cancelled ring ends the call that other code joins, and not one that it had joined`(isJoining: Bool) {
        var machine = CallingMachine()
        _ = machine.handle(.activeCallSet(Self.cid, isJoining: isJoining))
        let effects = machine.handle(.ringRejected(Self.cid, by: .creator, .noneRemains))
        #expect(effects.first == (isJoining ? .leave(Self.cid, reason: "cancelled") : nil))
        #expect(machine.state == (isJoining ? .idle : .inCall))
    }

    @Test(arguments: ["joining", "inCall", "reconnecting"])
    func `a cancelled ring of another call does not end the call that was rung`(state: String) {
        var (machine, attempt) = Self.machine(in: "incoming")
        _ = machine.handle(.acceptCall(Self.cid))
        _ = machine.handle(.accepted(attempt: attempt))
        if state != "joining" { _ = machine.handle(.joined(attempt: attempt)) }
        if state == "reconnecting" { _ = machine.handle(.reconnection(Self.cid, .reconnecting)) }
        #expect(machine.handle(.ringRejected(Self.other, by: .creator, .noneRemains)).isEmpty)
        #expect(machine.state.name == state && machine.call == Self.cid)
    }

    @Test(arguments: ["joining", "inCall", "reconnecting"])
    func `a cancelled ring does not end a call that was joined without it`(state: String) {
        var (machine, _) = Self.machine(in: state)
        #expect(machine.handle(.ringRejected(Self.cid, by: .creator, .noneRemains)).isEmpty)
        #expect(machine.state.name == state && machine.call == Self.cid)
    }
}
