import Signaling
import Timing

extension CallRecord {
    /// The call as clients receive it, encoded once between two changes.
    var response: CallResponse {
        if let cached, session?.hasChanged != true { return cached }
        var response = cached ?? makeResponse()
        if cached != nil {
            cached = nil
            response.session = session?.response
            response.currentSessionId = session?.id ?? ""
        }
        response.keepEncoding()
        session?.hasChanged = false
        cached = response
        return response
    }

    /// The call with another date of change, as in events that precede the change.
    func response(updatedAt date: Timestamp) -> CallResponse {
        var response = makeResponse()
        response.updatedAt = date
        return response
    }

    func makeResponse() -> CallResponse {
        var response = CallResponse(cid: cid, createdBy: creator, createdAt: createdAt, settings: settings)
        response.updatedAt = updatedAt
        response.startsAt = startsAt
        response.endedAt = endedAt
        response.backstage = isInBackstage
        response.blockedUserIds = blocked
        response.currentSessionId = session?.id ?? ""
        response.custom = custom
        response.team = team
        response.session = session?.response
        response.thumbnails = thumbnail
        if !egress.runs.isEmpty {
            response.recording = RecordingType.allCases.contains { egress.isRunning(.recording($0)) }
            response.transcribing = egress.isRunning(.transcription)
            response.captioning = egress.isRunning(.captions)
            response.egress = egress.response
        }
        response.ingress = type.takesIngress ? CallIngressResponse { $0.rtmpAddress = ingressAddress } : nil
        return response
    }

    /// The RTMP address for streams into the call.
    private var ingressAddress: String { "rtmps://ingress.rollcall.invalid/\(cid.type)/\(cid.id)" }

    /// Returns the first members up to the limit; all when nil.
    func members(atMost limit: Int?) -> [Member] {
        limit.map { Array(members.prefix($0)) } ?? members
    }

    func getCallResponse(for user: User, created: Bool, membersLimit: Int? = nil) -> GetCallResponse {
        GetCallResponse {
            $0.call = response
            $0.members = members(atMost: membersLimit)
            $0.ownCapabilities = capabilities(of: user)
            $0.created = created
        }
    }

    /// The payload of the session's start and end; nil before the first session.
    var sessionPayload: SessionPayload? {
        guard let session else { return nil }
        return SessionPayload {
            $0.call = response
            $0.sessionId = session.id
        }
    }

    /// The payload of a ring or a notification.
    func ringPayload(from caller: User, isVideo: Bool) -> RingPayload {
        RingPayload {
            $0.call = response
            $0.members = members
            $0.sessionId = session?.id ?? ""
            $0.user = caller
            $0.video = isVideo
        }
    }

    /// The payload of a ring that was missed.
    func missedPayload(from caller: User, isVideo: Bool) -> MissedPayload {
        MissedPayload {
            $0.call = response
            $0.members = members
            $0.sessionId = session?.id ?? ""
            $0.user = caller
            $0.notifyUser = true
            $0.video = isVideo
        }
    }

    /// The payload of a ring that was missed before, with the call as it was in that session.
    func missedPayload(_ miss: MissedInvitation, from caller: User) -> MissedPayload {
        var payload = missedPayload(from: caller, isVideo: miss.invitation.isVideo)
        payload.call = makeResponse()
        payload.call.session = miss.session
        payload.call.currentSessionId = miss.session.id
        payload.sessionId = miss.session.id
        return payload
    }
}
