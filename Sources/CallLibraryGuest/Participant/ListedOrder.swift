import CallCore
import Signaling

/// The order of participants in a list, as `semantics.md` 3.4 describes it, without the parts that depend on visibility.
struct ListedOrder {
    /// A criterion that distinguishes two participants.
    private enum Criterion: String {
        case pinned, screenSharing, dominantSpeaker, speaking, video, audio, name, userId, joinedAt, roles, ingress
    }

    private let criteria: [Criterion]

    /// The order of a call for which none was chosen.
    static let standard = ListedOrder(of: ["standard"])

    /// Creates the order of the criteria and presets with which a scenario sorts, the most important first.
    init(of names: [String]) {
        var criteria: [Criterion] = []
        for name in names {
            if let criterion = Criterion(rawValue: name) {
                criteria.append(criterion)
            } else {
                // Visibility may decide the rest of a preset.
                criteria += Self.beginning(ofPreset: name)
                break
            }
        }
        self.criteria = criteria
    }

    private static func beginning(ofPreset name: String) -> [Criterion] {
        switch name {
        case "standard": [.pinned, .screenSharing]
        case "speakerLayout": [.pinned, .screenSharing, .dominantSpeaker]
        case "paginatedLayout": [.pinned]
        default: []
        }
    }

    /// Returns the first two neighbours in the wrong order; nil without any.
    func firstMisplaced(in participants: [CallParticipant]) -> (CallParticipant, CallParticipant)? {
        zip(participants, participants.dropFirst()).first { first, second in mustPrecede(second, first) }
    }

    /// Returns true when the first criterion that distinguishes the two puts `first` before `second`.
    private func mustPrecede(_ first: CallParticipant, _ second: CallParticipant) -> Bool {
        for criterion in criteria {
            if Self.precedes(first, second, by: criterion) { return true }
            if Self.precedes(second, first, by: criterion) { return false }
        }
        return false
    }

    private static func precedes(_ one: CallParticipant, _ other: CallParticipant, by criterion: Criterion) -> Bool {
        switch criterion {
        case .pinned: one.isPinnedBefore(other)
        case .screenSharing: one.publishes(.screenShare) && !other.publishes(.screenShare)
        case .dominantSpeaker: one.isDominantSpeaker && !other.isDominantSpeaker
        case .speaking: one.isSpeaking && !other.isSpeaking
        case .video: one.publishes(.video) && !other.publishes(.video)
        case .audio: one.publishes(.audio) && !other.publishes(.audio)
        case .name: one.user.name.lowercased() < other.user.name.lowercased()
        case .userId: one.user.id < other.user.id
        case .joinedAt: one.own.joinedAt < other.own.joinedAt
        case .roles: one.roleRank < other.roleRank
        case .ingress: one.ingressRank < other.ingressRank
        }
    }
}

extension CallParticipant {
    fileprivate func publishes(_ type: TrackType) -> Bool { publishedTracks.contains(type) }

    /// A pin for everyone is before a local one, and a later pin before an earlier one.
    fileprivate func isPinnedBefore(_ other: CallParticipant) -> Bool {
        guard pinRank == other.pinRank else { return pinRank < other.pinRank }
        guard let pin, let otherPin = other.pin else { return false }
        return pin.pinnedAt > otherPin.pinnedAt
    }

    private var pinRank: Int {
        switch pin?.isLocal {
        case false?: 0
        case true?: 1
        case nil: 2
        }
    }

    fileprivate var roleRank: Int {
        ["admin", "host", "speaker"].firstIndex { roles.contains($0) } ?? .max
    }

    fileprivate var ingressRank: Int {
        let order: [Source] = [.rtmp, .srt, .whip, .rtsp]
        return order.firstIndex(of: source) ?? .max
    }
}
