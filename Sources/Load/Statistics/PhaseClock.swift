package import Timing

/// Derives the durations of phases from the events of one instance, in order.
package struct PhaseClock {
    /// An event that begins or ends phases.
    package enum Event: Hashable, Sendable {
        /// A participant performs a command.
        case command(String, by: String)
        /// A calling state changed.
        case callingState(of: String, to: String)
        /// A participant's call has the stage `joined`.
        case joined(String)
        /// A packet of media arrived.
        case packet(at: String)
    }

    /// A phase that ended.
    package struct Finding: Hashable, Sendable {
        package let phase: LoadPhase
        package let duration: Duration

        package init(phase: LoadPhase, duration: Duration) {
            self.phase = phase
            self.duration = duration
        }
    }

    /// The last ring of the instance.
    private var ring: Instant?
    /// The beginnings of phases that have not ended, by participant.
    private var begun: [String: [LoadPhase: Instant]] = [:]

    private static let rings: Set = ["ring", "call.ring"]
    private static let joins: Set = ["join", "joinCall", "call.join", "startCall"]
    private static let accepts: Set = ["accept", "call.accept"]

    package init() {}

    /// Takes an event, and returns the phases that it ends.
    package mutating func process(_ event: Event, at now: Instant) -> [Finding] {
        switch event {
        case .command(let name, let participant):
            begin(name, participant, now)
            return []
        case .joined(let participant): return end([.joined], of: participant, now)
        case .packet(let participant): return end([.firstPacket], of: participant, now)
        case .callingState(let participant, let state): return change(of: participant, to: state, now)
        }
    }

    private mutating func begin(_ name: String, _ participant: String, _ now: Instant) {
        if Self.rings.contains(name) { ring = now }
        let phases: [LoadPhase] =
            if Self.accepts.contains(name) { [.inCall, .firstPacket] } else if Self.joins.contains(name) {
                [.joined, .firstPacket]
            } else { [] }
        for phase in phases { begun[participant, default: [:]][phase] = now }
    }

    private mutating func change(of participant: String, to state: String, _ now: Instant) -> [Finding] {
        switch state {
        case "incoming": return ring.map { [Finding(phase: .incoming, duration: $0.duration(to: now))] } ?? []
        case "inCall": return end([.inCall, .reconnected], of: participant, now)
        case "reconnecting": begun[participant, default: [:]][.reconnected] = now
        case "idle": begun[participant] = nil
        default: break
        }
        return []
    }

    private mutating func end(_ phases: [LoadPhase], of participant: String, _ now: Instant) -> [Finding] {
        phases.compactMap { phase in
            guard let start = begun[participant]?.removeValue(forKey: phase) else { return nil }
            return Finding(phase: phase, duration: start.duration(to: now))
        }
    }
}
