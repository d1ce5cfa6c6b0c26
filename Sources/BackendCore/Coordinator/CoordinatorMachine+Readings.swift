package import Signaling
package import Timing
import Wire

extension CoordinatorMachine {
    /// Returns a call as a user reads it now, or nil when one of them is unknown.
    package func read(_ cid: CallCid, by userId: String) -> GetCallResponse? {
        guard let call = calls[cid], let user = users[userId] else { return nil }
        return GetCallResponse {
            $0.call = call.makeResponse()
            $0.members = call.members
            $0.ownCapabilities = call.capabilities(of: user)
        }
    }

    /// Returns the capabilities of a user in a call, or nil when one of them is unknown.
    package func capabilities(in cid: CallCid, of userId: String) -> [OwnCapability]? {
        guard let call = calls[cid], let user = users[userId] else { return nil }
        return call.capabilities(of: user)
    }

    /// Returns the users that belong to a call now and those that are blocked, or nil when it is unknown.
    package func membership(of cid: CallCid) -> CallMembership? {
        calls[cid].map {
            CallMembership(
                members: $0.members.map(\.userId), blocked: Set($0.blocked),
                withoutReading: $0.users(without: .readCall))
        }
    }

    /// Returns a user, or nil for an unknown one.
    package func user(_ id: String) -> User? { users[id] }

    /// The calls that have not ended, with their participants and open rings, ordered by cid.
    package var callReadings: [CallReading] {
        calls.values.filter { $0.endedAt == nil }.map(CallReading.init).sorted { "\($0.cid)" < "\($1.cid)" }
    }

    func getParticipants(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .getParticipants)
        guard let session = call.session else { return ServerResponse(.content, GetParticipantsResponse()) }
        let anonymous = session.countByRole[CallRole.anonymous] ?? 0
        return ServerResponse(
            .content,
            GetParticipantsResponse {
                $0.sessionId = session.id
                $0.participants = session.participants
                $0.participantsCountByRole = session.countByRole
                $0.anonymousParticipantCount = anonymous > 0 ? anonymous : nil
            })
    }

    func getRingState(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .getRingState)
        var state = RingStateResponse {
            $0.callCid = call.cid
            $0.endedAt = call.endedAt
        }
        if let session = call.session, !session.ring.rung.isEmpty {
            state.sessionId = session.id
            state.isRinging = call.endedAt == nil && session.ring.rung.contains(where: session.ring.isOpen)
            state.rungUserIds = session.ring.listed
            state.acceptedBy = session.ring.acceptedBy
            state.rejectedBy = session.ring.rejectedBy
            state.missedBy = session.ring.missedBy
        }
        return ServerResponse(.content, state)
    }

    func sendReaction(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .sendReaction)
        let body = try request.body(SendReactionRequest.self)
        try check(body.custom, "custom")
        let reaction = Reaction {
            $0.type = body.type
            $0.emojiCode = body.emojiCode
            $0.custom = body.custom
            $0.user = request.requester.user
        }
        call.countReaction()
        notify(
            CallReactionEvent(request.cid, at: date, ReactionPayload { $0.reaction = reaction }),
            cause: request.requester.receiver)
        return ServerResponse(.changed, SendReactionResponse { $0.reaction = reaction })
    }

    func submitFeedback(_ request: CallRequest) throws(APIError) -> ServerResponse {
        _ = try call(request, .submitFeedback)
        let body = try request.body(CollectUserFeedbackRequest.self)
        guard (1...5).contains(body.rating) else { throw .badField("rating", "must lie between 1 and 5") }
        try check(body.custom, "custom")
        notify(CallUserFeedbackSubmittedEvent(request.cid, at: date, EmptyBody()))
        return ServerResponse(.changed)
    }
}

/// The users that belong to a call, and those that are blocked.
package struct CallMembership: Sendable {
    package let members: [String]
    package let blocked: Set<String>
    /// The users whose right to read the call was revoked.
    package let withoutReading: Set<String>
}

/// A call as the coordinator holds it.
package struct CallReading: Hashable, Sendable {
    package let cid: CallCid
    package let members: [String]
    /// The users of the session's participants, one entry for each device.
    package let participants: [String]
    /// The users with an open ring.
    package let ringing: [String]
    package let startedAt: Timestamp?

    init(_ call: CallRecord) {
        cid = call.cid
        members = call.members.map(\.userId)
        let session = call.session.flatMap { $0.isOver ? nil : $0 }
        participants = session?.participants.map(\.user.id) ?? []
        ringing = session.map { $0.ring.rung.filter($0.ring.isOpen) } ?? []
        startedAt = session?.startedAt
    }
}
