import CallCore
package import ScenarioVocabulary
import Signaling
import Wire

extension StateGraph {
    /// The possible transitions of the calling state's machine, found by trying every event in every state.
    static let callingTransitions: [Transition] = CallingState.names.flatMap { from in
        var targets: Set<String> = []
        for start in machines(in: from) {
            for event in events {
                var machine = start
                _ = machine.handle(event)
                targets.insert(machine.state.name)
            }
        }
        return CallingState.names.filter { $0 != from && targets.contains($0) }.map { Transition(from: from, to: $0) }
    }

    private static let cid = CallCid(type: "default", id: "a")
    private static let user = User(id: "a")
    private static let lobby = LobbyInfo(callId: "a", callType: "default", participants: [])
    private static let incoming = IncomingCall(
        cid: cid, caller: user, members: [], timeout: .seconds(15), video: false, custom: [:])

    /// Returns machines that reached a state in their first attempt, with an intact and with a broken connection.
    private static func machines(in state: String) -> [CallingMachine] {
        [way(to: state), way(to: state) + [.reconnection(cid, .reconnecting)]].map { events in
            var machine = CallingMachine()
            for event in events { _ = machine.handle(event) }
            return machine
        }.filter { $0.state.name == state }
    }

    private static func way(to state: String) -> [CallingEvent] {
        switch state {
        case "lobby": [.enterLobby(lobby)]
        case "incoming": [.ring(incoming)]
        case "outgoing": [.startCall(cid, ring: true), .created(attempt: 1, autoCancelTimeout: .seconds(15))]
        case "joining": [.joinCall(cid)]
        case "inCall": [.joinCall(cid), .joined(attempt: 1)]
        case "reconnecting": [.joinCall(cid), .joined(attempt: 1), .reconnection(cid, .reconnecting)]
        default: []
        }
    }

    /// All kinds of events, for the state's call.
    private static let events: [CallingEvent] = [
        .startCall(cid, ring: false), .startCall(cid, ring: true), .joinAndRingCall(cid), .joinCall(cid),
        .enterLobby(lobby), .acceptCall(cid), .rejectCall(cid), .hangUp(reason: nil),
        .created(attempt: 1, autoCancelTimeout: .seconds(1)), .createFailed(attempt: 1), .accepted(attempt: 1),
        .acceptFailed(attempt: 1), .rejected(attempt: 1), .lobbyRead(attempt: 1, participants: [user]),
        .joined(attempt: 1), .joinFailed(attempt: 1), .ring(incoming), .ringAccepted(cid, by: .me),
        .ringAccepted(cid, by: .other), .ringRejected(cid, by: .me, .continues),
        .ringRejected(cid, by: .creator, .continues), .ringRejected(cid, by: .creator, .noneRemains),
        .ringRejected(cid, by: .other, .allRejected(count: 1)), .ringMissed(cid), .callEnded(cid),
        .blocked(cid), .left(cid), .participantJoined(cid, user), .participantLeft(cid, user),
        .reconnection(cid, .reconnecting), .reconnection(cid, .connected), .reconnection(cid, .disconnected),
        .ringTimerFired(attempt: 1), .activeCallSet(cid, isJoining: false), .activeCallSet(cid, isJoining: true),
        .activeCallSet(nil, isJoining: false), .externalJoinBegan(cid),
    ]
}

extension StateGraph {
    /// The machines of Rollcall's own call library whose transitions are measured.
    package static let own: [StateGraph] = [
        StateGraph(name: "callingState", property: "callingState", transitions: callingTransitions),
        StateGraph(name: "callStage", property: "stage", transitions: stageTransitions),
        StateGraph(name: "reconnection", property: "reconnection", transitions: reconnectionTransitions),
    ]

    /// The transitions in the table of call stages, except those from a stage to itself.
    private static let stageTransitions: [Transition] = CallStage.allCases.flatMap { from in
        CallStage.allCases.filter { $0 != from && from.successors.contains($0) }
            .map { Transition(from: from.rawValue, to: $0.rawValue) }
    }
}
