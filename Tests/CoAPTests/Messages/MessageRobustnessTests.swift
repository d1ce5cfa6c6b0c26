import Chance
import Testing
import Timing
import Wire

/// Broken datagrams of every kind: nothing traps, and what is accepted says exactly what stood on the wire.
@Suite struct MessageRobustnessTests {
    private static let good =
        MessageTests.examples.map { bytes($0.hex) } + [
            CoAP.Message(
                type: .confirmable, code: .post, messageID: 0xFFFF, token: token("0badcafe"),
                options: [
                    CoAP.Option(.uriPath, "video"), CoAP.Option(.uriPath, "call"), CoAP.Option(.contentFormat, 60),
                    CoAP.Option(.uriQuery, "connection_id=4711"), CoAP.Option(.block1, 0x1E), CoAP.Option(.size1, 3000),
                    CoAP.Option(.requestTag, [1]), CoAP.Option(.init(rawValue: 2049), body(300)),
                ], payload: body(40)
            ).encoded()
        ]

    private func check(_ datagram: [UInt8]) -> Bool {
        guard let message = try? CoAP.Message(decoding: datagram) else { return false }
        #expect(message.encoded() == datagram)
        return true
    }

    @Test func `every truncation is refused or reads as a valid message`() {
        var accepted = 0
        for datagram in Self.good {
            for count in 0..<datagram.count where check(Array(datagram[..<count])) { accepted += 1 }
        }
        #expect(accepted > 0)
    }

    @Test func `every flipped bit is refused or reads as a valid message`() {
        var accepted = 0
        for datagram in Self.good {
            for bit in 0..<datagram.count * 8 {
                var flipped = datagram
                flipped[bit / 8] ^= 1 << (bit % 8)
                if check(flipped) { accepted += 1 }
            }
        }
        #expect(accepted > 0)
    }

    @Test func `random bytes are refused or read as a valid message`() {
        var generator = SeededGenerator(seed: 7)
        var accepted = 0
        for _ in 0..<20_000 {
            let count = Int(generator.next() % 40)
            var datagram = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            if count > 0 { datagram[0] = datagram[0] & 0x33 | 0x40 }
            if check(datagram) { accepted += 1 }
        }
        #expect(accepted > 100)
    }

    @Test func `no broken datagram harms an endpoint`() {
        let peer = SocketAddress(host: HostAddress(127, 0, 0, 9), port: 9)
        var endpoint = CoAP.Endpoint(generator: SeededGenerator(seed: 1))
        var now = Instant.start
        _ = endpoint.request(CoAP.Request(code: .get, path: ["a"], observe: true), to: peer, at: now)
        var seen = 0
        for datagram in Self.good {
            for bit in 0..<datagram.count * 8 {
                var flipped = datagram
                flipped[bit / 8] ^= 1 << (bit % 8)
                now = now.advanced(by: .milliseconds(1))
                for effect in endpoint.receive(flipped, from: peer, at: now) {
                    guard case .request(let request) = effect else { continue }
                    seen += 1
                    let response = CoAP.Response(code: .content, payload: body(1500), observer: true)
                    _ = endpoint.respond(response, to: request.id, at: now)
                }
                _ = endpoint.wake(at: now)
            }
        }
        #expect(seen > 0)
    }
}
