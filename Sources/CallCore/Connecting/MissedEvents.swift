public import Signaling
import Timing

/// The events that a client missed, derived from the difference between the known and the current state of a call.
public struct MissedEvents: Sendable {
    /// The events, in a possible order of occurrence.
    public let events: [CoordinatorEvent]

    /// Derives the events from the known state and a new response.
    public init(_ known: CallStateValues, _ read: GetCallResponse, for me: User) {
        let cid = read.call.cid
        let before = known.sessionSummary
        let isSame = before?.id == read.call.session?.id
        func isNew(_ answers: KeyPath<CallSessionResponse, [String: Timestamp]>) -> [(date: Timestamp, user: User)] {
            let old = isSame ? before?[keyPath: answers] ?? [:] : [:]
            let new = read.call.session?[keyPath: answers] ?? [:]
            return new.filter { old[$0.key] == nil }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
                .map { id, date in (date, read.members.first { $0.userId == id }?.user ?? User(id: id)) }
        }
        var events: [CoordinatorEvent] = isNew(\.acceptedBy).map { answer in
            .accepted(
                CallAcceptedEvent(
                    cid, at: answer.date,
                    AnswerPayload {
                        $0.call = read.call
                        $0.user = answer.user
                    }))
        }
        events += isNew(\.rejectedBy).map { answer in
            .rejected(
                CallRejectedEvent(
                    cid, at: answer.date,
                    AnswerPayload {
                        $0.call = read.call
                        $0.user = answer.user
                    }))
        }
        if let missed = isNew(\.missedBy).first(where: { $0.user.id == me.id }) {
            let payload = MissedPayload {
                $0.call = read.call
                $0.members = read.members
                $0.sessionId = read.call.session?.id ?? ""
                $0.user = read.call.createdBy
            }
            events.append(.missed(CallMissedEvent(cid, at: missed.date, payload)))
        }
        if known.endedAt == nil, let endedAt = read.call.endedAt {
            events.append(
                .ended(
                    CallEndedEvent(
                        cid, at: endedAt,
                        AnswerPayload {
                            $0.call = read.call
                            $0.user = nil
                        })))
        }
        self.events = events
    }
}
