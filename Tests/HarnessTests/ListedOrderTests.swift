import Signaling
import Testing
import Timing

@testable import CallCore
@testable import CallLibraryGuest

/// The order of listed participants, as each run compares it.
@Suite struct ListedOrderTests {
    private func participant(_ id: String, _ change: (inout CallParticipant) -> Void = { _ in }) -> CallParticipant {
        var participant = CallParticipant(user: User(id: id), sessionId: id, joinedAt: .virtualStart)
        change(&participant)
        return participant
    }

    private func misplaced(_ participants: CallParticipant..., by criteria: [String] = ["standard"]) -> [String]? {
        ListedOrder(of: criteria).firstMisplaced(in: participants).map { [$0.userId, $1.userId] }
    }

    private let early = Timestamp(milliseconds: 1_000)
    private let late = Timestamp(milliseconds: 2_000)

    @Test func `a pin for everyone is first, then a local pin, then a shared screen`() {
        let (everyone, here) = (
            participant("everyone") { $0.pinForEveryone(at: early) }, participant("here") { $0.pinnedHere = late }
        )
        let (screen, plain) = (participant("screen") { $0.isScreensharing = true }, participant("plain"))
        #expect(misplaced(everyone, here, screen, plain) == nil)
        #expect(misplaced(here, everyone, screen, plain) == ["here", "everyone"])
        #expect(misplaced(everyone, screen, here, plain) == ["screen", "here"])
        #expect(misplaced(everyone, here, plain, screen) == ["plain", "screen"])
    }

    @Test func `a later pin is before an earlier one`() {
        let (first, second) = (
            participant("first") { $0.pinnedHere = early }, participant("second") { $0.pinnedHere = late }
        )
        #expect(misplaced(second, first) == nil)
        #expect(misplaced(first, second) == ["first", "second"])
    }

    /// A criterion, and the change that puts the participant b before a.
    static let criteria: [(name: String, change: @Sendable (inout CallParticipant) -> Void)] = [
        ("screenSharing", { $0.isScreensharing = true }), ("dominantSpeaker", { $0.isDominantSpeaker = true }),
        ("speaking", { $0.isSpeaking = true }), ("video", { $0.hasVideo = true }), ("audio", { $0.hasAudio = true }),
        ("name", { $0.user.name = "Aaron" }), ("roles", { $0.roles = ["host"] }), ("ingress", { $0.source = .srt }),
    ]

    @Test(arguments: criteria.indices) func `a chosen criterion decides`(_ index: Int) {
        let (name, change) = Self.criteria[index]
        var plain = participant("a")
        plain.user.name = "adam"
        let special = participant("b", change)
        #expect(misplaced(special, plain, by: [name]) == nil)
        #expect(misplaced(plain, special, by: [name]) == ["a", "b"])
        #expect(misplaced(plain, special, by: ["userId", name]) == nil)
    }

    @Test func `the first criterion that distinguishes two decides, and visibility may decide the rest of a preset`() {
        let (loud, quiet) = (participant("b") { $0.isDominantSpeaker = true }, participant("a"))
        #expect(misplaced(quiet, loud, by: ["speakerLayout", "userId"]) == ["a", "b"])
        #expect(misplaced(quiet, loud, by: ["pinned", "dominantSpeaker", "userId"]) == ["a", "b"])
        #expect(misplaced(quiet, loud, by: ["paginatedLayout", "dominantSpeaker"]) == nil)
        #expect(misplaced(loud, quiet, by: ["livestreamOrAudioRoom", "userId"]) == nil)
    }

    @Test func `participants without pins and screens may have any order`() {
        #expect(misplaced(participant("b"), participant("a"), participant("c")) == nil)
        #expect(misplaced() == nil && misplaced(participant("a")) == nil)
    }
}
