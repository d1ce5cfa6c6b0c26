import CallCore
import CallLibrary
import ScenarioVocabulary
import Signaling

/// Checks a participant's calls at two instants that no comparison with servers sees.
///
/// A call of which only the name is known has the values of a new one. A call that was left shows nothing of its session
/// (rule RTC-STATE-17).
@MainActor
final class CallMoments {
    /// The call that the client has joined.
    private weak var joined: Call?
    /// The number of events of unknown types that the client has reported.
    var unknownEvents = 0
    /// The number of ends of calls that the client has announced.
    var ends = 0
    /// True once the participant has chosen what its client announces to SFUs. A call takes that with its next join.
    var hasChosenCapabilities = false
    /// True once an SFU has refused subscriptions for good. The client requests them only after their next change.
    var hasRefusedSubscriptions = false
    /// The first value that should not be shown.
    private(set) var difference: ViewDifference?

    /// Notes that the participant refers to a call for the first time.
    ///
    /// - Parameter hasEvents: True when an event may have described the call.
    func met(_ call: Call, hasEvents: Bool) {
        guard !hasEvents, difference == nil, call.stage == .idle, !call.state.values.isInitialized else { return }
        difference = Self.described.difference(call.state.values, ())?.within(call.cId)
    }

    /// Notes a stage of a call.
    func entered(_ stage: CallStage, of cid: CallCid, active: Call?) {
        if stage == .joined { joined = active }
        guard stage == .idle, let call = joined, call.cid == cid, call.stage == .idle else { return }
        joined = nil
        guard difference == nil else { return }
        difference = Self.ofSession.difference(call.state.values, ())?.within(call.cId)
    }

    /// The values that only a server's description sets.
    static let described: [ComparedValue<CallStateValues, Void>] =
        [
            value("captioning", false, \.captioning), value("transcribing", false, \.transcribing),
            value("recording", false, \.recording), value("isSpeakingWhileMuted", false, \.isSpeakingWhileMuted),
            value("members", [], \.members), value("blockedUserIds", [], \.blockedUserIds),
        ] + ofSession

    /// The values that only a session has.
    static let ofSession: [ComparedValue<CallStateValues, Void>] = [
        value("sessionId", "", \.sessionId), value("connectionPhase", .disconnected, \.connectionPhase),
        value("participantCount", 0, \.participantCount),
        value("anonymousParticipantCount", 0, \.anonymousParticipantCount),
        value("participants", []) { $0.participants.map(\.sessionId) },
        value("permissionRequests", []) { $0.permissionRequests.map(\.user.id) },
        value("isNoiseCancellationOn", false, \.isNoiseCancellationOn),
    ]

    /// Returns a value that equals another one without a description or a session.
    private static func value<Value: Equatable & SendableMetatype & Sendable>(
        _ name: String, _ value: Value, _ shown: @escaping @Sendable (CallStateValues) -> Value
    ) -> ComparedValue<CallStateValues, Void> {
        ComparedValue(name, shown, { _ in value })
    }
}
