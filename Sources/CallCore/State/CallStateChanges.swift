/// What is different of a call since the last look, so that nobody has to compare everything.
package struct CallStateChanges: Sendable {
    /// The properties of ``CallStateValues`` that are kept, each with those that are computed from it.
    package enum Property: UInt64, CaseIterable, Sendable {
        case sessionId, participants, localParticipant, members, blockedUserIds, settings, ownCapabilities, backstage
        case recordingState, transcribing, captioning, createdAt, createdBy, updatedAt, startsAt, endedAt, endedBy
        case custom, team, session, participantCount, anonymousParticipantCount, callSettings, reconnectionStatus
        case connectionPhase, egress, ingress, closedCaptions, capabilitiesByRole
        case subscriptions, publishOptions, publishQuality, permissionRequests, isSpeakingWhileMuted
        case disconnectionError, isNoiseCancellationOn, stats, thumbnails
    }

    private var bits: UInt64 = 0
    /// Whether those are named who came and went.
    let namesMoves: Bool
    /// The users whose stays are new, in the order in which they came.
    package private(set) var arrivals: [String] = []
    /// The users whose stays are over, in the order in which they went.
    package private(set) var departures: [String] = []

    package init(namingMoves: Bool) {
        namesMoves = namingMoves
    }

    package var isEmpty: Bool { bits == 0 }

    package func contains(_ property: Property) -> Bool {
        bits & Self.bit(property) != 0
    }

    /// Whether something is different that what this user sends or wants may depend on.
    package var mayConcernTracks: Bool { bits & Self.tracks != 0 }

    private static let tracks =
        bit(.ownCapabilities) | bit(.callSettings) | bit(.subscriptions) | bit(.participants)

    mutating func insert(_ property: Property) {
        bits |= Self.bit(property)
    }

    mutating func arrived(_ userId: String) {
        insert(.participants)
        if namesMoves { arrivals.append(userId) }
    }

    mutating func departed(_ userId: String) {
        insert(.participants)
        if namesMoves { departures.append(userId) }
    }

    private static func bit(_ property: Property) -> UInt64 { 1 << property.rawValue }
}
