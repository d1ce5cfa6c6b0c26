import Signaling
import Testing
import Timing

@testable import CallCore
@testable import CallLibraryGuest

/// The default order of participants, as each run compares it.
@Suite struct DefaultOrderTests {
    private func participant(_ id: String, _ change: (inout CallParticipant) -> Void = { _ in }) -> CallParticipant {
        var participant = CallParticipant(user: User(id: id), sessionId: id, joinedAt: .virtualStart)
        change(&participant)
        return participant
    }

    private func misplaced(_ participants: CallParticipant...) -> [String]? {
        participants.firstMisplaced.map { [$0.userId, $1.userId] }
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

    @Test func `participants without pins and screens may have any order`() {
        #expect(misplaced(participant("b"), participant("a"), participant("c")) == nil)
        #expect(misplaced() == nil && misplaced(participant("a")) == nil)
    }
}
