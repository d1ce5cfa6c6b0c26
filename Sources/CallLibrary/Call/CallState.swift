public import CallCore
public import Observation
import Timing

/// The observable state of one call: every property of ``CallStateValues``, such as `state.members`.
///
/// Observers of one property hear of changes of that property alone.
@MainActor
@dynamicMemberLookup
public final class CallState: Observable {
    /// All properties as one value, without being observed.
    public private(set) var values: CallStateValues
    /// Nil until a property was asked for that might be observed.
    private var registrar: ObservationRegistrar?

    private let date: @MainActor () -> Timestamp

    init(_ values: CallStateValues, date: @escaping @MainActor () -> Timestamp) {
        self.values = values
        self.date = date
    }

    /// How long the session has lasted until now; ringing does not count, and what has ended lasts no time. It grows
    /// without its observers being told.
    public var duration: Duration { values.duration(at: date()) }

    /// One property.
    public subscript<Value>(dynamicMember property: KeyPath<CallStateValues, Value>) -> Value {
        let registrar = registrar ?? ObservationRegistrar()
        self.registrar = registrar
        registrar.access(self, keyPath: \.[dynamicMember: property])
        return values[keyPath: property]
    }

    /// Answers a question about the values, which are lent: to call a function of theirs would copy them.
    func answer<Answer>(_ question: (inout CallStateValues) -> Answer) -> Answer {
        question(&values)
    }

    /// Changes the values, tells the observers of what has changed, and says what that is.
    func update(_ change: (inout CallStateValues) -> Void) -> CallStateChanges {
        change(&values)
        let changes = values.takeChanges()
        guard let registrar, !changes.isEmpty else { return changes }
        for property in ObservedProperty.all where property.sources.contains(where: changes.contains) {
            property.tell(registrar, self)
        }
        return changes
    }
}

/// A property that can be observed, with the kept properties that it is computed from.
@MainActor
package struct ObservedProperty {
    let sources: [CallStateChanges.Property]
    let tell: (ObservationRegistrar, CallState) -> Void
    /// Reads the property, for a comparison with another reading.
    package let read: (CallState) -> any Equatable
    private let property: PartialKeyPath<CallStateValues>

    /// The name of the property.
    package var name: String { "\(property)".split(separator: ".").last.map(String.init) ?? "" }

    private init<Value: Equatable>(
        _ property: KeyPath<CallStateValues, Value>, _ sources: CallStateChanges.Property...
    ) {
        self.init(property, sources) { $0 }
    }

    private init<Value>(
        _ property: KeyPath<CallStateValues, Value>, _ sources: [CallStateChanges.Property],
        comparedBy comparable: @escaping (Value) -> any Equatable
    ) {
        self.property = property
        self.sources = sources
        let observed: KeyPath<CallState, Value> = \CallState[dynamicMember: property]
        read = { comparable($0[keyPath: observed]) }
        tell = {
            $0.willSet($1, keyPath: observed)
            $0.didSet($1, keyPath: observed)
        }
    }

    /// Every property of ``CallStateValues`` that can change.
    package static let all: [ObservedProperty] = [
        Self(\.sessionId, .sessionId), Self(\.localParticipant, .localParticipant),
        Self(\.isCurrentUserScreensharing, .localParticipant), Self(\.participants, .participants),
        Self(\.rosterCount, .participants), Self(\.participantsMap, .participants),
        Self(\.participantUserIds, .participants),
        Self(\.remoteParticipants, .participants), Self(\.dominantSpeaker, .participants),
        Self(\.activeSpeakers, .participants), Self(\.screenSharingParticipant, .participants),
        Self(\.members, .members), Self(\.blockedUserIds, .blockedUserIds),
        Self(\.blockedUsers, .blockedUserIds, .members),
        Self(\.settings, .settings), Self(\.ownCapabilities, .ownCapabilities), Self(\.backstage, .backstage),
        Self(\.recordingState, .recordingState), Self(\.recording, .recordingState),
        Self(\.transcribing, .transcribing), Self(\.captioning, .captioning), Self(\.createdAt, .createdAt),
        Self(\.isInitialized, .createdAt), Self(\.createdBy, .createdBy), Self(\.updatedAt, .updatedAt),
        Self(\.startsAt, .startsAt), Self(\.endedAt, .endedAt), Self(\.endedBy, .endedBy), Self(\.custom, .custom),
        Self(\.customData, .custom), Self(\.team, .team), Self(\.session, .session),
        Self(\.sessionSummary, .session), Self(\.startedAt, .session),
        Self(\.screenSharingSession, .participants), Self(\.statsReport, .stats),
        Self(\.statsCollectionInterval, .stats), Self(\.reportsStatistics, .stats),
        Self(\.participantCount, .participantCount),
        Self(\.anonymousParticipantCount, .anonymousParticipantCount), Self(\.callSettings, .callSettings),
        Self(\.reconnectionStatus, .reconnectionStatus), Self(\.connectionPhase, .connectionPhase),
        Self(\.egress, .egress), Self(\.broadcasting, .egress), Self(\.hlsPlaylistUrl, .egress),
        Self(\.rtmpBroadcasts, .egress), Self(\.compositeRecording, .egress), Self(\.individualRecording, .egress),
        Self(\.rawRecording, .egress), Self(\.frameRecording, .egress), Self(\.ingress, .ingress),
        Self(\.streamKey, .ingress), Self(\.thumbnails, .thumbnails),
        Self(\.closedCaptions, .closedCaptions), Self(\.isSpeakingWhileMuted, .isSpeakingWhileMuted),
        Self(\.incomingVideoQualitySettings, .subscriptions), Self(\.publishOptions, .publishOptions),
        Self(\.publishQuality, .publishQuality), Self(\.permissionRequests, .permissionRequests),
        Self(\.isNoiseCancellationOn, .isNoiseCancellationOn), Self(\.capabilitiesByRole, .capabilitiesByRole),
        Self(\.sorting, [.participants], comparedBy: { _ in true }),
        Self(\.disconnectionError, [.disconnectionError], comparedBy: { $0.map { "\($0)" } }),
    ]
}
