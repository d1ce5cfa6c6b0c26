import Chance
import Containers
import Testing
import Timing

@testable import Wire

/// Observers that move and end, and the treatment of single requests.
@Suite struct ServerRuleTests {
    private static let first = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let second = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 2)

    private var server = CoAP.Endpoint(generator: SeededGenerator(seed: 1))
    private var lastID: UInt16 = 0

    /// Registers an observer.
    private mutating func register(_ hex: String, at peer: SocketAddress = first) throws -> CoAP.ObserverID {
        lastID += 1
        var message = CoAP.Message(type: .confirmable, code: .get, messageID: lastID, token: token(hex))
        message.options.observe = 0
        var observer: CoAP.ObserverID?
        for case .request(let request) in server.receive(message.encoded(), from: peer, at: .start) {
            observer = request.observer
            _ = server.respond(CoAP.Response(code: .content, observer: true), to: request.id, at: .start)
        }
        return try #require(observer)
    }

    private mutating func notify(_ byte: UInt8, _ observer: CoAP.ObserverID) -> [String] {
        let response = CoAP.Response(code: .content, payload: [byte])
        return describe(server.notify(response, observer: observer, at: .start).1)
    }

    private mutating func acknowledge(_ effects: [CoAP.Effect], from peer: SocketAddress) -> [String] {
        guard case .send(let bytes, _)? = effects.last, let message = try? CoAP.Message(decoding: bytes) else {
            return []
        }
        let receipt = CoAP.Message(type: .acknowledgement, code: .empty, messageID: message.messageID)
        return describe(server.receive(receipt.encoded(), from: peer, at: .start))
    }

    private func describe(_ effects: [CoAP.Effect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .send(let bytes, let peer):
                (try? CoAP.Message(decoding: bytes)).map {
                    "\(peer.port) \($0.type) \($0.token) \($0.options.observe ?? 0) \($0.payload)"
                } ?? "?"
            case .observerGone(_, let loss): "gone: \(loss)"
            case .acknowledged(_, let id): "acknowledged \(id.rawValue)"
            default: "\(effect)"
            }
        }
    }

    // MARK: Moving

    @Test mutating func `an observer that moves gets its outstanding notification again, and then the others`() throws {
        let observer = try register("aa")
        #expect(notify(1, observer) == ["1 CON aa 2 [1]"])
        #expect(notify(2, observer) == [])
        let moved = server.moveObserver(observer, to: Self.second, at: .start)
        #expect(describe(moved) == ["2 CON aa 3 [1]"])
        #expect(server.transmissions.count == 1)
        #expect(server.peers.values[server.peerSlot(Self.first)].isIdle)
        #expect(server.peers.values[server.peerSlot(Self.second)].observers == 1)
        #expect(acknowledge(moved, from: Self.second) == ["acknowledged 1", "2 CON aa 4 [2]"])
        #expect(describe(server.moveObserver(observer, to: Self.second, at: .start)) == [])
        #expect(server.observerCount == 1 && server.observerOfToken.count == 1)
        let unknown = CoAP.ObserverID(rawValue: 99)
        #expect(describe(server.moveObserver(unknown, to: Self.first, at: .start)) == [])
        #expect(server.observerCount == 1 && notify(3, unknown) == [])
    }

    @Test mutating func `an observer that moves replaces one with its token there, and no other`() throws {
        let observer = try register("aa")
        _ = try register("aa", at: Self.second)
        _ = try register("bb", at: Self.second)
        let moved = server.moveObserver(observer, to: Self.second, at: .start)
        #expect(describe(moved) == ["gone: replaced"])
        #expect(server.observerCount == 2 && server.peers.values[server.peerSlot(Self.second)].observers == 2)
        #expect(notify(1, observer) == ["2 CON aa 2 [1]"])
    }

    // MARK: Ending

    @Test mutating func `a final notification comes behind all others, has no order, and ends the observation`() throws
    {
        let observer = try register("aa")
        var effects = server.notify(CoAP.Response(code: .content, payload: [1]), observer: observer, at: .start).1
        #expect(describe(server.removeObserver(observer, final: CoAP.Response(code: .notFound), at: .start)) == [])
        #expect(notify(2, observer) == [] && server.observerCount == 1)
        let late = server.notify(CoAP.Response(code: .content, payload: [3]), observer: observer, at: .start)
        #expect(late.0.rawValue == .max && late.1.isEmpty)
        guard case .send(let bytes, _)? = effects.last else { return }
        let id = try CoAP.Message(decoding: bytes).messageID
        let receipt = CoAP.Message(type: .acknowledgement, code: .empty, messageID: id)
        effects = server.receive(receipt.encoded(), from: Self.first, at: .start)
        #expect(describe(effects) == ["acknowledged 1", "1 CON aa 0 []"])
        #expect(acknowledge(effects, from: Self.first) == ["acknowledged 2"])
        #expect(server.observerCount == 0 && server.nextWake == nil && server.leftovers.isEmpty)
        #expect(server.notify(CoAP.Response(code: .content), observer: observer, at: .start).0.rawValue == .max)
    }

    @Test mutating func `a removed observer leaves neither messages nor timers, and is not reported`() throws {
        let observer = try register("aa")
        _ = notify(1, observer)
        #expect(describe(server.removeObserver(observer, final: nil, at: .start)) == [])
        #expect(server.leftovers.isEmpty && server.nextWake == nil)
        #expect(describe(server.removeObserver(observer, final: nil, at: .start)) == [])
    }

    @Test(arguments: [(1, 2), (3, 4)])
    mutating func `so many notifications wait behind the one that is sent, and one more loses the observer`(
        _ limit: Int, _ count: Int
    ) throws {
        server = CoAP.Endpoint(limits: .init(queuedNotifications: limit), generator: SeededGenerator(seed: 1))
        let observer = try register("aa")
        for number in 1...count { #expect(notify(UInt8(number), observer).count == (number == 1 ? 1 : 0)) }
        #expect(notify(9, observer) == ["gone: tooManyNotifications(limit: \(limit))"])
        #expect(server.leftovers.isEmpty)
    }

    // MARK: Requests

    @Test(
        arguments: [
            (CoAP.Code.get, UInt32(0), CoAP.IncomingRequest.Observe?.some(.register)), (.fetch, 0, .register),
            (.get, 1, .deregister), (.fetch, 1, .deregister), (.get, 2, nil), (.get, nil, nil), (.post, 0, nil),
            (.put, 0, nil), (.delete, 1, nil), (.patch, 0, nil), (.iPatch, 0, nil),
        ] as [(CoAP.Code, UInt32?, CoAP.IncomingRequest.Observe?)])
    mutating func `only GET and FETCH observe, with 0 and 1`(
        _ code: CoAP.Code, _ value: UInt32?, _ observe: CoAP.IncomingRequest.Observe?
    ) {
        var message = CoAP.Message(type: .nonConfirmable, code: code, messageID: 1)
        message.options.observe = value
        var received: [CoAP.IncomingRequest.Observe?] = []
        for case .request(let request) in server.receive(message.encoded(), from: Self.first, at: .start) {
            received.append(request.observe)
        }
        #expect(received == [observe])
    }

    @Test mutating func `a deregistration ends the observation with its token, and is served`() throws {
        _ = try register("aa")
        _ = try register("bb")
        for (hex, losses) in [("cc", []), ("aa", ["gone: deregistered"]), ("aa", [])] {
            lastID += 1
            var message = CoAP.Message(type: .nonConfirmable, code: .get, messageID: lastID, token: token(hex))
            message.options.observe = 1
            let effects = server.receive(message.encoded(), from: Self.first, at: .start)
            #expect(describe(effects).filter { $0.hasPrefix("gone") } == losses)
            #expect(effects.contains { if case .request = $0 { true } else { false } })
        }
        #expect(server.observerCount == 1)
    }

    @Test mutating func `an answer to an unproved address has an Echo value when that fits three times its request`() {
        server = CoAP.Endpoint(
            generator: SeededGenerator(seed: 1), proof: CoAP.AddressProof(generator: SeededGenerator(seed: 2)))
        // The value takes 12 bytes beside a header of 4 and the token.
        for (hex, hasEcho) in [("", false), ("aa", false), ("aabb", true), ("aabbcc", true)] {
            let message = CoAP.Message(type: .confirmable, code: .get, messageID: 1, token: token(hex))
            let effects = server.receive(message.encoded(), from: Self.first, at: .start)
            #expect(effects.first == .challenged(Self.first) && effects.count == 2)
            guard case .send(let bytes, Self.first)? = effects.last else { continue }
            let answer = try? CoAP.Message(decoding: bytes)
            #expect(answer?.code == .unauthorized && answer?.messageID == 1 && answer?.token == token(hex))
            #expect((answer?.options.echo != nil) == hasEcho)
            #expect(bytes.count == 4 + message.token.count + (hasEcho ? 12 : 0))
        }
    }

    @Test mutating func `the oldest of too many messages are not remembered, by number and by bytes`() {
        for limits in [CoAP.Limits(rememberedMessages: 3), CoAP.Limits(rememberedBytes: 3 * 7)] {
            server = CoAP.Endpoint(limits: limits, generator: SeededGenerator(seed: 1))
            func send(_ id: UInt16) -> Bool {
                let message = CoAP.Message(type: .confirmable, code: .get, messageID: id)
                for case .request(let request) in server.receive(message.encoded(), from: Self.first, at: .start) {
                    // Header, marker and two bytes: seven in all.
                    let response = CoAP.Response(code: .content, payload: [1, 2], contentFormat: nil)
                    _ = server.respond(response, to: request.id, at: .start)
                    return true
                }
                return false
            }
            #expect((1...4).map { send($0) } == [true, true, true, true])
            #expect((2...4).map { send($0) } == [false, false, false])
            #expect(send(1))
        }
    }

    // MARK: Blocks

    /// Sends a request, and returns the server's message.
    private mutating func ask(
        _ code: CoAP.Code, _ hex: String, block1: CoAP.Block? = nil, block2: CoAP.Block? = nil, payload: [UInt8] = [],
        answer: CoAP.Response
    ) throws -> CoAP.Message {
        lastID += 1
        var message = CoAP.Message(type: .confirmable, code: code, messageID: lastID, token: token(hex))
        message.options.block1 = block1
        message.options.block2 = block2
        message.payload = payload
        var effects = server.receive(message.encoded(), from: Self.first, at: .start)
        for case .request(let request) in effects {
            effects = server.respond(answer, to: request.id, at: .start)
        }
        guard case .send(let bytes, _)? = effects.last else { throw CoAP.Failure.noResponse }
        return try CoAP.Message(decoding: bytes)
    }

    private func block(_ number: UInt32, _ hasMore: Bool = false) -> CoAP.Block {
        CoAP.Block(number: number, hasMore: hasMore, size: .bytes16)
    }

    @Test mutating func `a block comes from the body with its token, not from the newest one of the resource`()
        throws
    {
        for (hex, seed) in [("aa", 1), ("bb", 2)] {
            let whole = CoAP.Response(code: .content, payload: body(40, seed: seed))
            #expect(try ask(.get, hex, block2: block(0), answer: whole).payload == Array(body(40, seed: seed)[..<16]))
        }
        for (hex, seed) in [("aa", 1), ("bb", 2)] {
            let part = try ask(.get, hex, block2: block(1), answer: CoAP.Response(code: .notFound))
            #expect(part.payload == Array(body(40, seed: seed)[16..<32]))
        }
    }

    @Test mutating func `a block of a request is taken although it names a later block of the response`()
        throws
    {
        let answer = try ask(
            .post, "aa", block1: block(0, true), block2: block(1), payload: body(16),
            answer: CoAP.Response(code: .notFound))
        #expect(answer.code == .continue)
    }

    @Test mutating func `a separate first response names the last block of the request, and notifications do not`()
        throws
    {
        lastID += 1
        var message = CoAP.Message(type: .confirmable, code: .fetch, messageID: lastID, token: token("aa"))
        message.options.observe = 0
        message.options.block1 = block(0)
        var response = CoAP.Response(code: .content, observer: true)
        response.isConfirmable = true
        var named: [CoAP.Block?] = []
        for case .request(let request) in server.receive(message.encoded(), from: Self.first, at: .start) {
            var effects = server.respond(response, to: request.id, at: .start)
            guard case .send(let bytes, _)? = effects.last else { continue }
            let first = try CoAP.Message(decoding: bytes)
            named.append(first.options.block1)
            let receipt = CoAP.Message(type: .acknowledgement, code: .empty, messageID: first.messageID)
            _ = server.receive(receipt.encoded(), from: Self.first, at: .start)
            effects = server.notify(CoAP.Response(code: .content), observer: request.observer, at: .start).1
            guard case .send(let bytes, _)? = effects.last else { continue }
            named.append(try CoAP.Message(decoding: bytes).options.block1)
        }
        #expect(named == [block(0), nil])
    }
}
