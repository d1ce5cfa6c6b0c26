import Wire

extension CoordinatorEvent {
    /// How events of one type are read.
    private struct Kind: Sendable {
        let type: String
        /// Whether it tells of what goes on in a session, which is no matter to those who do not follow the call.
        let isOfSession: Bool
        let read: @Sendable (Fields) throws(BodyError) -> CoordinatorEvent

        init<E: Event>(_ event: @escaping @Sendable (E) -> CoordinatorEvent, isOfSession: Bool = false) {
            type = E.type
            self.isOfSession = isOfSession
            read = { fields throws(BodyError) in event(try E(fields)) }
        }
    }

    private static let kinds: [Kind] = [
        Kind(connected), Kind(created), Kind(updated), Kind(ring), Kind(notification), Kind(missed), Kind(accepted),
        Kind(rejected), Kind(ended), Kind(sessionStarted, isOfSession: true), Kind(sessionEnded, isOfSession: true),
        Kind(sessionParticipantJoined, isOfSession: true), Kind(sessionParticipantLeft, isOfSession: true),
        Kind(sessionParticipantCountUpdated, isOfSession: true), Kind(memberAdded), Kind(memberUpdated),
        Kind(memberRemoved), Kind(blockedUser), Kind(unblockedUser), Kind(kickedUser), Kind(custom), Kind(deleted),
        Kind(liveStarted), Kind(memberUpdatedPermission), Kind(userMuted), Kind(permissionRequest),
        Kind(permissionsUpdated), Kind(reactionNew), Kind(recordingStarted), Kind(recordingStopped),
        Kind(recordingFailed), Kind(recordingReady), Kind(frameRecordingStarted), Kind(frameRecordingStopped),
        Kind(frameRecordingFailed), Kind(frameRecordingReady), Kind(hlsBroadcastingStarted),
        Kind(hlsBroadcastingStopped), Kind(hlsBroadcastingFailed), Kind(rtmpBroadcastStarted),
        Kind(rtmpBroadcastStopped), Kind(rtmpBroadcastFailed), Kind(transcriptionStarted), Kind(transcriptionStopped),
        Kind(transcriptionFailed), Kind(transcriptionReady), Kind(closedCaptionsStarted), Kind(closedCaptionsStopped),
        Kind(closedCaptionsFailed), Kind(closedCaption), Kind(moderationBlur), Kind(moderationWarning),
        Kind(statsReportReady), Kind(userFeedbackSubmitted), Kind(appUpdated), Kind(userUpdated),
        Kind(connectionError), Kind(healthCheck),
    ]
    private static let memo = Memo<CoordinatorEvent>(bits: 7)
    private static let types = KnownTexts(kinds.map(\.type))

    /// Reads an event by its `type`; an unknown type is kept as ``unknown(_:)``.
    public init(_ fields: Fields) throws(BodyError) {
        try self.init(fields) { _ in false }
    }

    /// Reads an event, but of what happens in the session of a call that `isForeign` no more than its type and its call.
    init(_ fields: Fields, passingOver isForeign: (CallCid) -> Bool) throws(BodyError) {
        guard let kind = fields.number("type", among: Self.types).map({ Self.kinds[$0] }) else {
            let (type, callCid) = (try fields.name("type"), try fields.optionalCid("call_cid"))
            self = .unknown(UnknownEvent(type: type, callCid: callCid, body: .map(fields.map)))
            return
        }
        if kind.isOfSession {
            let callCid = try fields.cid("call_cid")
            if isForeign(callCid) {
                self = .passedOver(PassedOverEvent(type: kind.type, callCid: callCid))
                return
            }
        }
        // Many are told of the same.
        self = try fields.remembered(by: Self.memo, kind.read)
    }
}
