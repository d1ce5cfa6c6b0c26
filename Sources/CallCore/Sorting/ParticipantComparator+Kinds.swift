public import Signaling

extension ParticipantComparator {
    /// Pinned participants first. A pin for everyone precedes a local one, and a newer pin an older one.
    public static let pinned = ParticipantComparator { first, second in
        switch (first.pin, second.pin) {
        case (nil, nil): .same
        case (.some, nil): .before
        case (nil, .some): .behind
        case (.some(let one), .some(let other)):
            one.isLocal == other.isLocal
                ? ascending(other.pinnedAt, one.pinnedAt) : truthFirst(other.isLocal, one.isLocal)
        }
    }

    /// Participants that share their screen first.
    public static let screenSharing = ParticipantComparator { truthFirst($0.isScreensharing, $1.isScreensharing) }

    /// The dominant speaker first.
    public static let dominantSpeaker = ParticipantComparator { truthFirst($0.isDominantSpeaker, $1.isDominantSpeaker) }

    /// Participants that speak first.
    public static let speaking = ParticipantComparator { truthFirst($0.isSpeaking, $1.isSpeaking) }

    /// Participants that publish video first.
    public static let publishingVideo = ParticipantComparator { truthFirst($0.hasVideo, $1.hasVideo) }

    /// Participants that publish audio first.
    public static let publishingAudio = ParticipantComparator { truthFirst($0.hasAudio, $1.hasAudio) }

    /// By name, case-insensitive.
    public static let name = ParticipantComparator { ascending($0.name.lowercased(), $1.name.lowercased()) }

    /// By session id.
    public static let id = ParticipantComparator { ascending($0.id, $1.id) }

    /// By user id.
    public static let userId = ParticipantComparator { ascending($0.userId, $1.userId) }

    /// By date of joining, earliest first.
    public static let joinedAt = ParticipantComparator { ascending($0.joinedAt, $1.joinedAt) }

    /// Participants with one of the roles first, in the order of the roles.
    public static func roles(_ priority: [String] = ["admin", "host", "speaker"]) -> ParticipantComparator {
        ParticipantComparator { first, second in
            guard first.roles != second.roles else { return .same }
            return ascending(rank(first.roles, in: priority), rank(second.roles, in: priority))
        }
    }

    /// Participants from one of the sources first, in the order of the sources.
    public static func sources(_ priority: [CallParticipant.Source]) -> ParticipantComparator {
        ParticipantComparator { first, second in
            guard first.source != second.source else { return .same }
            return ascending(rank([first.source], in: priority), rank([second.source], in: priority))
        }
    }

    /// Participants from ingress first: RTMP, SRT, WHIP, RTSP.
    public static let ingress = sources(ParticipantSource.ingress)

    /// Applies the comparators only to pairs that fulfil the condition.
    public static func when(
        _ condition: @escaping @Sendable (CallParticipant, CallParticipant) -> Bool,
        _ comparators: ParticipantComparator...
    ) -> ParticipantComparator {
        let all = ParticipantComparator(comparators)
        return ParticipantComparator { condition($0, $1) ? all($0, $1) : .same }
    }

    /// Applies the comparators only when one of the two is not visible, so that visible participants keep their order.
    public static func ifInvisible(_ comparators: ParticipantComparator...) -> ParticipantComparator {
        let all = ParticipantComparator(comparators)
        return ParticipantComparator { !$0.showTrack || !$1.showTrack ? all($0, $1) : .same }
    }

    private static func truthFirst(_ first: Bool, _ second: Bool) -> Order {
        first == second ? .same : first ? .before : .behind
    }

    private static func ascending<Value: Comparable>(_ first: Value, _ second: Value) -> Order {
        first < second ? .before : second < first ? .behind : .same
    }

    private static func rank<Value: Equatable>(_ values: [Value], in priority: [Value]) -> Int {
        priority.firstIndex { values.contains($0) } ?? priority.count
    }
}

// MARK: - Presets

extension ParticipantComparator {
    /// The preset for general lists, and the default of a call.
    public static let standard = ParticipantComparator([
        pinned, screenSharing, ifInvisible(dominantSpeaker, speaking, publishingVideo, publishingAudio),
        ifInvisible(userId),
    ])

    /// The preset for a large speaker with the others beside it.
    public static let speakerLayout = ParticipantComparator([
        pinned, screenSharing, dominantSpeaker, ifInvisible(speaking, ingress, publishingVideo, publishingAudio),
        ifInvisible(userId),
    ])

    /// The preset for a grid of several pages.
    public static let paginatedLayout = ParticipantComparator([
        pinned, ifInvisible(dominantSpeaker, speaking, ingress, publishingVideo, publishingAudio),
        ifInvisible(userId),
    ])

    /// The preset for livestreams and audio rooms.
    public static let livestreamOrAudioRoom = ParticipantComparator([
        ifInvisible(dominantSpeaker, speaking, ingress, publishingVideo, publishingAudio), roles(),
    ])
}
