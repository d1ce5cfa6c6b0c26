import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// The media of a call on two SFUs, without sockets.
@Suite struct TrunkTests {
    private static let cid = CallCid(type: "default", id: "standup")
    private static let other = SocketAddress(host: HostAddress(127, 0, 1, 2), port: 5004)
    private static let third = SocketAddress(host: HostAddress(127, 0, 1, 3), port: 5004)
    private static let here = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)

    private var plane = MediaPlane(secret: [1, 2, 3], name: "sfu-1")
    private var random = SeededGenerator(seed: 1)
    private var number: UInt16 = 0

    /// Alice is here, with a voice and a camera; bob is on another SFU.
    init() throws {
        let credentials = plane.open("alice", in: Self.cid, isOfGuest: false)
        plane.setSignalingAddress(of: "alice", to: Self.here)
        plane.publish(.audio, ssrc: 11, of: "alice", isMuted: false, at: .start)
        plane.publish(.video, ssrc: 12, of: "alice", isMuted: false, at: .start)
        let check = STUN.Message(
            .request, transactionID: STUN.TransactionID(from: &random), attributes: [.username(credentials.username)])
        let bytes = try #require(check.encoded(STUN.Protection(key: Array(credentials.password.utf8))))
        _ = plane.receive(bytes, from: Self.here, at: .start) { _ in }
        meet("bob", "sfu-2", Self.other, 21)
    }

    private mutating func meet(_ user: String, _ edge: String, _ address: SocketAddress, _ source: UInt32) {
        var participant = SFUParticipant {
            $0.user = User(id: user)
            $0.sessionId = user
            $0.joinedAt = .virtualStart
            $0.trackLookupPrefix = ""
            $0.roles = []
        }
        participant.sources = [
            TrackSource {
                $0.trackType = .audio
                $0.ssrc = source
            },
            TrackSource {
                $0.trackType = .video
                $0.ssrc = source + 1
            },
        ]
        plane.meet(participant, in: Self.cid, on: edge, at: address, .start)
    }

    private mutating func send(_ source: UInt32, from peer: SocketAddress) -> (to: [SocketAddress], drop: MediaDrop?) {
        number += 1
        let packet = RTP.Packet(payloadType: 111, sequenceNumber: number, timestamp: 1, ssrc: source)
        var receivers: [SocketAddress] = []
        guard
            case .dropped(let drop, _) = plane.receive(
                packet.encoded() ?? [], from: peer, at: .start, forward: { receivers.append($0) })
        else { return (receivers, nil) }
        return (receivers, drop)
    }

    @Test mutating func `own media goes to the other SFU, and its media to own participants`() {
        #expect(send(11, from: Self.here).to == [Self.other])
        #expect(send(12, from: Self.here).to == [Self.other])
        #expect(send(21, from: Self.other).to == [Self.here])
        #expect(send(22, from: Self.other).to == [])
        plane.subscribe("alice", to: [TrackName(sessionId: "bob", type: .video)])
        #expect(send(22, from: Self.other).to == [Self.here])
    }

    @Test mutating func `an SFU does not forward media of another SFU`() {
        meet("carol", "sfu-3", Self.third, 31)
        #expect(send(11, from: Self.here).to == [Self.other, Self.third])
        #expect(send(21, from: Self.other).to == [Self.here])
        #expect(send(31, from: Self.third).to == [Self.here])
    }

    @Test mutating func `only an SFU can send as that SFU`() {
        #expect(send(21, from: Self.here).drop == .unknownSource)
        #expect(send(21, from: Self.third).drop == .unknownAddress)
        #expect(send(99, from: Self.other).drop == .unknownSource)
    }

    @Test mutating func `the path to another SFU ends with its last participant`() {
        meet("carol", "sfu-2", Self.other, 31)
        plane.forgetRemote("bob")
        #expect(send(11, from: Self.here).to == [Self.other])
        #expect(send(21, from: Self.other).drop == .unknownSource)
        plane.forgetRemote("carol")
        #expect(send(11, from: Self.here).to == [])
        #expect(send(31, from: Self.other).drop == .unknownAddress)
        #expect(plane.pathOfSession.keys.sorted() == ["alice"])
    }

    @Test mutating func `media of a migrated participant comes from its new SFU`() {
        meet("bob", "sfu-3", Self.third, 21)
        #expect(send(21, from: Self.other).drop == .unknownAddress)
        #expect(send(21, from: Self.third).to == [Self.here])
        plane.forgetRemote("bob")
        _ = plane.open("bob", in: Self.cid, isOfGuest: false)
        plane.publish(.audio, ssrc: 21, of: "bob", isMuted: false, at: .start)
        #expect(send(21, from: Self.third).drop == .unknownAddress)
        #expect(send(11, from: Self.here).to == [])
    }

    @Test mutating func `a participant that another SFU describes again keeps its tracks and their counts`() {
        #expect(send(21, from: Self.other).to == [Self.here])
        meet("bob", "sfu-2", Self.other, 21)
        number -= 1
        #expect(send(21, from: Self.other).drop == .duplicate)
    }

    @Test mutating func `a track that another SFU describes no longer ends`() {
        let bob = SFUParticipant {
            $0.user = User(id: "bob")
            $0.sessionId = "bob"
        }
        plane.meet(bob, in: Self.cid, on: "sfu-2", at: Self.other, .start)
        #expect(send(21, from: Self.other).drop == .unknownSource)
        #expect(send(11, from: Self.here).to == [Self.other])
    }

    @Test mutating func `media of another SFU does not count as the work of guests`() {
        plane.guestWork = GuestWork(perSecond: 1)
        plane.guestWork.add(10, at: .start)
        #expect(send(21, from: Self.other).to == [Self.here])
    }

    // MARK: Speakers

    /// Lets participants speak until the end of a window; returns the one that this SFU then lets dominate.
    private mutating func dominant(ofWindow window: Int, _ speaking: [(UInt32, SocketAddress)]) -> String? {
        for (source, peer) in speaking {
            number += 1
            var packet = RTP.Packet(payloadType: 111, sequenceNumber: number, timestamp: 1, ssrc: source)
            let level = RTP.AudioLevel(decibelsBelowOverload: 20, hasVoice: true)
            packet.elements = [RTP.Element(id: MediaFormat.audioLevelElement, value: [level.byte])]
            _ = plane.receive(packet.encoded() ?? [], from: peer, at: .start) { _ in }
        }
        let end = Instant.start.advanced(by: MediaPlane.window * window)
        for case .dominates(_, let session) in plane.wake(at: end) { return session }
        return nil
    }

    @Test mutating func `an SFU lets its own participants dominate, also after one that another SFU has chosen`() {
        let (alice, bob) = ((UInt32(11), Self.here), (UInt32(21), Self.other))
        #expect(dominant(ofWindow: 1, [bob]) == nil)
        #expect(dominant(ofWindow: 2, [alice, bob]) == "alice")
        plane.adopt(dominantSpeaker: "bob", in: Self.cid)
        #expect((3...8).map { dominant(ofWindow: $0, [alice, bob]) } == Array(repeating: nil, count: 6))
        // Bob has stopped. He counts as silent from the second window on.
        #expect((9...11).map { dominant(ofWindow: $0, [alice]) } == [nil, "alice", nil])
    }
}
