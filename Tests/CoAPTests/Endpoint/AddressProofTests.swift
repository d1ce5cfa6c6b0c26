import Chance
import Containers
import Testing
import Timing

@testable import Wire

/// RFC 9175 section 2 and RFC 7252 section 11.3: what a server does for an address that has proved nothing.
@Suite struct AddressProofTests {
    private static let client = Conversation.clientAddress
    private static let stranger = SocketAddress(host: HostAddress(127, 9, 0, 1), port: 40_000)

    private var server = CoAP.Endpoint(
        generator: SeededGenerator(seed: 1), proof: CoAP.AddressProof(generator: SeededGenerator(seed: 2)))
    private var lastID: UInt16 = 0

    /// Sends a request; what the server sent back, and whether it handed the request on.
    private mutating func ask(
        _ path: String = "a", echo: [UInt8]? = nil, from peer: SocketAddress = client, id: UInt16? = nil,
        type: CoAP.MessageType = .confirmable, token: CoAP.Token = token("aa"), at seconds: Int64 = 0
    ) throws -> (answer: CoAP.Message, isServed: Bool, factor: Double) {
        lastID &+= 1
        var message = CoAP.Message(type: type, code: .get, messageID: id ?? lastID, token: token)
        if !path.isEmpty { message.options.uriPath = [path] }
        message.options.echo = echo
        let bytes = message.encoded()
        let now = Instant(nanoseconds: seconds * 1_000_000_000)
        var effects = server.receive(bytes, from: peer, at: now)
        var isServed = false
        for case .request(let request) in effects {
            isServed = true
            let response = CoAP.Response(code: .content, payload: [UInt8](repeating: 7, count: 900))
            effects += server.respond(response, to: request.id, at: now)
        }
        let sent = effects.compactMap { effect -> [UInt8]? in
            if case .send(let bytes, let to) = effect, to == peer { bytes } else { nil }
        }
        let answer = try CoAP.Message(decoding: try #require(sent.last))
        return (answer, isServed, Double(sent.map(\.count).reduce(0, +)) / Double(bytes.count))
    }

    @Test mutating func `a request from an address that is not proved gets an Echo value and nothing else`() throws {
        let first = try ask()
        #expect(first.answer.code == .unauthorized && !first.isServed && first.factor <= 3)
        let echo = try #require(first.answer.options.echo)
        let again = try ask(echo: echo)
        #expect(again.answer.code == .content && again.isServed)
        #expect(try ask().isServed, "the address stays proved")
    }

    @Test mutating func `a late duplicate of a challenged request is not served after the request itself`() throws {
        let first = try ask(id: 7)
        let echo = try #require(first.answer.options.echo)
        #expect(try ask(echo: echo, id: 8, token: token("bb")).isServed)
        var message = CoAP.Message(type: .confirmable, code: .get, messageID: 7, token: token("aa"))
        message.options.uriPath = ["a"]
        let effects = server.receive(message.encoded(), from: Self.client, at: Instant(nanoseconds: 1))
        #expect(effects == [.duplicate(Self.client, type: .confirmable, messageID: 7)])
        #expect(try ask(echo: echo, id: 9).isServed, "another request with the value is served")
    }

    @Test mutating func `a value proves no other address, and none after its time`() throws {
        let echo = try #require(try ask().answer.options.echo)
        #expect(try !ask(echo: echo, from: Self.stranger).isServed)
        #expect(try !ask(echo: echo, at: 121).isServed)
        #expect(try !ask(echo: [UInt8](repeating: 0, count: 8)).isServed)
        #expect(try ask(echo: echo, at: 59).isServed)
    }

    @Test(arguments: [CoAP.MessageType.confirmable, .nonConfirmable], ["", "aa", "1122334455667788"])
    mutating func `no answer is longer than three times the request, however short that is`(
        _ type: CoAP.MessageType, _ digits: String
    ) throws {
        for path in ["", "a", String(repeating: "x", count: 200)] {
            for _ in 0..<3 { #expect(try ask(path, type: type, token: token(digits)).factor <= 3) }
        }
    }

    @Test mutating func `a duplicate with another body of a request is challenged as well`() throws {
        let echo = try #require(try ask().answer.options.echo)
        let served = try ask(echo: echo, id: 7)
        #expect(served.isServed)
        // The same message ID from elsewhere is not a duplicate of it.
        let forged = try ask("", from: Self.stranger, id: 7, token: .empty)
        #expect(!forged.isServed && forged.factor <= 3)
    }

    @Test mutating func `a hundred thousand strangers leave nothing behind`() throws {
        for number in 0..<100_000 {
            let host = HostAddress(127, 9, UInt8(number >> 8 & 255), UInt8(number & 255))
            let peer = SocketAddress(host: host, port: UInt16(1024 + number % 50_000))
            _ = try ask(from: peer, id: UInt16(truncatingIfNeeded: number))
        }
        #expect(server.openRequestCount == 0 && server.nextWake == nil)
        #expect(server.peers.count == 0 && server.received.storedCount == 0)
    }

    @Test mutating func `an address that another server vouches for is served`() throws {
        server.trust(Self.client)
        #expect(try ask().isServed)
    }

    @Test(arguments: [
        (CoAP.Code.unauthorized, [1, 2] as [UInt8]?, true), (.unauthorized, nil, false), (.content, [1, 2], false),
        (.forbidden, [1, 2], false), (.content, nil, false),
        (.unauthorized, [1], true), (.unauthorized, [UInt8](repeating: 1, count: 40), true),
    ])
    func `only 4.01 with an Echo value makes the client send its request again`(
        _ code: CoAP.Code, _ echo: [UInt8]?, _ isChallenge: Bool
    ) {
        var conversation = Conversation()
        conversation.lost = [1]
        conversation.get("a")
        let request = conversation.transcript.messages[0].message
        var answer = CoAP.Message(
            type: .acknowledgement, code: code, messageID: request.messageID, token: request.token)
        answer.options.echo = echo
        #expect(answer.isAddressChallenge == isChallenge)
        conversation.send(answer, from: .server)
        conversation.run()
        let values = conversation.transcript.messages.filter { $0.from == .client }.map(\.message.options.echo)
        #expect(values == (isChallenge ? [nil, echo] : [nil]))
        #expect(conversation.responses.map(\.response.code) == [isChallenge ? .content : code])
    }

    @Test func `a challenge with the value that the request has already is its response`() {
        var conversation = Conversation()
        var values: [[UInt8]] = [[2], [2], [1]]
        conversation.respond = { _ in
            var options: CoAP.Options = []
            options.echo = values.popLast()
            return CoAP.Response(code: options.echo == nil ? .content : .unauthorized, options: options)
        }
        conversation.get("a")
        conversation.run()
        let sent = conversation.transcript.messages.filter { $0.from == .client }.map(\.message.options.echo)
        #expect(sent == [nil, [1], [2]])
        #expect(conversation.responses.map(\.response.code) == [.unauthorized])
    }

    @Test(arguments: [0, 5000]) func `the client proves its address by itself, and its user notices nothing`(
        _ count: Int
    ) {
        var conversation = Conversation()
        conversation.server = CoAP.Endpoint(
            generator: SeededGenerator(seed: 1), proof: CoAP.AddressProof(generator: SeededGenerator(seed: 2)))
        let body = [UInt8](repeating: 5, count: count)
        conversation.request(CoAP.Request(code: .post, path: ["a"], payload: body))
        conversation.run()
        #expect(conversation.responses.map(\.response.code) == [.content])
        #expect(conversation.requests.map(\.payload) == [body])
    }

    private static let borders = [
        client, SocketAddress(host: HostAddress(0, 0, 0, 0), port: 0),
        SocketAddress(host: HostAddress(255, 255, 255, 255), port: 65_535),
    ]

    @Test(arguments: borders) func `a value in which any bit has changed proves nothing`(_ peer: SocketAddress) {
        let proof = CoAP.AddressProof(generator: SeededGenerator(seed: 2))
        let echo = proof.echo(for: peer, messageID: 0x1234, at: .start)
        #expect(proof.challenged(by: echo, from: peer, at: .start) == 0x1234)
        for bit in 0..<echo.count * 8 {
            var other = echo
            other[bit / 8] ^= UInt8(1) << UInt8(bit % 8)
            #expect(proof.challenged(by: other, from: peer, at: .start) == nil, "bit \(bit)")
        }
    }

    @Test func `a notification that came before a challenge is not delivered`() {
        var conversation = Conversation()
        conversation.lost = [1]
        conversation.respond = { _ in CoAP.Response(code: .content, observer: true) }
        conversation.get("a", observe: true)
        let request = conversation.transcript.messages[0].message
        var early = CoAP.Message(
            type: .confirmable, code: .content, messageID: 9, token: request.token, payload: [5])
        early.options.observe = 5
        conversation.send(early, from: .server)
        var challenge = CoAP.Message(
            type: .acknowledgement, code: .unauthorized, messageID: request.messageID, token: request.token)
        challenge.options.echo = [1, 2]
        conversation.send(challenge, from: .server)
        conversation.run()
        #expect(conversation.responses.map(\.response.payload) == [[]] && conversation.notifications.isEmpty)
    }
}
