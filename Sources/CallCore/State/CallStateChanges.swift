/// The properties of a call's state that changed since the last call of `takeChanges()`. Changes are recorded as they
/// occur, because comparing whole states would cost more than most events.
package struct CallStateChanges: Sendable {
    /// The stored properties of ``CallStateValues``. Computed properties are in ``CallStateProperties``.
    package enum Property: UInt64, CaseIterable, Sendable {
        case sessionId, participants, localParticipant, members, blockedUserIds, settings, ownCapabilities, backstage
        case recordingState, transcribing, captioning, createdAt, createdBy, updatedAt, startsAt, endedAt, endedBy
        case custom, team, session, participantCount, anonymousParticipantCount, callSettings, reconnectionStatus
        case connectionPhase, egress, ingress, closedCaptions, capabilitiesByRole
        case subscriptions, publishOptions, publishQuality, permissionRequests, isSpeakingWhileMuted
        case disconnectionError, isNoiseCancellationOn, stats, thumbnails
    }

    /// A set of stored properties.
    package struct Properties: Sendable {
        fileprivate var bits: UInt64

        package init(_ properties: [Property]) {
            bits = properties.reduce(0) { $0 | 1 << $1.rawValue }
        }

        package mutating func formUnion(_ other: Properties) {
            bits |= other.bits
        }
    }

    private var changed = Properties([])
    /// True when ``arrivals`` and ``departures`` are recorded. Otherwise both are empty.
    let recordsMoves: Bool
    /// The users of the participants that joined, in order.
    package private(set) var arrivals: [String] = []
    /// The users of the participants that left, in order.
    package private(set) var departures: [String] = []

    package init(recordingMoves: Bool) {
        recordsMoves = recordingMoves
    }

    package var isEmpty: Bool { changed.bits == 0 }

    package func contains(_ property: Property) -> Bool {
        changed.bits & 1 << property.rawValue != 0
    }

    package func containsAny(of properties: Properties) -> Bool {
        changed.bits & properties.bits != 0
    }

    mutating func insert(_ property: Property) {
        changed.bits |= 1 << property.rawValue
    }

    mutating func arrived(_ userId: String) {
        insert(.participants)
        if recordsMoves { arrivals.append(userId) }
    }

    mutating func departed(_ userId: String) {
        insert(.participants)
        if recordsMoves { departures.append(userId) }
    }
}
