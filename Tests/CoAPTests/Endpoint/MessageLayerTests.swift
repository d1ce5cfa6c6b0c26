import Chance
import Testing
import Timing
import Wire

/// RFC 7252 section 4, rule by rule.
@Suite struct MessageLayerTests {
    private func message(
        _ type: CoAP.MessageType, _ code: CoAP.Code, _ id: UInt16 = 0x1234, _ token: CoAP.Token = token("aa"),
        options: CoAP.Options = [CoAP.Option(.uriPath, "a")]
    ) -> CoAP.Message {
        CoAP.Message(
            type: type, code: code, messageID: id, token: code.isEmpty ? .empty : token,
            options: code.isEmpty ? [] : options)
    }

    // MARK: 4.2 Messages transmitted reliably

    @Test func `4.2, a confirmable message is sent again at doubling intervals, then given up`() {
        var conversation = Conversation()
        conversation.lost = Set(1...5)
        conversation.get("a")
        conversation.run()
        let times = conversation.transcript.messages.map { $0.at.nanoseconds }
        #expect(times.count == 5)
        let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect((2_000_000_000...3_000_000_000).contains(intervals[0]))
        for (later, earlier) in zip(intervals.dropFirst(), intervals) { #expect(later == 2 * earlier) }
        #expect(conversation.failures == [.timeout])
        #expect(conversation.now.nanoseconds == times[4] + 16 * intervals[0])
    }

    @Test func `4.2, the first interval is random between the timeout and its stretch`() {
        let intervals = (UInt64(1)...200).map { seed in
            var conversation = Conversation(seed: seed)
            conversation.lost = [1]
            conversation.get("a")
            conversation.run()
            return conversation.transcript.messages[1].at.nanoseconds
        }
        #expect(intervals.allSatisfy { (2_000_000_000...3_000_000_000).contains($0) })
        #expect(intervals.min() ?? 0 < 2_100_000_000)
        #expect(intervals.max() ?? 0 > 2_900_000_000)
    }

    @Test func `4.2, every transmission is the same message`() {
        var conversation = Conversation()
        conversation.lost = Set(1...5)
        conversation.get("a")
        conversation.run()
        #expect(Set(conversation.transcript.messages.map(\.message)).count == 1)
    }

    @Test func `4.2, an acknowledgement ends the retransmission and has the message's ID`() {
        var conversation = Conversation()
        conversation.respond = { _ in nil }
        conversation.get("a")
        conversation.run(for: .seconds(100))
        #expect(conversation.transcript.lines == ["C→S CON m1 GET /a t1", "S→C ACK m1"])
    }

    @Test func `4.2, a reset ends the retransmission and fails the request`() {
        var conversation = Conversation()
        conversation.respond = { _ in nil }
        conversation.lost = [1]
        conversation.get("a")
        let id = conversation.transcript.messages[0].message.messageID
        conversation.send(message(.reset, .empty, id), from: .server)
        conversation.run()
        #expect(conversation.failures == [.reset])
        #expect(conversation.transcript.lines == ["C→S CON m1 GET /a t1 ✗", "S→C RST m1"])
    }

    @Test(arguments: [0x21, 0x61, 0xC1, 0xE1])
    func `4.2, a confirmable message with a reserved code is reset`(_ code: UInt8) {
        var conversation = Conversation()
        conversation.send(message(.confirmable, CoAP.Code(rawValue: code)), from: .client)
        conversation.run()
        #expect(conversation.transcript.messages.last?.message == message(.reset, .empty))
        #expect(conversation.requests.isEmpty)
    }

    @Test(arguments: [CoAP.MessageType.acknowledgement, .reset])
    func `4.2, acknowledgements and resets that belong to nothing are passed over`(_ type: CoAP.MessageType) {
        var conversation = Conversation()
        conversation.send(message(type, .empty), from: .client)
        conversation.send(message(type, .get), from: .client)
        conversation.send(message(type, .content), from: .client)
        conversation.run()
        #expect(conversation.transcript.lines.count == 3)
        #expect(conversation.rejectionsAtServer.count == 3)
    }

    @Test func `4.2, a broken confirmable message is reset, other broken ones are passed over`() {
        var conversation = Conversation()
        let peer = Conversation.clientAddress
        func answers(_ hex: String) -> [CoAP.Effect] {
            conversation.server.receive(bytes(hex), from: peer, at: .start)
        }
        #expect(
            answers("40 01 0007 f0") == [
                .malformed(peer, .reservedOptionHeader(offset: 4, byte: 0xf0)), .send(bytes("70 00 0007"), to: peer),
            ])
        #expect(answers("49 01 0008").last == .send(bytes("70 00 0008"), to: peer))
        #expect(answers("40 00 0009 ff").last == .send(bytes("70 00 0009"), to: peer))
        #expect(answers("50 01 0007 f0").count == 1)
        #expect(answers("60 01 0007 f0").count == 1)
        #expect(answers("70 00 0007 f0").count == 1)
        #expect(answers("80 01 0007") == [.malformed(peer, .unknownVersion(2))])
        #expect(answers("40") == [.malformed(peer, .truncatedHeader(count: 1))])
    }

    // MARK: 4.3 Messages transmitted without reliability

    @Test func `4.3, a message that is not confirmable is sent once and never acknowledged`() {
        var conversation = Conversation()
        conversation.lost = [1]
        conversation.request(CoAP.Request(code: .get, path: ["a"], isConfirmable: false))
        conversation.run()
        #expect(conversation.transcript.lines == ["C→S NON m1 GET /a t1 ✗"])
        #expect(conversation.failures == [.noResponse])
    }

    @Test func `4.3, an empty message that is not confirmable is passed over`() {
        var conversation = Conversation()
        conversation.send(message(.nonConfirmable, .empty), from: .client)
        conversation.run()
        #expect(conversation.transcript.lines.count == 1)
    }

    @Test func `4.3, a ping is answered with a reset`() {
        var conversation = Conversation()
        let id = conversation.ping()
        conversation.run()
        #expect(conversation.transcript.lines == ["C→S CON m1", "S→C RST m1"])
        #expect(conversation.clientEffects.contains(.pong(id)))
        #expect(conversation.client.exchangeCount == 0)
    }

    @Test func `4.3, a ping into the void fails`() {
        var conversation = Conversation()
        conversation.lost = Set(1...5)
        let id = conversation.ping()
        conversation.run()
        #expect(conversation.clientEffects.contains(.failed(id, .timeout)))
    }

    // MARK: 4.4 Message correlation

    @Test func `4.4, message IDs differ and an ID in use is not given again`() {
        var endpoint = CoAP.Endpoint(parameters: .init(nStart: 100_000), generator: SeededGenerator(seed: 1))
        let request = CoAP.Request(code: .get, path: [])
        func nextID() -> UInt16? {
            let (_, effects) = endpoint.request(request, to: Conversation.serverAddress, at: .start)
            guard case .send(let bytes, _)? = effects.first else { return nil }
            return try? CoAP.Message(decoding: bytes).messageID
        }
        let first = (0..<40_000).compactMap { _ in nextID() }
        // The ID that would be next is that of a message in use from the other side of the wrap.
        for id in first[0..<20_000] {
            let reset = CoAP.Message(type: .reset, code: .empty, messageID: id)
            _ = endpoint.receive(reset.encoded(), from: Conversation.serverAddress, at: .start)
        }
        let second = (0..<45_000).compactMap { _ in nextID() }
        #expect(Set(first).count == 40_000)
        #expect(Set(second).union(first[20_000...]).count == 65_000)
    }

    @Test func `4.4, an acknowledgement from elsewhere acknowledges nothing`() {
        var conversation = Conversation()
        conversation.lost = [1]
        conversation.get("a")
        let id = conversation.transcript.messages[0].message.messageID
        let stranger = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 9)
        let effects = conversation.client.receive(
            message(.acknowledgement, .empty, id).encoded(), from: stranger, at: conversation.now)
        #expect(effects == [.rejected(stranger, messageID: id, .unknownMessage)])
        conversation.run()
        #expect(conversation.responses.count == 1)
    }

    // MARK: 4.5 Message deduplication

    @Test func `4.5, a duplicate is answered like the first one and not handled again`() {
        var conversation = Conversation()
        conversation.conditions.duplication = 1
        conversation.get("a")
        conversation.run()
        #expect(conversation.requests.count == 1)
        #expect(
            conversation.transcript.lines == [
                "C→S CON m1 GET /a t1", "S→C ACK m1 2.05 Content t1", "S→C ACK m1 2.05 Content t1",
            ])
        #expect(conversation.responses.count == 1)
    }

    @Test func `4.5, a duplicate of a request without a response is acknowledged at once`() {
        var conversation = Conversation(server: .init(acknowledgementDelay: .seconds(60)))
        conversation.respond = { _ in nil }
        conversation.get("a")
        conversation.run(for: .seconds(4))
        #expect(conversation.transcript.lines == ["C→S CON m1 GET /a t1", "C→S CON m1 GET /a t1", "S→C ACK m1"])
        #expect(conversation.requests.count == 1 && conversation.server.nextWake == nil)
    }

    @Test func `4.5, a duplicate of a request that is not confirmable is passed over`() {
        var conversation = Conversation()
        conversation.conditions.duplication = 1
        conversation.request(CoAP.Request(code: .post, path: ["a"], isConfirmable: false))
        conversation.run()
        #expect(conversation.requests.count == 1)
        #expect(conversation.transcript.lines.count == 2)
    }

    @Test(arguments: [(0, CoAP.Code.serviceUnavailable), (1, .content)])
    func `4.5, a confirmable duplicate of a request that is not confirmable is passed over`(
        _ openRequests: Int, _ code: CoAP.Code
    ) {
        var conversation = Conversation(limits: .init(openRequests: openRequests))
        for type in [CoAP.MessageType.nonConfirmable, .confirmable] {
            conversation.send(message(type, .get), from: .client)
            conversation.run()
        }
        #expect(conversation.duplicatesAtServer == 1)
        #expect(conversation.transcript.messages.filter { $0.from == .server }.map(\.message.code) == [code])
    }

    @Test func `4.5, a message is remembered for the lifetime of an exchange`() {
        var conversation = Conversation()
        conversation.send(message(.confirmable, .get), from: .client)
        conversation.run(for: .seconds(246))
        conversation.send(message(.confirmable, .get), from: .client)
        conversation.run(for: .seconds(2))
        #expect(conversation.requests.count == 1)
        conversation.send(message(.confirmable, .get), from: .client)
        conversation.run()
        #expect(conversation.requests.count == 2)
    }

    @Test func `4.8.2, a message that is not confirmable has duplicates for NON_LIFETIME`() {
        var conversation = Conversation()
        conversation.send(message(.nonConfirmable, .get), from: .client)
        conversation.run(for: .seconds(144))
        conversation.send(message(.nonConfirmable, .get), from: .client)
        conversation.run(for: .seconds(2))
        #expect(conversation.requests.count == 1 && conversation.duplicatesAtServer == 1)
        conversation.send(message(.nonConfirmable, .get), from: .client)
        conversation.run()
        #expect(conversation.requests.count == 2 && conversation.duplicatesAtServer == 1)
    }

    @Test func `4.5, another token with the same ID is another message`() {
        var conversation = Conversation()
        conversation.send(message(.confirmable, .get, 1, token("aa")), from: .client)
        conversation.send(message(.confirmable, .get, 1, token("bb")), from: .client)
        conversation.run()
        #expect(conversation.requests.count == 2)
    }

    // MARK: 4.7 Congestion control

    @Test func `4.7, one interaction is outstanding with a server at a time`() {
        var conversation = Conversation()
        for path in ["a", "b", "c"] { conversation.get(path) }
        #expect(conversation.transcript.lines == ["C→S CON m1 GET /a t1"])
        conversation.run()
        #expect(
            conversation.transcript.messages.map(\.from) == [.client, .server, .client, .server, .client, .server])
        #expect(conversation.requests.map(\.path) == [["a"], ["b"], ["c"]])
    }

    @Test func `4.7, an acknowledgement ends the interaction, the response may take its time`() {
        var conversation = Conversation()
        conversation.respond = { $0.path == ["slow"] ? nil : CoAP.Response(code: .content) }
        conversation.get("slow")
        conversation.get("fast")
        conversation.run(for: .seconds(2))
        #expect(conversation.responses.count == 1)
    }

    @Test func `4.7, more interactions are outstanding if the parameters allow`() {
        var conversation = Conversation(client: .init(nStart: 2))
        for path in ["a", "b", "c"] { conversation.get(path) }
        #expect(conversation.transcript.lines.count == 2)
        conversation.run()
        #expect(conversation.responses.count == 3)
    }

    @Test func `4.7, a cancelled or failed request lets the next one go`() {
        var conversation = Conversation()
        conversation.lost = [1]
        let first = conversation.get("a")
        let second = conversation.get("b")
        conversation.get("c")
        conversation.cancel(second)
        conversation.cancel(first)
        conversation.run()
        #expect(conversation.requests.map(\.path) == [["c"]])
        #expect(conversation.failures.isEmpty)
    }

    @Test func `a request that is cancelled while its response takes time leaves no timer`() {
        var conversation = Conversation()
        conversation.respond = { _ in nil }
        let id = conversation.get("slow")
        conversation.run(for: .seconds(3))
        #expect(conversation.client.nextWake != nil)
        conversation.cancel(id)
        #expect(conversation.client.nextWake == nil && conversation.client.exchangeCount == 0)
    }

    // MARK: 4.8 Transmission parameters

    @Test func `4.8, the derived parameters are those of table 3`() {
        let parameters = CoAP.TransmissionParameters()
        #expect(parameters.maxTransmitSpan == .seconds(45))
        #expect(parameters.maxTransmitWait == .seconds(93))
        #expect(parameters.processingDelay == .seconds(2))
        #expect(parameters.maxRTT == .seconds(202))
        #expect(parameters.exchangeLifetime == .seconds(247))
        #expect(parameters.nonLifetime == .seconds(145))
    }

    @Test func `4.8, the parameters are obeyed`() {
        let parameters = CoAP.TransmissionParameters(
            acknowledgementTimeout: .milliseconds(100), acknowledgementRandomFactor: 1, maxRetransmit: 2)
        var conversation = Conversation(client: parameters)
        conversation.conditions.loss = 1
        conversation.get("a")
        conversation.run()
        #expect(conversation.transcript.messages.map { $0.at.nanoseconds / 1_000_000 } == [0, 100, 300])
        #expect(conversation.now.nanoseconds == 700_000_000)
    }

    // MARK: Responses

    @Test func `requests whose responses are missing at one instant fail in the order of sending`() {
        var conversation = Conversation()
        conversation.respond = { _ in nil }
        let requests = [true, false].map { CoAP.Request(code: .get, path: ["a"], isConfirmable: $0) }
        let ids = requests.map { conversation.request($0) }
        conversation.run()
        #expect(conversation.clientEffects.suffix(2) == ids.map { .failed($0, .noResponse) })
    }

    @Test(arguments: [(CoAP.MessageType.confirmable, 2), (.nonConfirmable, 1)])
    func `4.5, a duplicate of a response that is not awaited gets the reply to its type`(
        _ type: CoAP.MessageType, _ resets: Int
    ) {
        var conversation = Conversation()
        for _ in 0..<2 { conversation.send(message(type, .content, options: []), from: .server) }
        conversation.run()
        #expect(conversation.transcript.messages.count { $0.message.type == .reset } == resets)
        #expect(conversation.rejectionsAtClient.count == 1)
    }

    @Test func `4.5, a confirmable duplicate of a response that is not confirmable is passed over`() {
        var conversation = Conversation()
        conversation.lost = [1]
        conversation.get("a")
        let request = conversation.transcript.messages[0].message
        for type in [CoAP.MessageType.nonConfirmable, .confirmable] {
            conversation.send(message(type, .content, 9, request.token, options: []), from: .server)
        }
        conversation.run()
        #expect(conversation.responses.count == 1 && conversation.sentCount == 3)
    }
}
