package import Journal
package import ScenarioLanguage
package import Timing

/// The last reported values of a participant, and their dates.
@MainActor
package final class ReportedStates {
    private let participant: String
    private let record: RunRecord
    private let now: @MainActor () -> Instant
    private var values: [String: Value] = [:]
    /// The instant of the last change of the calling state.
    package private(set) var callingStateSince: Instant?
    private var lastArrival: (datagram: Int, time: Instant)?

    package init(of participant: String, record: RunRecord, now: @escaping @MainActor () -> Instant) {
        self.participant = participant
        self.record = record
        self.now = now
    }

    package subscript(property: String) -> Value { values[property] ?? .none }

    /// Records a received datagram.
    package func received(datagram number: Int) {
        lastArrival = (number, now())
    }

    /// Records a command: later changes at this instant are not caused by a datagram.
    package func commanded() {
        lastArrival = nil
    }

    /// Updates a property; only changes are journaled.
    package func report(_ property: String, _ value: Value) {
        let before = self[property]
        guard before != value else { return }
        values[property] = value
        if property == "callingState" { callingStateSince = now() }
        record.add(
            .state(
                .init(
                    participant: participant, property: property, from: before.journaled, to: value.journaled,
                    cause: cause)))
    }

    /// Counts an event of a type.
    package func count(event type: String, cid: String?) {
        countUp("events.\(type)")
        record.add(.event(.init(participant: participant, type: type, cid: cid, datagram: cause)))
    }

    /// Counts a notification with a name.
    package func count(notification name: String, _ attributes: [JournalAttribute]) {
        countUp("notifications.\(name)")
        record.add(.notification(.init(participant: participant, name: name, attributes: attributes)))
    }

    private func countUp(_ property: String) {
        guard case .integer(let count) = values[property] ?? .integer(0) else { return }
        values[property] = .integer(count &+ 1)
    }

    private var cause: Int? {
        lastArrival.flatMap { $0.time == now() ? $0.datagram : nil }
    }
}

extension Value {
    /// The value in the journal's form.
    package var journaled: JournalValue {
        switch self {
        case .none: .none
        case .boolean(let truth): .boolean(truth)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        case .duration(let duration): .text(duration.written)
        case .date(let date): .integer(date.milliseconds)
        case .list(let values): .list(values.map(\.journaled))
        case .instant, .map: .text(description)
        }
    }
}
