package import Wire

/// An occurrence in a run or in a capture, as specifications see it.
package enum Observation: Hashable, Sendable {
    /// The run began under the real clock.
    case realTime
    /// A participant takes part, with its limits.
    case takesPart(ParticipantTraits)
    /// A participant's process ended without notice.
    case crashed(String)
    /// An SFU crashed or restarted, and has lost its sessions.
    case lostState
    /// The network or a server was disturbed.
    case disturbed
    /// A server refuses requests that it would grant without a fault.
    case refuses
    /// The network damages datagrams, or an intruder forges their sender, so a message may differ from that of a client.
    case damaged
    /// The run is over, and all participants leave their calls.
    case everyoneLeaves
    /// A participant began a command. Its number is unique among those of the participant.
    case command(participant: String, name: String, number: Int = 0)
    /// A command returned, or threw an error.
    case returned(participant: String, number: Int, hasFailed: Bool)
    /// A property of a participant changed.
    case changed(PropertyChange)
    /// A call of a participant is at another stage.
    case stage(PropertyChange, cid: Substring)
    /// An event reached a participant.
    case received(Receipt)
    /// A participant's client posted that a call ended.
    case ended(participant: String, cid: String)
    /// A participant's interceptor began, returned or threw.
    case interceptor(participant: String, phase: String, cid: String)
    /// A client noted an occurrence of another kind.
    case noted(participant: String, name: String)
    /// A participant's timer fired.
    case fired(FiredTimer)
    /// A server answered a request.
    case request(ObservedRequest)
    /// A server put an event on streams.
    case sent(SentEvent)
    /// A participant's session changed at its SFU.
    case session(SessionChange)
    /// The state of a user's connection to the coordinator changed.
    case connection(change: Substring, id: Substring, user: Substring = "")
    /// An SFU keeps the session of a lost client for this time.
    case fastReconnect(Duration)
    /// A server's timer fired.
    case serverTimer(ServerTimer)
    /// A signalling message went onto the wire.
    case message(WireMessage)
    /// A check of a media path was answered.
    case consent(from: SocketAddress, to: SocketAddress)
    /// Media went onto the wire.
    case media(from: SocketAddress, to: SocketAddress)
}

extension Observation {
    /// The participant that reported it; nil for an action of a server or the stage.
    var reporter: String? {
        switch self {
        case .changed(let change), .stage(let change, _): change.participant
        case .received(let receipt): receipt.participant
        case .fired(let timer): timer.owner
        case .ended(let participant, _), .interceptor(let participant, _, _), .noted(let participant, _): participant
        default: nil
        }
    }

    /// True for a datagram, of which only the rules of captures are notified.
    var isOnWire: Bool {
        switch self {
        case .message, .consent, .media: true
        default: false
        }
    }

    /// True for a change of the calling state, which has one meaning for every client.
    var isCallingState: Bool {
        if case .changed(let change) = self { change.property == "callingState" } else { false }
    }
}
