/// A measured part of an instance: from a command of a participant to its effect.
package enum LoadPhase: String, CaseIterable, Hashable, Sendable {
    /// From a ring to each callee's incoming call.
    case incoming = "ring→incoming"
    /// From an acceptance to the accepting participant's call.
    case inCall = "accept→inCall"
    /// From a join to the joined call.
    case joined = "join→joined"
    /// From a join to the first packet of media.
    case firstPacket = "join→packet"
    /// From the loss of a connection to its return.
    case reconnected = "reconnect"

    /// The name in files, in which an arrow is not permitted.
    package var tag: String {
        switch self {
        case .incoming: "ring-incoming"
        case .inCall: "accept-inCall"
        case .joined: "join-joined"
        case .firstPacket: "join-packet"
        case .reconnected: "reconnect"
        }
    }

    /// Finds a phase by its name, with either form of the arrow.
    package init?(named name: String) {
        let found = Self.allCases.first { phase in
            [phase.rawValue, phase.tag, phase.rawValue.split(separator: "→").joined(separator: "->")].contains(name)
        }
        guard let found else { return nil }
        self = found
    }
}

/// The durations of one phase.
package struct PhaseDurations: Hashable, Sendable {
    /// From the intended instant of the command: the lateness of the generator is included.
    package var intended = Histogram()
    /// From the instant at which the command was performed.
    package var performed = Histogram()

    package init() {}

    package mutating func record(_ duration: Duration, late lateness: Duration) {
        performed.record(duration)
        intended.record(duration + lateness)
    }

    package mutating func add(_ other: PhaseDurations) {
        intended.add(other.intended)
        performed.add(other.performed)
    }
}
