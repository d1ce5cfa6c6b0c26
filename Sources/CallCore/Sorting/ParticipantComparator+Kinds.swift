public import Signaling

extension ParticipantComparator {
    /// Pinned before not; pinned for everyone before pinned here; the newer pin first.
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

    /// Who shares their screen first.
    public static let screenSharing = ParticipantComparator { truthFirst($0.isScreensharing, $1.isScreensharing) }

    /// The dominant speaker first.
    public static let dominantSpeaker = ParticipantComparator { truthFirst($0.isDominantSpeaker, $1.isDominantSpeaker) }

    /// Who speaks first.
    public static let speaking = ParticipantComparator { truthFirst($0.isSpeaking, $1.isSpeaking) }

    /// Who publishes video first.
    public static let publishingVideo = ParticipantComparator { truthFirst($0.hasVideo, $1.hasVideo) }

    /// Who publishes audio first.
    public static let publishingAudio = ParticipantComparator { truthFirst($0.hasAudio, $1.hasAudio) }

    /// By name; upper and lower case are the same.
    public static let name = ParticipantComparator { ascending($0.name.lowercased(), $1.name.lowercased()) }

    /// By the id of the stay.
    public static let id = ParticipantComparator { ascending($0.id, $1.id) }

    /// By the id of the user.
    public static let userId = ParticipantComparator { ascending($0.userId, $1.userId) }

    /// Who joined earlier first.
    public static let joinedAt = ParticipantComparator { ascending($0.joinedAt, $1.joinedAt) }

    /// Who has one of these roles first, an earlier role before a later one.
    public static func roles(_ priority: [String] = ["admin", "host", "speaker"]) -> ParticipantComparator {
        ParticipantComparator { first, second in
            guard first.roles != second.roles else { return .same }
            return ascending(rank(first.roles, in: priority), rank(second.roles, in: priority))
        }
    }

    /// Who comes from one of these sources first, an earlier source before a later one.
    public static func sources(_ priority: [CallParticipant.Source]) -> ParticipantComparator {
        ParticipantComparator { first, second in
            guard first.source != second.source else { return .same }
            return ascending(rank([first.source], in: priority), rank([second.source], in: priority))
        }
    }

    /// Who feeds the call from outside first: RTMP, SRT, WHIP, RTSP.
    public static let ingress = sources(ParticipantSource.ingress)

    /// Asks the comparators only when `condition` holds of the two.
    public static func when(
        _ condition: @escaping @Sendable (CallParticipant, CallParticipant) -> Bool,
        _ comparators: ParticipantComparator...
    ) -> ParticipantComparator {
        let all = ParticipantComparator(comparators)
        return ParticipantComparator { condition($0, $1) ? all($0, $1) : .same }
    }

    /// Asks the comparators only when one of the two is not on the screen, so that those who are stay where they are.
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
    /// For lists of no special kind; what a call begins with.
    public static let standard = ParticipantComparator([
        pinned, screenSharing, ifInvisible(dominantSpeaker, speaking, publishingVideo, publishingAudio),
        ifInvisible(userId),
    ])

    /// For a large speaker with the others beside.
    public static let speakerLayout = ParticipantComparator([
        pinned, screenSharing, dominantSpeaker, ifInvisible(speaking, ingress, publishingVideo, publishingAudio),
        ifInvisible(userId),
    ])

    /// For a grid of several pages.
    public static let paginatedLayout = ParticipantComparator([
        pinned, ifInvisible(dominantSpeaker, speaking, ingress, publishingVideo, publishingAudio),
        ifInvisible(userId),
    ])

    /// For livestreams and audio rooms.
    public static let livestreamOrAudioRoom = ParticipantComparator([
        ifInvisible(dominantSpeaker, speaking, ingress, publishingVideo, publishingAudio), roles(),
    ])
}
