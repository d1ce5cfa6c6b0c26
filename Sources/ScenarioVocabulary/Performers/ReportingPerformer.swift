package import Backend
package import Journal
package import ScenarioLanguage
package import Timing
package import Wire

/// A participant that reports its states, such as an outside program. Its other values are unknown.
@MainActor
package protocol ReportingPerformer: Performer {
    /// The states that it has reported.
    var states: ReportedStates { get }
}

extension ReportingPerformer {
    /// Returns the last reported value; counters without reports are zero.
    package func value(of property: Property, device: (String) -> DeviceReference) -> Value {
        let value = states[property.description]
        switch property {
        case .events, .notifications, .refusals: return value == .none ? .integer(0) : value
        case .named, .participant, .member, .custom, .server, .drops: break
        }
        guard property.type == .date, case .integer(let milliseconds) = value else { return value }
        return .date(Timestamp(milliseconds: milliseconds))
    }

    package var sessionId: String? {
        if case .text(let text) = states["sessionId"] { text } else { nil }
    }

    package var callingStateSince: Instant? { states.callingStateSince }

    package var snapshot: Verdict.ParticipantSnapshot {
        Verdict.ParticipantSnapshot(
            participant: name, callingState: "\(states["callingState"])", since: states.callingStateSince, details: [])
    }

    package func received(datagram number: Int) { states.received(datagram: number) }
    package func commanded() { states.commanded() }

    // MARK: Unknown to the harness

    package var illegalTransition: (from: String, to: String)? { nil }
    package var showsRoster: Bool { false }
    package var roster: RosterView? { nil }
    package func differingView(from backend: CallBackend) -> ViewDifference? { nil }
    package func staleProperty(isLast: Bool) -> StaleProperty? { nil }
    package func leftovers() -> [String] { [] }
    package var isAtRest: Bool { true }
    package var ownObjects: [(name: String, object: AnyObject)] { [] }
    package var mediaTarget: MediaTarget? { nil }
    package func send(raw bytes: [UInt8], to address: SocketAddress) {}
    package var trackRows: [[JournalAttribute]] { [] }

    // MARK: Beyond the harness's control

    package func hangUp() {}
    package var canCrash: Bool { false }
    package func kill() { close() }
}
