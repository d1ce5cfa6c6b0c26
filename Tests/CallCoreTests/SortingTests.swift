import CallCore
import Covering
import Signaling
import Testing
import Timing

/// In which order participants stand; each test names the cases that it shows.
@Suite struct SortingTests {
    typealias Change = @Sendable (inout CallParticipant) -> Void

    static func participant(_ id: String, _ change: Change = { _ in }) -> CallParticipant {
        var participant = CallParticipant(
            user: User(id: id), sessionId: id, joinedAt: Timestamp(milliseconds: 1_000))
        change(&participant)
        return participant
    }

    private func order(_ comparator: ParticipantComparator, _ participants: [CallParticipant]) -> String {
        participants.sorted(by: comparator).map(\.id).joined(separator: " ")
    }

    private func order(_ comparator: ParticipantComparator, _ changes: Change...) -> String {
        order(comparator, changes.enumerated().map { Self.participant("\($0.offset + 1)", $0.element) })
    }

    private static let hidden: Change = { $0.showTrack = false }

    // MARK: One quality

    /// Pins come from a call's state, where the SFU and the user set them.
    private func pinned(_ local: [String: Int64], _ remote: [String: Int64]) -> String {
        let ids = ["1", "2", "3", "4"]
        var values = CallStateValuesTests.joined(ids.map { CallStateValuesTests.session(User(id: $0), $0) })
        values.sorting = .pinned
        for (id, date) in local.sorted(by: { $0.key < $1.key }) {
            values.setPinned(true, id, at: Timestamp(milliseconds: date))
        }
        let dates = remote.sorted { $0.value < $1.value }
        for (index, entry) in dates.enumerated() {
            values.setPins(dates.prefix(index + 1).map(\.key), at: Timestamp(milliseconds: entry.value))
        }
        return values.participantUserIds.joined(separator: " ")
    }

    @Test(.covers("SORT-01")) func `pinned first, for everyone before here, the later pin first`() {
        #expect(pinned([:], [:]) == "1 2 3 4")
        #expect(pinned(["3": 5], [:]) == "3 1 2 4")
        #expect(pinned(["3": 5, "4": 9], [:]) == "4 3 1 2")
        #expect(pinned(["3": 9], ["2": 5]) == "2 3 1 4")
        #expect(pinned([:], ["2": 5, "4": 6]) == "4 2 1 3")
        #expect(pinned(["1": 5, "2": 5, "3": 5, "4": 5], [:]) == "1 2 3 4")
    }

    @Test(.covers("SORT-02", "SORT-03", "SORT-04")) func `sharing, dominant and speaking participants come first`() {
        #expect(order(.screenSharing, { _ in }, { $0.isScreensharing = true }, { _ in }) == "2 1 3")
        #expect(order(.dominantSpeaker, { _ in }, { _ in }, { $0.isDominantSpeaker = true }) == "3 1 2")
        #expect(order(.speaking, { _ in }, { $0.isSpeaking = true }, { $0.isSpeaking = true }) == "2 3 1")
    }

    @Test func `participants with video or audio come first`() {
        #expect(order(.publishingVideo, { _ in }, { $0.hasVideo = true }) == "2 1")
        #expect(order(.publishingAudio, { _ in }, { $0.hasAudio = true }) == "2 1")
    }

    @Test(
        .covers("SORT-06"),
        arguments: [
            (["Adam", "Eve"], "1 2"), (["Zane", "Aaron"], "2 1"), (["aaron", "Aaron", "AARON"], "1 2 3"),
            (["Adam", "Adam"], "1 2"), (["bob", "Alice", "Carol"], "2 1 3"),
        ])
    func `by name, upper and lower case alike`(names: [String], expected: String) {
        let participants = names.enumerated().map { index, name in
            Self.participant("\(index + 1)") { $0.user.name = name }
        }
        #expect(order(.name, participants) == expected)
    }

    @Test(.covers("SORT-07")) func `priority roles first, in the given order`() {
        let roles = ParticipantComparator.roles()
        #expect(
            order(roles, { $0.roles = ["user"] }, { $0.roles = ["speaker"] }, { $0.roles = ["host"] }) == "3 2 1")
        #expect(order(roles, { $0.roles = ["host"] }, { $0.roles = ["user", "speaker", "admin"] }) == "2 1")
        #expect(order(roles, { $0.roles = [] }, { $0.roles = ["user"] }) == "1 2")
        #expect(order(.roles(["user"]), { $0.roles = ["admin"] }, { $0.roles = ["user"] }) == "2 1")
    }

    @Test(.covers("SORT-08", "SORT-09")) func `by id, by user and by the time of joining`() {
        let participants = [Self.participant("b"), Self.participant("a")]
        #expect(order(.id, participants) == "a b")
        let users = [
            Self.participant("1") { $0.user = User(id: "z") }, Self.participant("2") { $0.user = User(id: "y") },
        ]
        #expect(order(.userId, users) == "2 1")
        #expect(order(.joinedAt, { _ in }, { $0.joinedAt = Timestamp(milliseconds: 1) }) == "2 1")
    }

    // MARK: Conditions

    @Test(.covers("SORT-11")) func `a condition decides whether a comparator is asked`() {
        let speaking: Change = { $0.isSpeaking = true }
        #expect(order(.when({ _, _ in true }, .speaking), { _ in }, speaking) == "2 1")
        #expect(order(.when({ _, _ in false }, .speaking), { _ in }, speaking) == "1 2")
    }

    @Test func `a condition receives the two in the order in which they are compared`() {
        let (one, two) = (Self.participant("1") { $0.isSpeaking = true }, Self.participant("2"))
        #expect(ParticipantComparator.when({ first, _ in first.userId == "1" }, .speaking)(one, two) == .before)
        #expect(ParticipantComparator.when({ first, _ in first.userId == "2" }, .speaking)(one, two) == .same)
    }

    @Test(.covers("SORT-12")) func `below the screen's edge applies when either of two is not on the screen`() {
        let byName = ParticipantComparator.ifInvisible(.userId)
        let visible = Self.participant("b")
        let other = Self.participant("a")
        #expect(order(byName, [visible, other]) == "b a")
        #expect(order(byName, [visible, Self.participant("a", Self.hidden)]) == "a b")
        #expect(order(byName, [Self.participant("b", Self.hidden), other]) == "a b")
    }

    @Test(.covers("SORT-16", "SORT-17")) func `sources stand in the given order, the others behind them as they were`()
    {
        func order(_ priority: [CallParticipant.Source], _ sources: CallParticipant.Source...) -> String {
            self.order(
                .sources(priority),
                sources.enumerated().map { index, source in Self.participant("\(index + 1)") { $0.source = source } })
        }
        #expect(order([.rtmp], .webrtc, .rtmp) == "2 1")
        #expect(order([.rtmp], .rtmp, .rtmp) == "1 2")
        #expect(order([.srt, .rtmp], .webrtc, .rtmp, .sip, .srt) == "4 2 1 3")
        #expect(order([], .webrtc, .rtmp, .srt) == "1 2 3")
    }

    @Test(.covers("SORT-18")) func `RTMP, SRT, WHIP, RTSP stand before the rest, and a telephone is not one of them`() {
        let sources: [CallParticipant.Source] = [.webrtc, .sip, .rtsp, .whip, .srt, .rtmp]
        let participants = sources.map { source in Self.participant("\(source)") { $0.source = source } }
        #expect(order(.ingress, participants) == "rtmp srt whip rtsp webrtc sip")
    }

    // MARK: Presets

    @Test(.covers("SORT-13"))
    func `the standard order compares pins, shared screens, and then invisible participants`() {
        #expect(
            order(.standard, { $0.isDominantSpeaker = true }, { _ in }, { $0.isScreensharing = true }) == "3 1 2")
        let hidden = [
            Self.participant("quiet", Self.hidden),
            Self.participant("audio") { ($0.showTrack, $0.hasAudio) = (false, true) },
            Self.participant("video") { ($0.showTrack, $0.hasVideo) = (false, true) },
            Self.participant("speaking") { ($0.showTrack, $0.isSpeaking) = (false, true) },
            Self.participant("dominant") { ($0.showTrack, $0.isDominantSpeaker) = (false, true) },
        ]
        #expect(order(.standard, hidden) == "dominant speaking video audio quiet")
        #expect(order(.standard, [Self.participant("b", Self.hidden), Self.participant("a", Self.hidden)]) == "a b")
    }

    @Test(
        .covers("SORT-14"),
        arguments: [
            ("standard", ParticipantComparator.standard), ("paginated", .paginatedLayout), ("speaker", .speakerLayout),
        ])
    func `a visible participant does not move when it speaks`(_ preset: (String, ParticipantComparator)) {
        var values = CallStateValuesTests.joined(
            ["own", "b", "c"].map { CallStateValuesTests.session(User(id: $0), $0) })
        values.sorting = preset.1
        values.setAudioLevel(0.8, isSpeaking: true, from: "c")
        values.setAudioLevel(0.9, isSpeaking: true, from: "b")
        #expect(values.participantUserIds == ["own", "b", "c"])
        values.setShown(false, "c")
        #expect(values.participantUserIds.last == "c")
    }

    @Test(.covers("SORT-19", "SORT-21"))
    func `not on the screen, speaking goes before ingress, and ingress before the others`() {
        let participants = [
            Self.participant("webrtc", Self.hidden),
            Self.participant("whip") { ($0.showTrack, $0.source) = (false, .whip) },
            Self.participant("rtmp") { ($0.showTrack, $0.source) = (false, .rtmp) },
            Self.participant("speaking") { ($0.showTrack, $0.isSpeaking) = (false, true) },
        ]
        #expect(order(.speakerLayout, participants) == "speaking rtmp whip webrtc")
        #expect(order(.livestreamOrAudioRoom, participants) == "speaking rtmp whip webrtc")
        let visible = participants.map { participant in
            var participant = participant
            participant.showTrack = true
            return participant
        }
        #expect(order(.speakerLayout, visible) == "webrtc whip rtmp speaking")
        #expect(order(.livestreamOrAudioRoom, visible) == "webrtc whip rtmp speaking")
    }

    @Test func `two participants have opposite positions to each other, and one has none to itself`() {
        let (first, second) = (Self.participant("1"), Self.participant("2"))
        for comparator in [ParticipantComparator.id, .userId] {
            #expect(comparator(first, second) == .before && comparator(second, first) == .behind)
            #expect(comparator(first, first) == .same)
        }
    }
}
