import Chance
import Signaling
import Timing
import Wire

@testable import BackendCore

/// A plane with alice, bob and carol in one call, each with a voice and a camera.
struct MediaWorld {
    static let cid = CallCid(type: "default", id: "standup")

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
        _ = plane.open(user, in: Self.cid, isOfGuest: false)
        for type in [TrackType.audio, .video] {
            plane.publish(type, ssrc: Self.source(user, type), of: user, isMuted: false, at: now)
        }
        _ = check(user, from: Self.address(user))
    }

    func request(_ user: String, key: [UInt8]? = nil, _ generator: inout SeededGenerator) -> [UInt8] {
        var copy = plane
        let credentials = copy.open(user, in: Self.cid, isOfGuest: false)
        let message = STUN.Message(
            .request, transactionID: STUN.TransactionID(from: &generator),
            attributes: [.username(credentials.username)])
        return message.encoded(STUN.Protection(key: key ?? Array(credentials.password.utf8))) ?? []
    }

    /// Checks from the address of the user's signaling, or with another key from wherever.
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

    /// Sends a packet, and returns its receivers or the reason of its drop.
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

    /// Lets time pass, and returns the outputs of the plane.
    mutating func pass(_ duration: Duration, sending: (inout MediaWorld) -> Void = { _ in }) -> [MediaPlane.Output] {
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
