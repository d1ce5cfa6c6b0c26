import Chance
import Containers
import Testing
import Timing

@testable import Wire

@Suite struct StorageTests {
    @Test func `idle peers are forgotten`() {
        var endpoint = CoAP.Endpoint(generator: .init(seed: 1))
        let ping = CoAP.Message(type: .confirmable, code: .get, messageID: 1).encoded()
        for port in UInt16(1)...5000 {
            let peer = SocketAddress(host: HostAddress(127, 0, 0, 1), port: port)
            for case .request(let request) in endpoint.receive(ping, from: peer, at: .start) {
                _ = endpoint.respond(CoAP.Response(code: .content), to: request.id, at: .start)
            }
        }
        #expect(endpoint.peers.count <= 1024)
    }

    @Test func `an idle endpoint gives up what a flood has left, without another message`() {
        var endpoint = CoAP.Endpoint(generator: .init(seed: 1))
        let get = CoAP.Message(type: .confirmable, code: .get, messageID: 1).encoded()
        for number in 0..<20_000 {
            let host = HostAddress(127, 0, UInt8(number >> 8), UInt8(number & 255))
            for case .request(let request) in endpoint.receive(
                get, from: SocketAddress(host: host, port: 1), at: .start)
            {
                _ = endpoint.respond(CoAP.Response(code: .content, payload: [1]), to: request.id, at: .start)
            }
        }
        begin(100, at: &endpoint)
        #expect(endpoint.received.count >= 20_000)
        endpoint.removeExpired(at: Instant.start.advanced(by: .seconds(100)))
        #expect(endpoint.received.count >= 20_000, "a duplicate is recognized for 247 s")
        endpoint.removeExpired(at: Instant.start.advanced(by: .seconds(300)))
        #expect(endpoint.received.storedCount == 0)
        #expect(endpoint.incomingBodies.storedCount == 0)
        #expect(endpoint.peers.count <= 1024)
    }

    @Test func `bodies that are not fetched to the end are given up with their names`() {
        var endpoint = CoAP.Endpoint(generator: .init(seed: 1))
        var message = CoAP.Message(type: .confirmable, code: .get, messageID: 1)
        message.options.block2 = CoAP.Block(number: 0, hasMore: false, size: .bytes16)
        let bytes = message.encoded()
        for port in UInt16(1)...50 {
            let peer = SocketAddress(host: HostAddress(127, 0, 0, 1), port: port)
            for case .request(let request) in endpoint.receive(bytes, from: peer, at: .start) {
                let response = CoAP.Response(code: .content, payload: [UInt8](repeating: 1, count: 40))
                _ = endpoint.respond(response, to: request.id, at: .start)
            }
        }
        for (seconds, count) in [(246, 50), (248, 0)] as [(Int64, Int)] {
            endpoint.removeExpired(at: Instant.start.advanced(by: .seconds(seconds)))
            #expect(endpoint.outgoingBodies.storedCount == count)
            #expect(endpoint.newestBodies.storedCount == count)
            #expect(endpoint.received.storedCount == count)
        }
    }

    /// The first block of a body, from the given number of sources. The body never ends.
    private func begin(_ count: Int, at endpoint: inout CoAP.Endpoint) {
        var message = CoAP.Message(type: .confirmable, code: .post, messageID: 1)
        message.options.uriPath = ["video", "guest"]
        message.options.block1 = CoAP.Block(number: 0, hasMore: true, size: .bytes16)
        message.payload = Array(repeating: 0x61, count: 16)
        let bytes = message.encoded()
        for number in 0..<count {
            let host = HostAddress(127, 0, UInt8(number >> 8), UInt8(number & 255))
            _ = endpoint.receive(bytes, from: SocketAddress(host: host, port: 1), at: .start)
        }
    }

    @Test func `bodies of sixteen bytes from ever new sources count with their overhead`() {
        let limit = 1 << 20
        var endpoint = CoAP.Endpoint(limits: .init(blockwiseBytes: limit), generator: .init(seed: 1))
        begin(4_000, at: &endpoint)
        #expect((1_000...limit / (16 + 512)).contains(endpoint.incomingBodies.count))
    }

    @Test func `nothing is kept of a body from an address that is not proved`() {
        let proof = CoAP.AddressProof(generator: .init(seed: 2))
        var endpoint = CoAP.Endpoint(generator: .init(seed: 1), proof: proof)
        begin(4_000, at: &endpoint)
        #expect(endpoint.incomingBodies.count == 0)
        #expect(endpoint.peers.count == 0)
    }

    @Test func `a message is a duplicate only of one with its host, its port and its message ID`() {
        var endpoint = CoAP.Endpoint(generator: .init(seed: 1))
        func isNew(_ host: UInt32, _ port: UInt16, _ id: UInt16) -> Bool {
            let peer = SocketAddress(host: HostAddress(value: host), port: port)
            let bytes = CoAP.Message(type: .confirmable, code: .get, messageID: id).encoded()
            return endpoint.receive(bytes, from: peer, at: .start).contains {
                if case .request = $0 { true } else { false }
            }
        }
        let (host, port, id) = (UInt32(0x7F00_0001), UInt16(0x1234), UInt16(0x5678))
        #expect(isNew(host, port, id) && !isNew(host, port, id))
        for bit in 0..<32 { #expect(isNew(host ^ 1 << bit, port, id), "bit \(bit) of the host") }
        for bit in 0..<16 {
            #expect(isNew(host, port ^ 1 << bit, id), "bit \(bit) of the port")
            #expect(isNew(host, port, id ^ 1 << bit), "bit \(bit) of the message ID")
        }
    }

    /// RFC 8132 section 2.
    @Test func `a further block of a FETCH is that of the response to its body`() {
        var conversation = Conversation()
        conversation.respond = { request in
            CoAP.Response(code: .content, payload: [UInt8](repeating: request.payload[0], count: 3000))
        }
        func ask(_ id: UInt16, _ payload: [UInt8], _ number: UInt32? = nil) -> CoAP.Message? {
            var options: CoAP.Options = [CoAP.Option(.uriPath, "a")]
            options.block2 = number.map { CoAP.Block(number: $0, hasMore: false, size: .bytes1024) }
            conversation.send(
                CoAP.Message(
                    type: .confirmable, code: .fetch, messageID: id, token: token("0\(id)"), options: options,
                    payload: payload), from: .client)
            conversation.run()
            return conversation.transcript.messages.last?.message
        }
        #expect(ask(1, [1])?.payload.first == 1)
        #expect(ask(2, [2])?.payload.first == 2)
        #expect(ask(3, [1], 1)?.payload.first == 1)
        #expect(ask(4, [2], 1)?.payload.first == 2)
        #expect(ask(5, [3], 1)?.code == .requestEntityIncomplete)
        #expect(ask(6, [], 1)?.payload.first == 2)
    }
}
