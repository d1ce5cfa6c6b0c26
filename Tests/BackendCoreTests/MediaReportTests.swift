import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// The reports of an SFU about its media: voices, quality and receptions.
@Suite struct MediaReportTests {
    private typealias World = MediaWorld

    @Test func `speech is sent once at the start and once after the end`() {
        var world = World()
        let spoken = world.pass(.seconds(2)) { _ = $0.send("alice", level: 0x80 | 20) }
        let silent = world.pass(.seconds(2)) { _ = $0.send("alice", level: 127) }
        func turns(_ outputs: [MediaPlane.Output]) -> [Bool] {
            outputs.compactMap { output in
                guard case .voices(_, let voices) = output else { return nil }
                return voices.first { $0.sessionId == "alice" }?.isSpeaking
            }
        }
        #expect(turns(spoken).allSatisfy { $0 })
        #expect(turns(spoken).count <= 3)
        #expect(turns(silent).last == false)
        #expect(spoken.contains(.dominates(World.cid, sessionId: "alice")))
        #expect(!silent.contains { if case .dominates = $0 { true } else { false } })
    }

    @Test func `a changed level is sent within a second, and a steady one is not sent again`() {
        var world = World()
        func levels(_ outputs: [MediaPlane.Output]) -> [Double] {
            outputs.flatMap { output -> [Double] in
                guard case .voices(_, let voices) = output else { return [] }
                return voices.filter { $0.sessionId == "alice" }.map(\.level)
            }
        }
        let first = levels(world.pass(.seconds(2)) { _ = $0.send("alice", level: 0x80 | 20) })
        #expect(first.first == 0.84 && first.last == 0.84)
        #expect(levels(world.pass(.seconds(3)) { _ = $0.send("alice", level: 0x80 | 20) }).isEmpty)
        let louder = levels(world.pass(.milliseconds(1200)) { _ = $0.send("alice", level: 0x80 | 0) })
        #expect(louder.last == 1 && louder.count <= 2)
        #expect(levels(world.pass(.seconds(3)) { _ = $0.send("alice", level: 0x80 | 0) }).isEmpty)
    }

    @Test func `levels are sent with every fifth window, and the start of speech at once`() {
        var world = World(["alice"])
        var reported: [Int] = []
        for window in 1...16 {
            let outputs = world.pass(MediaPlane.window) { _ = $0.send("alice", level: 0x80 | UInt8(20 + window)) }
            let hasVoices = outputs.contains { if case .voices = $0 { true } else { false } }
            if hasVoices { reported.append(window) }
        }
        #expect(reported == [1, 5, 10, 15])
    }

    @Test func `a louder one dominates after a while, one just as loud does not`() {
        var world = World()
        _ = world.pass(.seconds(1)) { _ = $0.send("alice", level: 0x80 | 40) }
        let same = world.pass(.seconds(2)) {
            _ = $0.send("alice", level: 0x80 | 40)
            _ = $0.send("bob", level: 0x80 | 40)
        }
        #expect(!same.contains { if case .dominates = $0 { true } else { false } })
        let louder = world.pass(.seconds(2)) {
            _ = $0.send("alice", level: 0x80 | 40)
            _ = $0.send("bob", level: 0x80 | 10)
        }
        #expect(
            louder.filter { if case .dominates = $0 { true } else { false } } == [
                .dominates(World.cid, sessionId: "bob")
            ])
    }

    @Test func `quality falls with losses and recovers`() {
        var world = World()
        func qualities(_ outputs: [MediaPlane.Output]) -> [ConnectionQuality] {
            outputs.compactMap { if case .quality("alice", let quality) = $0 { quality } else { nil } }
        }
        func keep(_ world: inout World) {
            for user in ["alice", "bob", "carol"] { _ = world.check(user, from: World.address(user)) }
        }
        let good = world.pass(.seconds(10)) {
            _ = $0.send("alice")
            _ = $0.send("alice", .video)
        }
        #expect(qualities(good) == [.excellent])
        keep(&world)
        var count = 0
        let bad = world.pass(.seconds(20)) { world in
            count += 1
            let number = UInt16(2000 + count)
            if count % 5 != 0 { _ = world.send("alice", number: number) }
            _ = world.send("alice", .video)
        }
        #expect(qualities(bad).last == .poor)
        keep(&world)
        let again = world.pass(.seconds(20)) {
            _ = $0.send("alice")
            _ = $0.send("alice", .video)
        }
        #expect(qualities(again).last == .excellent)
    }

    @Test func `a receiver's report of losses changes its quality at once`() throws {
        var world = World()
        let block = RTCP.ReportBlock(
            ssrc: World.source("alice"), fractionLost: 128, cumulativeLost: 1, extendedHighest: 1, jitter: 0)
        let report = try #require(RTCP.encoded([.receiverReport(ssrc: World.source("bob"), [block])]))
        guard
            case .outputs(let outputs) = world.plane.receive(
                report, from: World.address("bob"), at: world.now, forward: { _ in })
        else {
            Issue.record("the report has no effect")
            return
        }
        #expect(outputs == [.quality(sessionId: "bob", .poor)])
    }

    @Test func `a receiver loses what it reports beyond the losses of the publisher since its last report`() throws {
        var world = World()
        var number: UInt16 = 0
        // Sends 100 packets to the SFU, of which every tenth is lost where that is asked, and reports one tenth lost.
        func quality(_ world: inout World, tenthIsLost: Bool) throws -> [MediaPlane.Output] {
            for _ in 0..<100 {
                number += 1
                if !tenthIsLost || number % 10 != 5 { _ = world.send("alice", .video, number: number) }
            }
            let block = RTCP.ReportBlock(
                ssrc: World.source("alice", .video), fractionLost: 26, cumulativeLost: 1, extendedHighest: 1, jitter: 0)
            let report = try #require(RTCP.encoded([.receiverReport(ssrc: World.source("bob"), [block])]))
            let reception = world.plane.receive(
                report, from: World.address("bob"), at: world.now, forward: { _ in })
            if case .outputs(let outputs) = reception { return outputs }
            return []
        }
        let video = TrackName(sessionId: "alice", type: .video)
        world.plane.subscribe("bob", to: [video])
        // Nothing is known of the time before the first report.
        #expect(try quality(&world, tenthIsLost: false) == [.quality(sessionId: "bob", .poor)])
        #expect(try quality(&world, tenthIsLost: true) == [.quality(sessionId: "bob", .excellent)])
        #expect(try quality(&world, tenthIsLost: true).isEmpty)
        #expect(try quality(&world, tenthIsLost: false) == [.quality(sessionId: "bob", .poor)])
        // A receiver that returns starts anew.
        world.plane.subscribe("bob", to: [])
        world.plane.subscribe("bob", to: [video])
        #expect(try quality(&world, tenthIsLost: true).isEmpty)
    }

    @Test func `a track of one packet is silent from the second report on`() {
        var world = World(["alice"])
        _ = world.send("alice")
        _ = world.send("alice", .video)
        let outputs = world.pass(.seconds(20))
        let qualities = outputs.compactMap { if case .quality("alice", let quality) = $0 { quality } else { nil } }
        #expect(qualities == [.excellent, .poor])
    }

    @Test func `a track that was unmuted just before a report is not silent`() {
        var world = World(["alice"])
        func send(_ world: inout World) { for type in [TrackType.audio, .video] { _ = world.send("alice", type) } }
        _ = world.pass(.seconds(10), sending: send)
        var qualities: [ConnectionQuality] = []
        for _ in 0..<30 {
            _ = world.check("alice", from: World.address("alice"))
            for isMuted in [true, false] {
                for type in [TrackType.audio, .video] { world.plane.setMuted(isMuted, type, of: "alice") }
                // The client sends as soon as it has received the response.
                let outputs = world.pass(isMuted ? .seconds(8) : .milliseconds(800))
                qualities += outputs.compactMap { if case .quality(_, let quality) = $0 { quality } else { nil } }
            }
            _ = world.pass(.seconds(4), sending: send)
        }
        #expect(qualities.isEmpty)
    }

    /// Sends a receiver's report on alice's video with the loss of its last interval, and returns the outputs.
    private func report(
        _ world: inout World, lost: UInt8, highest: UInt32 = 1, ssrc: UInt32 = World.source("alice", .video)
    ) throws -> [MediaPlane.Output] {
        let block = RTCP.ReportBlock(
            ssrc: ssrc, fractionLost: lost, cumulativeLost: 1, extendedHighest: highest, jitter: 0)
        let report = try #require(RTCP.encoded([.receiverReport(ssrc: World.source("bob"), [block])]))
        let reception = world.plane.receive(report, from: World.address("bob"), at: world.now, forward: { _ in })
        if case .outputs(let outputs) = reception { return outputs }
        return []
    }

    @Test func `packets that arrive while their track is muted are lost neither on the way here nor to receivers`()
        throws
    {
        var world = World()
        let video = TrackName(sessionId: "alice", type: .video)
        world.plane.subscribe("bob", to: [video])
        func send(_ count: Int, _ world: inout World) { for _ in 0..<count { _ = world.send("alice", .video) } }
        send(100, &world)
        #expect(try report(&world, lost: 0) == [.quality(sessionId: "bob", .excellent)])
        world.plane.setMuted(true, .video, of: "alice")
        send(40, &world)
        #expect(try report(&world, lost: 0).isEmpty)
        world.plane.setMuted(false, .video, of: "alice")
        send(60, &world)
        // Of 100 expected packets 40 have not reached the receiver.
        #expect(try report(&world, lost: 102, highest: 200).isEmpty)
        let index = try #require(world.plane.trackOfName[video])
        #expect(world.plane.tracks[index]?.report(at: world.now).cumulativeLost == 0)
    }

    @Test func `packets that arrive twice do not make up for packets that are lost on the way here`() throws {
        var world = World()
        world.plane.subscribe("bob", to: [TrackName(sessionId: "alice", type: .video)])
        _ = world.send("alice", .video, number: 1)
        #expect(try report(&world, lost: 0) == [.quality(sessionId: "bob", .excellent)])
        for number in 2...101 as ClosedRange<UInt16> where number % 10 != 5 {
            for _ in 0..<(number % 10 == 0 ? 2 : 1) { _ = world.send("alice", .video, number: number) }
        }
        #expect(try report(&world, lost: 26).isEmpty)
    }

    @Test func `the packets that a returned receiver did not subscribe to are not lost on the way to it`() throws {
        var world = World()
        let video = TrackName(sessionId: "alice", type: .video)
        func send(_ count: Int, _ world: inout World) { for _ in 0..<count { _ = world.send("alice", .video) } }
        world.plane.subscribe("bob", to: [video])
        send(100, &world)
        #expect(try report(&world, lost: 0, highest: 100) == [.quality(sessionId: "bob", .excellent)])
        world.plane.subscribe("bob", to: [])
        send(100, &world)
        world.plane.subscribe("bob", to: [video])
        // A report from before the first packet after the return says nothing of the time between.
        #expect(try report(&world, lost: 0, highest: 100).isEmpty)
        send(100, &world)
        #expect(try report(&world, lost: 128, highest: 300).isEmpty)
        send(100, &world)
        #expect(try report(&world, lost: 128, highest: 400) == [.quality(sessionId: "bob", .poor)])
    }

    /// The fraction of alice's video that was lost before the SFU forwarded it, since the last report of a receiver.
    private func lost(_ world: inout World, highest: UInt32, receiver: String = "bob") -> Double? {
        let video = TrackName(sessionId: "alice", type: .video)
        guard let index = world.plane.trackOfName[video], let slot = world.plane.pathOfSession[receiver] else {
            return nil
        }
        return world.plane.tracks[index]?.fractionLost(sinceReportOf: slot, highest: highest)
    }

    /// Subscribes to alice's video, receives its first five packets, and reports them.
    private func subscribed(_ world: inout World, returns: Bool) -> Double? {
        let video = TrackName(sessionId: "alice", type: .video)
        world.plane.subscribe("bob", to: [video])
        for number in 1...5 as ClosedRange<UInt16> { _ = world.send("alice", .video, number: number) }
        let fraction = lost(&world, highest: 5)
        if returns { for tracks in [[], [video]] as [Set<TrackName>] { world.plane.subscribe("bob", to: tracks) } }
        return fraction
    }

    @Test func `a gap counts in the first report of a receiver that knows the packet after it`() {
        var world = World()
        #expect(subscribed(&world, returns: false) == 0)
        for number in 26...30 as ClosedRange<UInt16> { _ = world.send("alice", .video, number: number) }
        #expect(lost(&world, highest: 5) == 0)
        #expect(lost(&world, highest: 30) == 0.8)
        for number in 31...UInt16(20_000) { _ = world.send("alice", .video, number: number) }
        #expect(lost(&world, highest: 25) == 0)
    }

    @Test(arguments: [false, true])
    func `after a restart of a source, losses count from there on, for a returned receiver too`(returns: Bool) {
        var world = World()
        #expect(subscribed(&world, returns: returns) == 0)
        // The source restarts with the second of two consecutive packets. The first one is dropped.
        for number in 30_000...30_010 as ClosedRange<UInt16> where number != 30_005 {
            _ = world.send("alice", .video, number: number)
        }
        #expect(lost(&world, highest: 30_010) == 0.1)
    }

    @Test(arguments: [false, true])
    func `a path that takes the place of a closed one has none of its reports`(hadReturned: Bool) throws {
        var world = World()
        #expect(subscribed(&world, returns: hadReturned) == 0)
        let slot = try #require(world.plane.pathOfSession["bob"])
        world.plane.close("bob")
        for number in 6...25 as ClosedRange<UInt16> where number.isMultiple(of: 2) {
            _ = world.send("alice", .video, number: number)
        }
        world.enter("dave")
        #expect(world.plane.pathOfSession["dave"] == slot)
        world.plane.subscribe("dave", to: [TrackName(sessionId: "alice", type: .video)])
        #expect(lost(&world, highest: 25, receiver: "dave") == 0)
    }

    @Test func `a report is about the track of the receiver's own call, of two with one source`() throws {
        var world = World([])
        let other = CallCid(type: "default", id: "other")
        let source = World.source("alice", .video)
        _ = world.plane.open("mallory", in: other, isOfGuest: false)
        world.plane.publish(.video, ssrc: source, of: "mallory", isMuted: false, at: world.now)
        for user in ["alice", "bob"] { world.enter(user) }
        world.plane.subscribe("bob", to: [TrackName(sessionId: "alice", type: .video)])
        #expect(try report(&world, lost: 128) == [.quality(sessionId: "bob", .poor)])
    }

    @Test func `the SFU reports the reception of tracks to their publishers`() throws {
        var world = World()
        var count = 0
        let outputs = world.pass(.seconds(8)) { world in
            count += 1
            if count % 4 != 0 { _ = world.send("alice", number: UInt16(count)) }
        }
        let reports = try outputs.compactMap { output -> RTCP.ReportBlock? in
            guard case .send(let bytes, to: World.address("alice")) = output, DatagramKind(bytes) == .rtcp else {
                return nil
            }
            guard case .receiverReport(_, let blocks)? = try RTCP.packets(decoding: bytes).first else { return nil }
            return blocks.first { $0.ssrc == World.source("alice") }
        }
        let last = try #require(reports.last)
        #expect(abs(Int(last.fractionLost) - 64) <= 4)
        #expect(last.cumulativeLost > 10)
    }

    @Test func `the SFU does not report on a track before its first packet`() throws {
        var world = World()
        func sources() throws -> [[UInt32]] {
            try world.pass(.seconds(8)).compactMap { output in
                guard case .send(let bytes, to: World.address("alice")) = output, DatagramKind(bytes) == .rtcp,
                    case .receiverReport(_, let blocks)? = try RTCP.packets(decoding: bytes).first
                else { return nil }
                return blocks.map(\.ssrc)
            }
        }
        let before = try sources()
        #expect(!before.isEmpty && before.allSatisfy(\.isEmpty))
        _ = world.send("alice", number: 1)
        #expect(try sources().last == [World.source("alice")])
    }

    @Test func `a sender report goes to subscribers of the track, without its reception blocks`() throws {
        var world = World()
        let block = RTCP.ReportBlock(
            ssrc: World.source("bob"), fractionLost: 0, cumulativeLost: 0, extendedHighest: 1, jitter: 0)
        let report = RTCP.SenderReport(
            ssrc: World.source("alice"), ntp: 1, rtpTimestamp: 2, packetCount: 3, octetCount: 4, reports: [block])
        let bytes = try #require(RTCP.encoded([.senderReport(report)]))
        guard
            case .outputs(let outputs) = world.plane.receive(
                bytes, from: World.address("alice"), at: world.now, forward: { _ in })
        else {
            Issue.record("nothing was forwarded")
            return
        }
        let sent = outputs.compactMap { if case .send(let bytes, let peer) = $0 { (bytes, peer) } else { nil } }
        #expect(sent.map(\.1) == [World.address("bob"), World.address("carol")])
        var own = report
        own.reports = []
        #expect(try RTCP.packets(decoding: try #require(sent.first?.0)).first == .senderReport(own))
    }

    @Test func `a forwarded report names its publisher by the first sixty characters of the session id`() throws {
        let sessionId = (0..<100).map { "\($0 % 7)" }.joined()
        var world = World(["alice", "bob"])
        world.enter(sessionId)
        let report = RTCP.SenderReport(
            ssrc: World.source(sessionId), ntp: 1, rtpTimestamp: 2, packetCount: 3, octetCount: 4)
        let bytes = try #require(RTCP.encoded([.senderReport(report)]))
        guard
            case .outputs(let outputs) = world.plane.receive(
                bytes, from: World.address(sessionId), at: world.now, forward: { _ in }),
            case .send(let sent, to: World.address("alice"))? = outputs.first,
            case .sourceDescription(let chunks)? = try RTCP.packets(decoding: sent).last
        else {
            Issue.record("nothing was forwarded")
            return
        }
        #expect(chunks.flatMap(\.items).map(\.text) == [String(sessionId.prefix(60))])
    }

    @Test func `of two tracks with one source the first keeps it`() {
        let world = World(["alice"])
        let name = TrackName(sessionId: "bob", type: .audio)
        #expect(world.plane.isTaken(World.source("alice"), in: World.cid, by: name))
        #expect(!world.plane.isTaken(World.source("alice"), in: CallCid(type: "default", id: "other"), by: name))
        #expect(world.plane.isTaken(world.plane.ssrc, in: World.cid, by: name))
        #expect(!world.plane.isTaken(World.source("bob"), in: World.cid, by: name))
    }

    @Test func `a participant that dominates, leaves and returns dominates anew`() {
        var world = World(["alice", "bob"])
        func dominating(_ world: inout World) -> [String] {
            world.pass(.seconds(1)) { _ = $0.send("alice", level: 0x80 | 20) }.compactMap {
                if case .dominates(_, let sessionId) = $0 { sessionId } else { nil }
            }
        }
        #expect(dominating(&world) == ["alice"])
        world.plane.close("alice")
        world.enter("alice")
        #expect(dominating(&world) == ["alice"])
    }

    @Test func `a track that was silent ends without a report of its voice`() {
        var world = World(["alice"])
        _ = world.pass(.seconds(1)) { _ = $0.send("alice", level: 127) }
        world.plane.unpublish(.audio, of: "alice")
        let outputs = world.pass(.seconds(1))
        #expect(!outputs.contains { if case .voices = $0 { true } else { false } })
    }

    @Test func `a goodbye is forwarded behind a report and a name, as in every compound`() throws {
        var world = World()
        let bye = try #require(
            RTCP.encoded([
                .receiverReport(ssrc: World.source("alice"), []),
                .sourceDescription([
                    RTCP.Chunk(
                        ssrc: World.source("alice"), items: [RTCP.Item(type: RTCP.Item.cname, text: "alice")])
                ]),
                .bye([World.source("alice")], reason: nil),
            ])
        )
        guard
            case .outputs(let outputs) = world.plane.receive(
                bye, from: World.address("alice"), at: world.now, forward: { _ in })
        else {
            Issue.record("nothing was forwarded")
            return
        }
        #expect(
            outputs == [
                .send(bye, to: World.address("bob")), .send(bye, to: World.address("carol")),
            ])
    }

    @Test func `a loss of a tenth is poor, as the mean of all tracks`() throws {
        for (last, quality) in [(UInt8(25), ConnectionQuality.poor), (24, .good)] {
            var world = World()
            world.plane.publish(.screenShare, ssrc: 77, of: "alice", isMuted: false, at: world.now)
            world.plane.subscribe(
                "carol",
                to: [
                    TrackName(sessionId: "alice", type: .video), TrackName(sessionId: "alice", type: .screenShare),
                    TrackName(sessionId: "bob", type: .video),
                ])
            let sources = [
                World.source("alice"), World.source("alice", .video), 77, World.source("bob"),
                World.source("bob", .video),
            ]
            let blocks = zip(sources, [26, 26, 26, 25, last] as [UInt8]).map { source, lost in
                RTCP.ReportBlock(
                    ssrc: source, fractionLost: lost, cumulativeLost: 1, extendedHighest: 1, jitter: 0)
            }
            let report = try #require(RTCP.encoded([.receiverReport(ssrc: World.source("carol"), blocks)]))
            guard
                case .outputs(let outputs) = world.plane.receive(
                    report, from: World.address("carol"), at: world.now, forward: { _ in })
            else {
                Issue.record("the report has no effect")
                return
            }
            #expect(outputs == [.quality(sessionId: "carol", quality)])
        }
    }

    @Test func `the SFU reports about every five seconds, and less often to a client with large reports`() throws {
        let block = RTCP.ReportBlock(ssrc: 99, fractionLost: 0, cumulativeLost: 0, extendedHighest: 0, jitter: 0)
        let half = RTCP.Packet.receiverReport(ssrc: World.source("alice"), Array(repeating: block, count: 31))
        let large = try #require(RTCP.encoded([half, half]))
        let counts = [false, true].map { isLarge in
            var world = World(["alice"])
            var count = 0
            for _ in 0..<4 {
                _ = world.check("alice", from: World.address("alice"))
                count += world.pass(.seconds(25)) { world in
                    if isLarge { _ = world.deliver(large, from: World.address("alice")) }
                }.count { if case .send(let bytes, _) = $0 { DatagramKind(bytes) == .rtcp } else { false } }
            }
            return count
        }
        #expect((17...25).contains(counts[0]) && (9...16).contains(counts[1]), "\(counts)")
    }
}
