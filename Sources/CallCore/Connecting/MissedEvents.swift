public import Signaling
public import Timing

/// The events that a client missed, derived from the difference between the known and the current state of a call.
public struct MissedEvents: Sendable {
    /// The events, in a possible order of occurrence.
    public let events: [CoordinatorEvent]

    /// Derives the events from the known state and a new response, which was read at `date`.
    public init(_ known: CallStateValues, _ read: GetCallResponse, for me: User, at date: Timestamp) {
        let departuresAndArrivals = Self.departuresAndArrivals(
            from: known.session, to: read.call.session, of: read.call.cid, at: date)
        events =
            departuresAndArrivals + Self.answers(known.session, read) + Self.miss(known.session, read, by: me)
            + Self.end(known, read)
    }

    /// Returns the users that gave an answer since the known state, with the date of each answer.
    private static func newAnswers(
        _ answers: KeyPath<CallSessionResponse, [String: Timestamp]>, _ before: CallSessionResponse?,
        _ read: GetCallResponse
    ) -> [(date: Timestamp, user: User)] {
        let isSame = before?.id == read.call.session?.id
        let old = isSame ? before?[keyPath: answers] ?? [:] : [:]
        let new = read.call.session?[keyPath: answers] ?? [:]
        return new.filter { old[$0.key] == nil }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            .map { id, date in (date, read.members.first { $0.userId == id }?.user ?? User(id: id)) }
    }

    /// Returns the acceptances and then the rejections of the ring.
    private static func answers(_ before: CallSessionResponse?, _ read: GetCallResponse) -> [CoordinatorEvent] {
        func payload(_ user: User) -> AnswerPayload {
            AnswerPayload {
                $0.call = read.call
                $0.user = user
            }
        }
        let accepted = newAnswers(\.acceptedBy, before, read).map { answer in
            CoordinatorEvent.accepted(CallAcceptedEvent(read.call.cid, at: answer.date, payload(answer.user)))
        }
        let rejected = newAnswers(\.rejectedBy, before, read).map { answer in
            CoordinatorEvent.rejected(CallRejectedEvent(read.call.cid, at: answer.date, payload(answer.user)))
        }
        return accepted + rejected
    }

    /// Returns the event of a ring that this user has missed.
    private static func miss(
        _ before: CallSessionResponse?, _ read: GetCallResponse, by me: User
    ) -> [CoordinatorEvent] {
        guard let missed = newAnswers(\.missedBy, before, read).first(where: { $0.user.id == me.id }) else {
            return []
        }
        let payload = MissedPayload {
            $0.call = read.call
            $0.members = read.members
            $0.sessionId = read.call.session?.id ?? ""
            $0.user = read.call.createdBy
        }
        return [.missed(CallMissedEvent(read.call.cid, at: missed.date, payload))]
    }

    /// Returns the event of the call's end, which names no user.
    private static func end(_ known: CallStateValues, _ read: GetCallResponse) -> [CoordinatorEvent] {
        guard known.endedAt == nil, let endedAt = read.call.endedAt else { return [] }
        let payload = AnswerPayload {
            $0.call = read.call
            $0.user = nil
        }
        return [.ended(CallEndedEvent(read.call.cid, at: endedAt, payload))]
    }

    /// Returns the departures and arrivals between two descriptions of a call's session.
    private static func departuresAndArrivals(
        from before: CallSessionResponse?, to after: CallSessionResponse?, of cid: CallCid, at date: Timestamp
    ) -> [CoordinatorEvent] {
        let (known, present) = (before?.participants ?? [], after?.participants ?? [])
        let (knownIds, presentIds) = (Set(known.map(\.userSessionId)), Set(present.map(\.userSessionId)))
        let left = known.filter { !presentIds.contains($0.userSessionId) }.map { participant in
            let payload = payload(participant, in: before)
            return CoordinatorEvent.sessionParticipantLeft(CallSessionParticipantLeftEvent(cid, at: date, payload))
        }
        let joined = present.filter { !knownIds.contains($0.userSessionId) }.map { participant in
            let joinedAt = participant.joinedAt
            return CoordinatorEvent.sessionParticipantJoined(
                CallSessionParticipantJoinedEvent(cid, at: joinedAt, payload(participant, in: after)))
        }
        return left + joined
    }

    private static func payload(
        _ participant: SessionParticipant, in session: CallSessionResponse?
    ) -> SessionParticipantPayload {
        SessionParticipantPayload {
            $0.participant = participant
            $0.sessionId = session?.id ?? ""
        }
    }
}

extension CallStateValues {
    /// Returns a response that these values include, with the call as they describe it. Events that were handled before the
    /// response arrived may be newer than the response.
    package func updated(_ read: GetCallResponse) -> GetCallResponse {
        var current = read
        current.call = response ?? read.call
        current.call.session = session
        current.call.endedAt = endedAt
        return current
    }
}
