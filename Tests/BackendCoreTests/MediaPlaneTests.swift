import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// An SFU's media without sockets: whose packets go where, and what changes nothing.
@Suite struct MediaPlaneTests {
    private typealias World = MediaWorld

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
        let key = Array(world.plane.open("bob", in: World.cid, isOfGuest: false).password.utf8)
        let ownCheck = try #require(back.last)
        #expect(try STUN.integrity(of: ownCheck, key: key) == .valid(.sha1))
        let check = try STUN.Message(decoding: ownCheck)
        let answer = try #require(check.response(.success, []).encoded(STUN.Protection(key: key)))
        let strange = check.response(.success, [.other(type: 0x7FFF, value: [])])
        let discarded = try #require(strange.encoded(STUN.Protection(key: key)))
        #expect(world.deliver(discarded, from: victim).drop == .unexpectedSTUN)
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
        _ = world.plane.open(mallory, in: CallCid(type: "default", id: "trap"), isOfGuest: false)
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
        _ = world.plane.open("dave", in: CallCid(type: "default", id: "other"), isOfGuest: false)
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

    @Test func `consent lasts 30 s, for sending and for receiving`() throws {
        var world = World()
        let report = try #require(RTCP.encoded([.receiverReport(ssrc: World.source("alice"), [])]))
        world.now = world.now.advanced(by: .milliseconds(29_999))
        #expect(world.send("alice").to.count == 2)
        _ = world.check("carol", from: World.address("carol"))
        world.now = world.now.advanced(by: .milliseconds(1))
        #expect(world.send("alice").drop == .withoutConsent)
        #expect(world.deliver(report, from: World.address("alice")).drop == .withoutConsent)
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
            var path = MediaPath(sessionId: "alice", cid: World.cid, credentials: credentials, isOfGuest: false)
            let first = STUN.TransactionID(from: &random)
            _ = path.check(first, from: own, at: .start)
            for _ in 0..<further { _ = path.check(STUN.TransactionID(from: &random), from: own, at: .start) }
            #expect(path.check(first, from: intruder, at: .start) == (isRemembered ? .replayed : .unproved))
        }
    }

    @Test func `the place of a path that has ended is used again`() {
        var plane = MediaPlane(secret: [1, 2, 3], name: "sfu-1")
        for name in ["alice", "bob", "carol"] {
            _ = plane.open(name, in: World.cid, isOfGuest: false)
            plane.close(name)
        }
        #expect(plane.paths.count == 1)
    }

    @Test func `the place of a track that has ended is used again`() {
        var world = World(["alice"])
        let count = world.plane.tracks.count
        for source in 1...3 as ClosedRange<UInt32> {
            world.plane.unpublish(.audio, of: "alice")
            world.plane.publish(.audio, ssrc: 100 + source, of: "alice", isMuted: false, at: world.now)
        }
        #expect(world.plane.tracks.count == count)
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
        let key = Array(world.plane.open("bob", in: World.cid, isOfGuest: false).password.utf8)
        #expect(try STUN.integrity(of: bytes, key: key) == .valid(.sha1))
        #expect(try STUN.Message(decoding: bytes).mappedAddress == .v4(World.address("bob")))
    }

    /// RFC 8489 section 9.1.3.
    @Test(arguments: [[], [0x8000], [0x7FFF], [0x7FFF, 0x8000, 0x0007, 0xFFFF]] as [[UInt16]])
    func `the response to a check has its integrity, and names every unknown attribute that is required`(
        _ types: [UInt16]
    ) throws {
        var world = World()
        let credentials = world.plane.open("bob", in: World.cid, isOfGuest: false)
        let key = Array(credentials.password.utf8)
        let check = STUN.Message(
            .request, transactionID: STUN.TransactionID(from: &world.random),
            attributes: [.username(credentials.username)] + types.map { .other(type: $0, value: []) })
        let request = try #require(check.encoded(STUN.Protection(key: key, algorithms: [.sha256])))
        let response: MediaPlane.Output?
        switch world.plane.receive(request, from: World.address("bob"), at: world.now, forward: { _ in }) {
        case .outputs(let outputs): response = outputs.first
        case .dropped(_, let output): response = output
        case .taken: response = nil
        }
        guard case .send(let bytes, to: World.address("bob"))? = response else {
            Issue.record("there is no response")
            return
        }
        #expect(try STUN.integrity(of: bytes, key: key) == .valid(.sha256))
        let message = try STUN.Message(decoding: bytes)
        let required = types.filter { $0 < 0x8000 }
        #expect(message.errorCode?.code == (required.isEmpty ? nil : 420))
        #expect(message.attributes.contains(.unknownAttributes(required)) == !required.isEmpty)
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

    @Test func `of two paths at one address with one source the other takes over, after a leave or a move`() {
        let other = CallCid(type: "default", id: "other")
        for isMoved in [false, true] {
            var world = World()
            _ = world.plane.open("dave", in: other, isOfGuest: false)
            _ = world.plane.open("erin", in: other, isOfGuest: false)
            world.plane.publish(.audio, ssrc: World.source("alice"), of: "dave", isMuted: false, at: world.now)
            for user in ["dave", "erin"] {
                let address = user == "dave" ? World.address("alice") : World.address(user)
                _ = world.check(user, from: address)
            }
            #expect(world.send("alice").to == [World.address("bob"), World.address("carol")])
            if isMoved {
                _ = world.check("alice", from: World.address("alice", port: 50_001))
            } else {
                world.plane.close("alice")
            }
            #expect(world.send("alice").to == [World.address("erin")])
        }
    }

    @Test func `a path waits for the answer to its last check alone`() {
        var world = World(["alice"])
        for port in [1, 2, 3] as [UInt16] { _ = world.checkUnproved("alice", from: World.address("alice", port: port)) }
        #expect(world.plane.pathOfCheck.count == 1)
        world.plane.close("alice")
        #expect(world.plane.pathOfCheck.isEmpty)
    }
}
