import Wire

extension CoordinatorEvent: FieldValue {
    /// How events of one type are read.
    private struct Kind: Sendable {
        let type: String
        /// True for events of a session, which clients outside of the call pass over.
        let isOfSession: Bool
        let read: @Sendable (Int, inout BodyCoder) throws(BodyError) -> CoordinatorEvent
        let describe: @Sendable (Schema) -> String

        init<E: Event & Body>(_ event: @escaping @Sendable (E) -> CoordinatorEvent, isOfSession: Bool = false) {
            type = E.type
            self.isOfSession = isOfSession
            read = { place, coder throws(BodyError) in event(try E.read(at: place, &coder)) }
            describe = { schema in schema.rule(E.type, schema.map(of: E())) }
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

    /// Reads an event. Of one in the session of a call that `isForeign`, only type and call are read.
    init(at place: Int, _ coder: inout BodyCoder, passingOver isForeign: (CallCid) -> Bool) {
        self = coder.event(at: place, keeping: CoordinatorEvent.unknown) { coder throws(BodyError) in
            guard let kind = coder.typeNumber(among: Self.types).map({ Self.kinds[$0] }) else { return nil }
            if kind.isOfSession {
                var callCid = CallCid.none
                try coder.field("call_cid", &callCid)
                if isForeign(callCid) { return .passedOver(PassedOverEvent(type: kind.type, callCid: callCid)) }
            }
            // Many streams carry the same event.
            let index = coder.index
            return try Self.memo.value(ofItemAt: place, in: index) { () throws(BodyError) in
                try kind.read(place, &coder)
            }
        }
    }

    package static func read(at place: Int, _ coder: inout BodyCoder) -> CoordinatorEvent {
        CoordinatorEvent(at: place, &coder) { _ in false }
    }

    package static func write(_ event: CoordinatorEvent, _ coder: inout BodyCoder) {
        coder.writer.write(event.item)
    }

    package static func describe(in schema: Schema) -> String {
        schema.rule("coordinator-event", kinds.map { $0.describe(schema) }.joined(separator: " / "))
    }
}
