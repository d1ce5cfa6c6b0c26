import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import CallCore

/// Numbers, borders and positions in the state of a call and of its media.
@Suite struct CountsAndOrderTests {
    private static let cid = CallStateValuesTests.cid
    private static let at = CallStateValuesTests.at

    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    // MARK: Attempts

    @Test func `an operation that begins and a call that ends take one number each`() {
        var machine = CallingMachine()
        for number in [1, 3, 5] {
            let lobby = LobbyInfo(callId: "standup", callType: "default", participants: [])
            let effects = machine.handle(.enterLobby(lobby))
            #expect(effects == [.readLobby(Self.cid, attempt: number)])
            _ = machine.handle(.hangUp(reason: nil))
            #expect(machine.state == .idle)
        }
    }

    // MARK: Media

    private static func source(_ ssrc: UInt32, _ type: TrackType = .audio) -> TrackSource {
        TrackSource {
            $0.trackType = type
            $0.ssrc = ssrc
        }
    }

    private func machine(_ configuration: MediaConfiguration = MediaConfiguration()) -> MediaMachine {
        MediaMachine(configuration, sessionId: "own", generator: SeededGenerator(seed: 1), at: .start)
    }

    private func receive(_ number: UInt16, at milliseconds: Int64, in machine: inout MediaMachine) throws {
        let packet = RTP.Packet(payloadType: 111, sequenceNumber: number, timestamp: UInt32(number) * 160, ssrc: 7)
        _ = try machine.receive(try #require(packet.encoded()), at: at(milliseconds))
    }

    @Test func `a configuration keeps its values within their borders`() {
        let loud = [0, 126, 127, 128, 255].map { MediaConfiguration(loudness: $0).loudness }
        #expect(loud == [0, 126, 127, 127, 127])
        let rates = [-1, 0, 1, 2, 119, 120, 121]
        let kept = [1, 1, 1, 2, 119, 120, 120]
        #expect(rates.map { MediaConfiguration(frameRate: $0).frameRate } == kept)
        #expect(rates.map { MediaConfiguration(screenFrameRate: $0).screenFrameRate } == kept)
        var changed = MediaConfiguration()
        for (rate, limited) in zip(rates, kept) {
            (changed.frameRate, changed.screenFrameRate) = (rate, rate)
            #expect(changed.frameRate == limited && changed.screenFrameRate == limited)
        }
        changed.loudness = 128
        #expect(changed.loudness == 127)
        let plain = MediaConfiguration()
        #expect(plain.frameRate == 15 && plain.screenFrameRate == 5 && plain.loudness == 20 && plain.speech.isEmpty)
        #expect(plain.keyFrameInterval == .seconds(2) && plain.firstSource == nil)
    }

    @Test func `received packets are counted without duplicates, for a track and in total`() throws {
        var machine = machine()
        machine.learn([(sessionId: "bob", source: Self.source(7))])
        for (step, number) in ([1, 2, 5, 3, 5, 5, 6] as [UInt16]).enumerated() {
            try receive(number, at: Int64(step) * 20, in: &machine)
        }
        let track = try #require(machine.track(.audio, of: "bob", at: at(200)))
        #expect(track.packetsReceived == 5 && track.packetsLost == 1 && track.packetsDuplicated == 2)
        #expect(machine.subscriberStats.packetsReceived == 5 && machine.subscriberStats.packetsLost == 1)
        #expect(machine.subscriberStats.jitter == track.jitter)
        machine.learn([])
        #expect(machine.subscriberStats.packetsReceived == 5 && machine.subscriberStats.packetsLost == 1)
        #expect(machine.subscriberStats.jitter == .zero && machine.track(.audio, of: "bob", at: at(200)) == nil)
    }

    @Test func `the greatest jitter of a track outlasts the jitter`() throws {
        var machine = machine()
        machine.learn([(sessionId: "bob", source: Self.source(7))])
        for number in 1...200 as ClosedRange<UInt16> {
            try receive(number, at: Int64(number) * 20 + (number == 20 ? 15 : 0), in: &machine)
        }
        let track = try #require(machine.track(.audio, of: "bob", at: at(4000)))
        #expect(track.jitter < .microseconds(10))
        #expect(track.greatestJitter > .microseconds(900) && track.greatestJitter < .milliseconds(3))
        #expect(track.meanJitter > track.jitter && track.meanJitter < track.greatestJitter)
    }

    @Test func `an announced source keeps its track until its session or its type is different`() throws {
        var machine = machine()
        let announced = [(sessionId: "bob", source: Self.source(7))]
        for number in 1...3 as ClosedRange<UInt16> {
            machine.learn(announced)
            try receive(number, at: Int64(number), in: &machine)
        }
        #expect(machine.track(.audio, of: "bob", at: at(4))?.packetsReceived == 3)
        machine.learn([(sessionId: "bob", source: Self.source(7, .screenShareAudio))])
        #expect(machine.track(.audio, of: "bob", at: at(4)) == nil)
        #expect(machine.track(.screenShareAudio, of: "bob", at: at(4))?.packetsReceived == 0)
        machine.learn([(sessionId: "carol", source: Self.source(7, .screenShareAudio))])
        #expect(machine.track(.screenShareAudio, of: "bob", at: at(4)) == nil)
        #expect(machine.track(.screenShareAudio, of: "carol", at: at(4))?.state == .waiting)
        #expect(machine.subscriberStats.packetsReceived == 3)
    }

    @Test func `each kind of frame has its size and its number of packets`() throws {
        var generator = SeededGenerator(seed: 1)
        for type in TrackType.allCases {
            var track = OutgoingTrack(type, ssrc: 1, configuration: MediaConfiguration(), at: .start, &generator)
            track.start(at: .start)
            let packets = try track.takeDue(
                at: .start, level: { _ in RTP.AudioLevel(decibelsBelowOverload: 127, hasVoice: false) }, &generator
            ).map { try RTP.Packet(decoding: $0) }
            #expect(packets.map(\.payload.count) == (type.isSound ? [160] : Array(repeating: 1000, count: 8)))
            #expect(Set(packets.flatMap(\.payload)) == [type.isSound ? 0xFF : 0xA5])
            #expect(track.octetCount == (type.isSound ? 160 : 8000) && track.packetCount == UInt32(packets.count))
        }
    }

    // MARK: State

    @Test func `the tracks of one session are set in its participant alone`() {
        var values = CallStateValuesTests.joined(
            ["alice", "bob"].map { CallStateValuesTests.session(User(id: $0), $0) })
        var track = MediaTrack(.audio, ssrc: 7)
        track.packetsReceived = 3
        _ = values.takeChanges()
        values.setTracks([.audio: track], of: "bob")
        #expect(values.participants.map(\.audioTrack) == [nil, track])
        let changes = values.takeChanges()
        #expect(changes.contains(.participants))
        values.setTracks([.audio: track], of: "nobody")
        #expect(values.participants.map(\.audioTrack) == [nil, track])
    }

    @Test func `a left session names its users among the departures, where moves are named`() {
        for isNaming in [true, false] {
            var values = CallStateValues(callCid: Self.cid, recordingMoves: isNaming)
            for user in ["alice", "bob"] {
                values.apply(.participantJoined(CallStateValuesTests.session(User(id: user), user)), at: Self.at)
            }
            let joined = values.takeChanges()
            #expect(joined.arrivals == (isNaming ? ["alice", "bob"] : []))
            values.leaveSession()
            let left = values.takeChanges()
            #expect(left.departures == (isNaming ? ["alice", "bob"] : []) && left.contains(.participants))
            values.leaveSession()
            let again = values.takeChanges()
            #expect(again.departures.isEmpty)
        }
    }

    @Test func `a join ends the wait for a requested recording, and changes no other state of it`() {
        let response = JoinCallResponse {
            $0.call = CallStateValuesTests.call
            $0.members = []
            $0.ownCapabilities = []
        }
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: response)
        #expect(values.recordingState == .noRecording)
        values.requestRecording()
        #expect(values.recordingState == .requested)
        values.update(from: response)
        #expect(values.recordingState == .noRecording)
        var recorded = response
        recorded.call.recording = true
        values.update(from: recorded)
        #expect(values.recordingState == .recording)
    }

    @Test func `a response counts while the last thirty-two events reach back to it`() {
        func response(_ team: String) -> GetCallResponse {
            var call = CallStateValuesTests.call
            call.team = team
            return GetCallResponse {
                $0.call = call
                $0.members = []
                $0.ownCapabilities = []
                $0.asOf = 0
            }
        }
        for count in [1, 31, 32, 33, 40] {
            var values = CallStateValues(callCid: Self.cid)
            values.update(from: response("first"))
            for number in 1...count {
                let user = BlockedUserPayload { $0.user = User(id: "u\(number)") }
                values.apply(.blockedUser(.init(Self.cid, at: Self.at, user)), number: number, for: "alice")
            }
            values.update(from: response("second"))
            #expect(values.team == (count <= 32 ? "second" : "first"), "\(count)")
            #expect(values.blockedUserIds.count == count, "\(count)")
        }
    }

    /// Returns the values of alice's call.
    private func values(
        accepted: [String] = [], rejected: [String] = [], present: [String] = [], members: [String] = ["bob", "carol"]
    ) -> CallStateValues {
        var call = CallStateValuesTests.call
        call.session = CallSessionResponse {
            $0.id = "session"
            $0.acceptedBy = Dictionary(uniqueKeysWithValues: accepted.map { ($0, Self.at) })
            $0.rejectedBy = Dictionary(uniqueKeysWithValues: rejected.map { ($0, Self.at) })
            $0.participants = present.map { id in
                SessionParticipant {
                    $0.user = User(id: id)
                    $0.userSessionId = id
                    $0.joinedAt = Self.at
                }
            }
        }
        var values = CallStateValues(callCid: Self.cid)
        values.update(from: call)
        values.merge((["alice"] + members).map { id in Member { $0.user = User(id: id) } })
        return values
    }

    @Test func `a ring of all members rings those that are not in the session, once all are known`() {
        #expect(values(present: ["bob"]).absentMembers(beside: "alice") == ["carol"])
        #expect(values(present: ["bob", "carol"]).absentMembers(beside: "alice").isEmpty)
        var limited = values()
        limited.update(
            from: GetCallResponse {
                $0.call = CallStateValuesTests.call
                $0.members = [Member { $0.user = User(id: "bob") }]
            }, membersLimit: 1)
        #expect(limited.absentMembers(beside: "alice").isEmpty)
    }

    @Test func `a ring is rejected by all when each rung member rejected, none accepted and none is present`() {
        let both = ["bob", "carol"]
        #expect(values(rejected: both).allRejected(ringer: "alice"))
        #expect(!values(accepted: ["bob"], rejected: both).allRejected(ringer: "alice"))
        #expect(!values(rejected: ["bob"]).allRejected(ringer: "alice"))
        #expect(values(rejected: ["bob"]).allRejected(ringer: "alice", callees: ["bob"]))
        #expect(!values(rejected: ["bob"]).allRejected(ringer: "alice", callees: ["carol"]))
        #expect(!values(rejected: both, present: ["bob"]).allRejected(ringer: "alice"))
        #expect(!values(rejected: both, members: []).allRejected(ringer: "alice"))
        #expect(!values(rejected: both).allRejected(ringer: "alice", callees: ["dave"]))
        #expect(!CallStateValues(callCid: Self.cid).allRejected(ringer: "alice"))
    }

    @Test func `a missed ring names the session and the members that were read`() throws {
        var call = CallStateValuesTests.call
        call.session?.missedBy = ["alice": Self.at]
        let read = GetCallResponse {
            $0.call = call
            $0.members = [Member { $0.user = User(id: "bob") }]
        }
        let known = CallStateValues(callCid: Self.cid)
        let missed = MissedEvents(known, read, for: CallStateValuesTests.alice, at: Self.at)
        guard case .missed(let event)? = missed.events.first else {
            Issue.record("no missed ring")
            return
        }
        #expect(event.sessionId == "session" && event.members.map(\.userId) == ["bob"])
        #expect(event.user == call.createdBy && event.createdAt == Self.at)
    }

    // MARK: Positions

    /// Sorts by a rank, which is the text of the first role. Equal ranks keep their places.
    private static let byRank = ParticipantComparator { first, second in
        let (one, other) = (first.roles.first ?? "", second.roles.first ?? "")
        return one < other ? .before : one > other ? .behind : .same
    }

    @Test func `a changed participant moves past those that its order requires, and no further`() {
        for count in 1...6 {
            for moved in 0..<count {
                for rank in 0...(2 * count) {
                    var roster = Roster(comparator: Self.byRank)
                    for place in 0..<count {
                        var participant = SortingTests.participant("\(place)")
                        participant.roles = [Self.text(2 * place)]
                        roster.insert(participant)
                    }
                    _ = roster.update("\(moved)") { $0.roles = [Self.text(rank)] }
                    // An equal rank keeps the changed one on the side that it comes from.
                    var expected = (0..<count).filter { $0 != moved }
                    let place = expected.filter { 2 * $0 < rank || (2 * $0 == rank && $0 < moved) }.count
                    expected.insert(moved, at: place)
                    #expect(roster.sessionIds == expected.map(String.init), "\(count) \(moved) \(rank)")
                }
            }
        }
    }

    private static func text(_ rank: Int) -> String { rank < 10 ? "0\(rank)" : "\(rank)" }
}
