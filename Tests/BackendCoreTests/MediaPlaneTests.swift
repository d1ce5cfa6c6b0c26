import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// An SFU's media without sockets: whose packets go where, and what changes nothing.
@Suite struct MediaPlaneTests {
    private static let cid = CallCid(type: "default", id: "standup")

    /// A plane with alice, bob and carol in one call, each with a voice and a camera.
    private struct World {
        var plane = MediaPlane(secret: [1, 2, 3], name: "sfu-1")
        var random = SeededGenerator(seed: 1)
        var now = Instant.start
        var numbers: [UInt32: UInt16] = [:]

        init(_ users: [String] = ["alice", "bob", "carol"]) {
            for user in users { enter(user) }
        }

        static func address(_ user: String, port: UInt16 = 50_000) -> SocketAddress {
            let index = ["alice", "bob", "carol"].firstIndex(of: user) ?? 8
            return SocketAddress(host: HostAddress(127, 1, 0, UInt8(index + 1)), port: port)
        }

        static func source(_ user: String, _ type: TrackType = .audio) -> UInt32 {
            UInt32((["alice", "bob", "carol"].firstIndex(of: user) ?? 8) * 10 + type.rawValue)
        }

        mutating func enter(_ user: String) {
            _ = plane.open(user, in: MediaPlaneTests.cid)
            for type in [TrackType.audio, .video] {
                plane.publish(type, ssrc: Self.source(user, type), of: user, isMuted: false, at: now)
            }
            _ = check(user, from: Self.address(user))
        }

        func request(_ user: String, key: [UInt8]? = nil, _ generator: inout SeededGenerator) -> [UInt8] {
            var copy = plane
            let credentials = copy.open(user, in: MediaPlaneTests.cid)
            let message = STUN.Message(
                .request, transactionID: STUN.TransactionID(from: &generator),
                attributes: [.username(credentials.username)])
            return message.encoded(STUN.Protection(key: key ?? Array(credentials.password.utf8))) ?? []
        }

        /// Checks from the address of the user's signalling, or with another key from wherever.
        mutating func check(_ user: String, from peer: SocketAddress, key: [UInt8]? = nil) -> MediaPlane.Reception {
            if key == nil { plane.setSignalingAddress(of: user, to: peer) }
            return checkUnproved(user, from: peer, key: key)
        }

        mutating func checkUnproved(
            _ user: String, from peer: SocketAddress, key: [UInt8]? = nil
        ) -> MediaPlane.Reception {
            let bytes = request(user, key: key, &random)
            return plane.receive(bytes, from: peer, at: now) { _ in }
        }

        /// Sends a packet; who it goes to, and why it did not if it did not.
        mutating func send(
            _ user: String, _ type: TrackType = .audio, from peer: SocketAddress? = nil, number: UInt16? = nil,
            level: UInt8? = nil
        ) -> (to: [SocketAddress], drop: MediaDrop?) {
            let source = Self.source(user, type)
            let next = number ?? (numbers[source] ?? 0) &+ 1
            numbers[source] = next
            var packet = RTP.Packet(
                payloadType: type.payloadType, sequenceNumber: next, timestamp: UInt32(next) * 960, ssrc: source)
            if let level { packet.elements = [RTP.Element(id: 1, value: [level])] }
            return deliver(packet.encoded() ?? [], from: peer ?? Self.address(user))
        }

        mutating func deliver(_ bytes: [UInt8], from peer: SocketAddress) -> (to: [SocketAddress], drop: MediaDrop?) {
            var receivers: [SocketAddress] = []
            guard
                case .dropped(let drop, _) = plane.receive(
                    bytes, from: peer, at: now, forward: { receivers.append($0) })
            else { return (receivers, nil) }
            return (receivers, drop)
        }

        /// Lets time pass; everything that the plane wants meanwhile.
        mutating func pass(_ duration: Duration, sending: (inout World) -> Void = { _ in }) -> [MediaPlane.Output] {
            let end = now.advanced(by: duration)
            var outputs: [MediaPlane.Output] = []
            while now < end {
                sending(&self)
                now = now.advanced(by: .milliseconds(20))
                while let wake = plane.nextWake, wake <= now { outputs += plane.wake(at: wake) }
            }
            return outputs
        }
    }

    // MARK: Attacks

    /// The datagrams that a check brought.
    private func sent(_ reception: MediaPlane.Reception) -> [[UInt8]] {
        guard case .outputs(let outputs) = reception else { return [] }
        return outputs.compactMap { if case .send(let bytes, _) = $0 { bytes } else { nil } }
    }

    @Test func `media goes to no address that has not answered the SFU itself`() throws {
        var world = World(["alice", "bob"])
        let victim = SocketAddress(host: HostAddress(127, 9, 0, 1), port: 4000)
        let request = world.request("bob", &world.random)
        let back = sent(world.plane.receive(request, from: victim, at: world.now) { _ in })
        #expect(back.map(\.count).reduce(0, +) <= 3 * request.count)
        #expect(world.send("alice").to == [World.address("bob")])
        // The owner of the password receives there, and answers.
        let key = Array(world.plane.open("bob", in: Self.cid).password.utf8)
        let check = try STUN.Message(decoding: try #require(back.last))
        let answer = try #require(check.response(.success, []).encoded(STUN.Protection(key: key)))
        let elsewhere = SocketAddress(host: HostAddress(127, 9, 0, 2), port: 4000)
        #expect(world.deliver(answer, from: elsewhere).drop == .unexpectedSTUN)
        #expect(world.send("alice").to == [World.address("bob")])
        #expect(world.deliver(answer, from: victim).drop == nil)
        #expect(world.send("alice").to == [victim])
        #expect(world.deliver(answer, from: victim).drop == .unexpectedSTUN, "an answer counts once")
    }

    @Test func `a forged check with the source of another call takes no media there`() {
        var world = World()
        let mallory = "mallory"
        _ = world.plane.open(mallory, in: CallCid(type: "default", id: "trap"))
        world.plane.publish(.audio, ssrc: World.source("alice"), of: mallory, isMuted: false, at: world.now)
        for isVouched in [false, true] {
            if isVouched { world.plane.setSignalingAddress(of: mallory, to: World.address("alice")) }
            _ = world.checkUnproved(mallory, from: World.address("alice"))
            #expect(world.send("alice").to == [World.address("bob"), World.address("carol")])
        }
    }

    @Test func `a stranger's STUN request gets no answer of more than three times its bytes`() throws {
        var world = World()
        let short = try #require(
            STUN.Message(.request, transactionID: STUN.TransactionID(from: &world.random)).encoded())
        guard
            case .dropped(_, let answer) = world.plane.receive(
                short, from: World.address("eve"), at: world.now, forward: { _ in })
        else {
            Issue.record("it was taken")
            return
        }
        if case .send(let bytes, _)? = answer { #expect(bytes.count <= 3 * short.count) }
    }

    @Test func `audio goes to all others, video to its subscribers`() {
        var world = World()
        #expect(world.send("alice").to == [World.address("bob"), World.address("carol")])
        #expect(world.send("alice", .video).to == [])
        world.plane.subscribe("carol", to: [TrackName(sessionId: "alice", type: .video)])
        #expect(world.send("alice", .video).to == [World.address("carol")])
        world.plane.subscribe("carol", to: [])
        #expect(world.send("alice", .video).to == [])
    }

    @Test func `a later participant gets existing tracks, and one that left gets nothing`() {
        var world = World(["alice", "bob"])
        #expect(world.send("alice").to == [World.address("bob")])
        world.enter("carol")
        #expect(world.send("alice").to == [World.address("bob"), World.address("carol")])
        world.plane.close("bob")
        #expect(world.send("alice").to == [World.address("carol")])
        #expect(world.send("bob").drop == .unknownAddress)
        world.enter("bob")
        #expect(world.send("bob").to == [World.address("carol"), World.address("alice")].sorted())
    }

    @Test func `other calls receive no media`() {
        var world = World(["alice", "bob"])
        _ = world.plane.open("dave", in: CallCid(type: "default", id: "other"))
        #expect(world.send("alice").to == [World.address("bob")])
    }

    @Test func `a muted track goes nowhere, and an unmuted one does again`() {
        var world = World()
        world.plane.setMuted(true, .audio, of: "alice")
        #expect(world.send("alice").drop == .muted)
        world.plane.setMuted(false, .audio, of: "alice")
        #expect(world.send("alice").to.count == 2)
        world.plane.unpublish(.audio, of: "alice")
        #expect(world.send("alice").drop == .unknownSource)
    }

    @Test func `doubles are not forwarded, late packets are`() {
        var world = World()
        #expect(
            [10, 12, 11, 12, 40_000].map { world.send("alice", number: $0).drop } == [
                nil, nil, nil, .duplicate, .outOfRange,
            ])
    }

    @Test func `consent lasts 30 s, for sending and for receiving`() {
        var world = World()
        world.now = world.now.advanced(by: .milliseconds(29_999))
        #expect(world.send("alice").to.count == 2)
        _ = world.check("carol", from: World.address("carol"))
        world.now = world.now.advanced(by: .milliseconds(1))
        #expect(world.send("alice").drop == .withoutConsent)
        _ = world.check("alice", from: World.address("alice"))
        #expect(world.send("alice").to == [World.address("carol")])
    }

    @Test func `a verified address moves the path and both directions of its media`() {
        var world = World()
        let next = World.address("bob", port: 50_001)
        #expect(world.send("bob", from: next).drop == .unknownAddress)
        guard case .outputs(let outputs) = world.check("bob", from: next) else {
            Issue.record("the check was not taken")
            return
        }
        #expect(outputs.contains(.located(sessionId: "bob", at: next, before: World.address("bob"))))
        #expect(world.send("bob", from: next).to.count == 2)
        #expect(world.send("bob").drop == .unknownAddress)
        #expect(world.send("alice").to == [next, World.address("carol")])
    }

    @Test func `a path cannot be moved without its key or with an old check`() {
        var world = World()
        let intruder = SocketAddress(host: HostAddress(127, 1, 0, 251), port: 50_000)
        guard
            case .dropped(.wrongIntegrity, .send(let answer, to: intruder)?) = world.check(
                "bob", from: intruder, key: [1])
        else {
            Issue.record("the wrong key was taken")
            return
        }
        #expect((try? STUN.Message(decoding: answer))?.errorCode?.code == 401)
        let overheard = world.request("bob", &world.random)
        #expect(world.deliver(overheard, from: World.address("bob")).drop == nil)
        #expect(world.deliver(overheard, from: intruder).drop == .replayed)
        #expect(world.deliver(overheard, from: World.address("bob")).drop == nil)
        #expect(world.send("alice").to == [World.address("bob"), World.address("carol")])
    }

    @Test func `the last 32 checks of a path are remembered`() {
        let credentials = PathCredentials {
            $0.username = "u"
            $0.password = "p"
        }
        let (own, intruder) = (World.address("alice"), World.address("bob"))
        var random = SeededGenerator(seed: 1)
        for (further, isRemembered) in [(31, true), (32, false)] {
            var path = MediaPath(sessionId: "alice", cid: Self.cid, credentials: credentials, isOfGuest: false)
            let first = STUN.TransactionID(from: &random)
            _ = path.check(first, from: own, at: .start)
            for _ in 0..<further { _ = path.check(STUN.TransactionID(from: &random), from: own, at: .start) }
            #expect(path.check(first, from: intruder, at: .start) == (isRemembered ? .replayed : .unproved))
        }
    }

    @Test func `the place of a path that has ended is used again`() {
        var plane = MediaPlane(secret: [1, 2, 3], name: "sfu-1")
        for name in ["alice", "bob", "carol"] {
            _ = plane.open(name, in: Self.cid)
            plane.close(name)
        }
        #expect(plane.paths.count == 1)
    }

    @Test func `the response to a check has its source address, with integrity`() throws {
        var world = World()
        guard case .outputs(let outputs) = world.check("bob", from: World.address("bob")) else {
            Issue.record("the check was not taken")
            return
        }
        guard case .send(let bytes, to: World.address("bob"))? = outputs.first else {
            Issue.record("\(outputs)")
            return
        }
        let key = Array(world.plane.open("bob", in: Self.cid).password.utf8)
        #expect(try STUN.integrity(of: bytes, key: key) == .valid(.sha1))
        #expect(try STUN.Message(decoding: bytes).mappedAddress == .v4(World.address("bob")))
    }

    @Test func `packets without an owner or a path are dropped with a reason`() throws {
        var world = World()
        let alice = World.address("alice")
        let stranger = SocketAddress(host: HostAddress(127, 1, 0, 251), port: 50_000)
        var packet = RTP.Packet(payloadType: 111, sequenceNumber: 1, timestamp: 1, ssrc: World.source("bob"))
        packet.elements = [RTP.Element(id: 1, value: [0x80])]
        let rtp = try #require(packet.encoded())
        let lying = Array(rtp.prefix(14) + [0xFF, 0xFF] + rtp.dropFirst(16))
        let report = try #require(RTCP.encoded([.receiverReport(ssrc: 1, [])]))
        let check = world.request("bob", &world.random)
        let cut = Array(check.prefix(22) + [0xFF, 0xFF] + check.dropFirst(24))
        let unknown = try #require(
            STUN.Message(
                .request, transactionID: STUN.TransactionID(from: &world.random), attributes: [.username("nobody")]
            ).encoded(STUN.Protection(key: [1])))
        let indication = try #require(
            STUN.Message(.indication, transactionID: STUN.TransactionID(from: &world.random)).encoded())
        let cases: [([UInt8], SocketAddress, MediaDrop)] = [
            ([], alice, .unknownProtocol), ([0xFF], alice, .unknownProtocol),
            ([0x40, 1, 0, 1], alice, .coapOnMediaPort),
            (rtp, stranger, .unknownAddress), (rtp, alice, .unknownSource), (lying, alice, .malformedRTP),
            (report, stranger, .unknownAddress), ([0x80, 200, 0xFF, 0xFF], alice, .malformedRTCP),
            (cut, alice, .malformedSTUN), (unknown, alice, .unknownUser), (indication, alice, .unexpectedSTUN),
        ]
        for (bytes, peer, drop) in cases { #expect(world.deliver(bytes, from: peer).drop == drop) }
        #expect(world.send("bob").to == [World.address("alice"), World.address("carol")])
    }

    @Test func `damaged datagrams never trap and never move a path`() throws {
        var world = World()
        var seeds = [world.request("bob", &world.random)]
        seeds.append(
            try #require(RTCP.encoded([.receiverReport(ssrc: 1, []), .bye([World.source("bob")], reason: "x")])))
        var packet = RTP.Packet(payloadType: 111, sequenceNumber: 1, timestamp: 1, ssrc: 77, payload: [1, 2, 3])
        packet.elements = [RTP.Element(id: 1, value: [0x80])]
        seeds.append(try #require(packet.encoded()))
        // Repaired by chance it is the one that its owner has sent.
        #expect(world.deliver(seeds[0], from: World.address("bob")).drop == nil)
        for round in 0..<20_000 {
            var bytes = seeds[round % 3]
            for _ in 0..<(1 + world.random.next() % 4) where !bytes.isEmpty {
                let place = Int(world.random.next() % UInt64(bytes.count))
                if world.random.chance(0.2) {
                    bytes.removeLast(bytes.count - place)
                } else {
                    bytes[place] = bytes[place] &+ 1 &+ UInt8(truncatingIfNeeded: world.random.next() % 255)
                }
            }
            let stranger = SocketAddress(host: HostAddress(127, 1, 0, 251), port: UInt16(1000 + round % 1000))
            _ = world.deliver(bytes, from: round % 2 == 0 ? stranger : World.address("alice"))
        }
        #expect(world.send("alice").to == [World.address("bob"), World.address("carol")])
        #expect(world.send("bob").to == [World.address("alice"), World.address("carol")])
    }

    @Test func `the packets of a track that ended are of no other track at its address`() {
        var world = World(["alice", "bob"])
        _ = world.check("bob", from: World.address("alice"))
        #expect(world.send("alice").drop == nil)
        world.plane.unpublish(.audio, of: "alice")
        #expect(world.send("alice").drop == .unknownSource)
    }

    // MARK: What is heard

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
        #expect(spoken.contains(.dominates(Self.cid, sessionId: "alice")))
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
                .dominates(Self.cid, sessionId: "bob")
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

    @Test func `a track of one packet is silent from the second report on`() {
        var world = World(["alice"])
        _ = world.send("alice")
        _ = world.send("alice", .video)
        let outputs = world.pass(.seconds(20))
        let qualities = outputs.compactMap { if case .quality("alice", let quality) = $0 { quality } else { nil } }
        #expect(qualities == [.excellent, .poor])
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

    @Test func `of two tracks with one source the first keeps it`() {
        let world = World(["alice"])
        let name = TrackName(sessionId: "bob", type: .audio)
        #expect(world.plane.isTaken(World.source("alice"), in: Self.cid, by: name))
        #expect(!world.plane.isTaken(World.source("alice"), in: CallCid(type: "default", id: "other"), by: name))
        #expect(world.plane.isTaken(world.plane.ssrc, in: Self.cid, by: name))
        #expect(!world.plane.isTaken(World.source("bob"), in: Self.cid, by: name))
    }
}
