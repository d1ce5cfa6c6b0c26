import Signaling
import Timing

/// The table of a call's state properties that can change.
///
/// Traces of changes at one instant follow the order of the table.
package enum CallStateProperties {
    package static let all: [any StateProperty] = participants + call + session + connection + egress

    private static let participants: [any StateProperty] = [
        StateRow("localParticipant", \.localParticipant, .localParticipant),
        StateRow(
            "isCurrentUserScreensharing", \.isCurrentUserScreensharing, .localParticipant,
            about: "true when the participant shares its screen"),
        StateRow("participants", \.participants, .participants),
        StateRow("rosterCount", \.rosterCount, .participants),
        StateRow("participantsMap", \.participantsMap, .participants),
        StateRow("participantUserIds", \.participantUserIds, .participants),
        StateRow("remoteParticipants", \.remoteParticipants, .participants),
        StateRow("dominantSpeaker", \.dominantSpeaker, .participants),
        StateRow("activeSpeakers", \.activeSpeakers, .participants),
        StateRow("screenSharingParticipant", \.screenSharingParticipant, .participants),
        StateRow("screenSharingSession", \.screenSharingSession, .participants),
        StateRow("sorting", \.sorting, .participants, comparedBy: { _, _ in true }),
        StateRow(
            "participantCount", \.participantCount, .participantCount, about: "the number of participants of the call"),
        StateRow(
            "anonymousParticipantCount", \.anonymousParticipantCount, .anonymousParticipantCount,
            about: "the number of anonymous participants of the call"),
        StateRow("incomingVideoQualitySettings", \.incomingVideoQualitySettings, .subscriptions),
        StateRow("publishOptions", \.publishOptions, .publishOptions),
        StateRow("publishQuality", \.publishQuality, .publishQuality),
        StateRow("callSettings", \.callSettings, .callSettings),
        StateRow(
            "isSpeakingWhileMuted", \.isSpeakingWhileMuted, .isSpeakingWhileMuted,
            about: "true when the user speaks and the microphone is off"),
        StateRow("isNoiseCancellationOn", \.isNoiseCancellationOn, .isNoiseCancellationOn),
    ]

    private static let call: [any StateProperty] = [
        StateRow("members", \.members, .members, traced: { $0.map(\.userId).joined(separator: " ") }),
        StateRow(
            "recordingState", \.recordingState, .recordingState, about: "the state of the recording",
            traced: { $0.rawValue }),
        StateRow("recording", \.recording, .recordingState, about: "true while the call is recorded"),
        StateRow(
            "backstage", \.backstage, .backstage, about: "true while the call is in backstage", traced: { "\($0)" }),
        StateRow(
            "transcribing", \.transcribing, .transcribing, about: "true while speech is transcribed",
            traced: { "\($0)" }),
        StateRow(
            "captioning", \.captioning, .captioning, about: "true while closed captions are on", traced: { "\($0)" }),
        StateRow("closedCaptions", \.closedCaptions, .closedCaptions),
        StateRow("blockedUserIds", \.blockedUserIds, .blockedUserIds),
        StateRow("blockedUsers", \.blockedUsers, .blockedUserIds, .members),
        StateRow("settings", \.settings, .settings, traced: { $0?.ring.text ?? "none" }),
        StateRow("ownCapabilities", \.ownCapabilities, .ownCapabilities),
        StateRow("capabilitiesByRole", \.capabilitiesByRole, .capabilitiesByRole),
        StateRow("permissionRequests", \.permissionRequests, .permissionRequests),
        StateRow(
            "isInitialized", \.isInitialized, .createdAt, about: "true when the coordinator has described the call"),
        StateRow("createdAt", \.createdAt, .createdAt, about: "the date at which the call was created"),
        StateRow("createdBy", \.createdBy, .createdBy, about: "the user that created the call"),
        StateRow("updatedAt", \.updatedAt, .updatedAt, about: "the date of the call's last change"),
        StateRow("startsAt", \.startsAt, .startsAt, about: "the date at which the call is to start"),
        StateRow("endedAt", \.endedAt, .endedAt, about: "the date at which the call was ended"),
        StateRow("endedBy", \.endedBy, .endedBy, about: "the user that ended the call"),
        StateRow("custom", \.custom, .custom),
        StateRow("customData", \.customData, .custom),
        StateRow("team", \.team, .team, about: "the team of the call"),
    ]

    private static let connection: [any StateProperty] = [
        StateRow("sessionId", \.sessionId, .sessionId, traced: { $0 }),
        StateRow(
            "connectionPhase", \.connectionPhase, .connectionPhase, about: "the connection in detail",
            traced: { $0.rawValue }),
        StateRow(
            "reconnectionStatus", \.reconnectionStatus, .reconnectionStatus,
            about: "the documented reconnection status", traced: { $0.rawValue }),
        StateRow(
            "disconnectionError", \.disconnectionError, .disconnectionError,
            comparedBy: { $0.map { "\($0)" } == $1.map { "\($0)" } }),
        StateRow("statsReport", \.statsReport, .stats),
        StateRow(
            "statsCollectionInterval", \.statsCollectionInterval, .stats,
            about: "the interval at which the statistics of media are renewed"),
        StateRow("reportsStatistics", \.reportsStatistics, .stats),
    ]
}

extension RingSettings {
    /// The limits from which the ring timers are set.
    fileprivate var text: String {
        "ring autoCancel=\(autoCancelTimeout.milliseconds)ms incoming=\(incomingCallTimeout.milliseconds)ms "
            + "missed=\(missedCallTimeout.milliseconds)ms"
    }
}
