import Testing
import Timing
import Wire

/// RFC 7959: its figures as message exchanges, and its rules.
@Suite struct BlockwiseTests {
    private func lines(_ conversation: Conversation) -> [String] {
        conversation.transcript.lines.map { line in line.split(separator: " \"").first.map(String.init) ?? line }
    }

    @Test func `figure 2, simple block-wise GET`() {
        var conversation = Conversation(server: .init(blockSize: .bytes128))
        let whole = body(300)
        conversation.respond = { _ in CoAP.Response(code: .content, payload: whole) }
        conversation.get("status")
        conversation.run()
        #expect(
            lines(conversation) == [
                "C→S CON m1 GET /status t1", "S→C ACK m1 2.05 Content t1 2:0/1/128",
                "C→S CON m2 GET /status t1 2:1/0/128", "S→C ACK m2 2.05 Content t1 2:1/1/128",
                "C→S CON m3 GET /status t1 2:2/0/128", "S→C ACK m3 2.05 Content t1 2:2/0/128",
            ])
        #expect(conversation.responses.map(\.response.payload) == [whole])
        #expect(conversation.responses[0].response.options.size2 == 300)
        #expect(conversation.requests.count == 1)
    }

    @Test func `figure 3, block-wise GET with early negotiation`() {
        var conversation = Conversation(client: .init(blockSize: .bytes64))
        let whole = body(150)
        conversation.respond = { _ in CoAP.Response(code: .content, payload: whole) }
        conversation.get("status")
        conversation.run()
        #expect(
            lines(conversation) == [
                "C→S CON m1 GET /status t1 2:0/0/64", "S→C ACK m1 2.05 Content t1 2:0/1/64",
                "C→S CON m2 GET /status t1 2:1/0/64", "S→C ACK m2 2.05 Content t1 2:1/1/64",
                "C→S CON m3 GET /status t1 2:2/0/64", "S→C ACK m3 2.05 Content t1 2:2/0/64",
            ])
        #expect(conversation.responses.map(\.response.payload) == [whole])
    }

    @Test func `figure 5, block-wise GET with late negotiation and lost acknowledgement`() {
        // The client asks for smaller blocks than the first one was.
        var conversation = Conversation(server: .init(blockSize: .bytes128))
        let whole = body(300)
        conversation.respond = { _ in CoAP.Response(code: .content, payload: whole) }
        func ask(_ id: UInt16, _ block: CoAP.Block?) {
            var options: CoAP.Options = [CoAP.Option(.uriPath, "status")]
            options.block2 = block
            conversation.send(
                CoAP.Message(type: .confirmable, code: .get, messageID: id, token: token("aa"), options: options),
                from: .client)
            conversation.run()
        }
        ask(1, nil)
        var got = conversation.transcript.messages[1].message.payload
        for number in UInt32(2)...4 {
            let block = CoAP.Block(number: number, hasMore: false, size: .bytes64)
            ask(UInt16(number), block)
            if number == 3 { ask(UInt16(number), block) }
            got += conversation.transcript.messages.dropLast().last?.message.payload ?? []
        }
        let answers = conversation.transcript.messages.filter { $0.from == .server }.map(\.message)
        #expect(answers.map { $0.options.block2?.description } == ["0/1/128", "2/1/64", "3/1/64", "3/1/64", "4/0/64"])
        #expect([0, 1, 2, 4].flatMap { answers[$0].payload } == whole)
        #expect(Set(answers.map { $0.options.eTag }).count == 1)
    }

    @Test func `figure 7, simple atomic block-wise PUT`() {
        var conversation = Conversation(client: .init(blockSize: .bytes128))
        let whole = body(300)
        conversation.respond = { _ in CoAP.Response(code: .changed) }
        conversation.request(CoAP.Request(code: .put, path: ["options"], payload: whole))
        conversation.run()
        #expect(
            lines(conversation)
                == [
                    "C→S CON m1 PUT /options t1 1:0/1/128", "S→C ACK m1 2.31 Continue t1 1:0/1/128",
                    "C→S CON m2 PUT /options t1 1:1/1/128", "S→C ACK m2 2.31 Continue t1 1:1/1/128",
                    "C→S CON m3 PUT /options t1 1:2/0/128 2:0/0/128", "S→C ACK m3 2.04 Changed t1 1:2/0/128",
                ].map { $0.replacing("Continue t1 1:0/1/128", with: "Continue t1 1:0/1/128") })
        #expect(conversation.requests.map(\.payload) == [whole])
        #expect(conversation.requests[0].contentFormat == .cbor)
    }

    @Test func `figure 9, atomic block-wise PUT with negotiation`() {
        var conversation = Conversation(server: .init(blockSize: .bytes32))
        let whole = body(1100)
        conversation.respond = { _ in CoAP.Response(code: .changed) }
        conversation.request(CoAP.Request(code: .put, path: ["options"], payload: whole))
        conversation.run()
        #expect(
            lines(conversation) == [
                "C→S CON m1 PUT /options t1 1:0/1/1024", "S→C ACK m1 2.31 Continue t1 1:0/1/32",
                "C→S CON m2 PUT /options t1 1:32/1/32", "S→C ACK m2 2.31 Continue t1 1:32/1/32",
                "C→S CON m3 PUT /options t1 1:33/1/32", "S→C ACK m3 2.31 Continue t1 1:33/1/32",
                "C→S CON m4 PUT /options t1 1:34/0/32", "S→C ACK m4 2.04 Changed t1 1:34/0/32",
            ])
        #expect(conversation.requests.map(\.payload) == [whole])
    }

    @Test func `figure 10, atomic block-wise POST with block-wise response`() {
        var conversation = Conversation(client: .init(blockSize: .bytes128), server: .init(blockSize: .bytes64))
        let answer = body(150, seed: 1)
        conversation.respond = { _ in CoAP.Response(code: .changed, payload: answer) }
        conversation.request(CoAP.Request(code: .post, path: ["soap"], payload: body(200)))
        conversation.run()
        #expect(
            lines(conversation) == [
                "C→S CON m1 POST /soap t1 1:0/1/128", "S→C ACK m1 2.31 Continue t1 1:0/1/64",
                "C→S CON m2 POST /soap t1 1:2/1/64", "S→C ACK m2 2.31 Continue t1 1:2/1/64",
                "C→S CON m3 POST /soap t1 1:3/0/64 2:0/0/128", "S→C ACK m3 2.04 Changed t1 1:3/0/64 2:0/1/64",
                "C→S CON m4 POST /soap t1 2:1/0/64", "S→C ACK m4 2.04 Changed t1 2:1/1/64",
                "C→S CON m5 POST /soap t1 2:2/0/64", "S→C ACK m5 2.04 Changed t1 2:2/0/64",
            ])
        #expect(conversation.responses.map(\.response.payload) == [answer])
    }

    @Test func `a long body may also be answered later`() {
        var conversation = Conversation()
        let whole = body(2500)
        conversation.respond = { _ in nil }
        conversation.request(CoAP.Request(code: .post, path: ["a"], payload: whole))
        conversation.run(for: .seconds(3))
        conversation.respond(CoAP.Response(code: .changed, payload: whole), to: conversation.requests[0].id)
        conversation.run()
        #expect(conversation.responses.map(\.response.payload) == [whole])
    }

    @Test func `a request's body of exactly one block is one message`() {
        var conversation = Conversation()
        conversation.respond = { _ in CoAP.Response(code: .changed) }
        conversation.request(CoAP.Request(code: .post, path: ["a"], payload: body(1024)))
        conversation.run()
        #expect(conversation.sentCount == 2)
        conversation.request(CoAP.Request(code: .post, path: ["a"], payload: body(1025)))
        conversation.run()
        #expect(conversation.sentCount == 6)
        #expect(conversation.requests.map(\.payload.count) == [1024, 1025])
    }

    @Test func `a response's body that a packet of 1280 bytes has room for is one message`() {
        var conversation = Conversation()
        conversation.respond = { _ in CoAP.Response(code: .content, payload: body(1200)) }
        conversation.get("a")
        conversation.run()
        #expect(conversation.sentCount == 2)
        conversation.respond = { _ in CoAP.Response(code: .content, payload: body(1201)) }
        conversation.get("a")
        conversation.run()
        #expect(lines(conversation).last == "S→C ACK m3 2.05 Content t2 2:1/0/1024")
        #expect(conversation.responses.map(\.response.payload.count) == [1200, 1201])
    }

    @Test func `a client that requests blocks of 1024 bytes gets no longer ones`() {
        var conversation = Conversation()
        conversation.respond = { _ in CoAP.Response(code: .content, payload: body(1100)) }
        var options: CoAP.Options = [CoAP.Option(.uriPath, "a")]
        options.block2 = CoAP.Block(number: 0, hasMore: false, size: .bytes1024)
        conversation.send(
            CoAP.Message(type: .confirmable, code: .get, messageID: 1, token: token("aa"), options: options),
            from: .client)
        conversation.run()
        #expect(lines(conversation)[1] == "S→C ACK m1 2.05 Content t1 2:0/1/1024")
    }

    @Test func `a FETCH repeats its body with each block`() {
        var conversation = Conversation()
        conversation.respond = { _ in CoAP.Response(code: .content, payload: body(1500)) }
        conversation.request(CoAP.Request(code: .fetch, path: ["a"], payload: [1, 2, 3]))
        conversation.run()
        let asked = conversation.transcript.messages.filter { $0.from == .client }.map(\.message.payload)
        #expect(asked == [[1, 2, 3], [1, 2, 3]])
        #expect(conversation.requests.count == 1)
    }

    @Test func `bodies for the same resource do not mix`() {
        var conversation = Conversation(
            conditions: .init(jitter: .milliseconds(50)), client: .init(nStart: 4))
        conversation.respond = { CoAP.Response(code: .changed, payload: $0.payload.reversed()) }
        let bodies = (0..<4).map { body(3000, seed: $0) }
        let ids = bodies.map { conversation.request(CoAP.Request(code: .post, path: ["same"], payload: $0)) }
        conversation.run()
        #expect(conversation.failures.isEmpty)
        for (id, body) in zip(ids, bodies) {
            let response = conversation.responses.first { $0.id == id }?.response
            #expect(response?.payload == body.reversed())
        }
    }

    // MARK: Notifications

    private func observing(first: Int = 10) -> (Conversation, CoAP.ObserverID) {
        var conversation = Conversation()
        conversation.respond = { _ in CoAP.Response(code: .content, payload: body(first), observer: true) }
        conversation.get("t", observe: true)
        conversation.run()
        return (conversation, conversation.requests[0].observer)
    }

    @Test func `the rest of a notification is fetched with a token of its own`() {
        var (conversation, observer) = observing()
        conversation.notify(CoAP.Response(code: .content, payload: body(2500)), observer)
        conversation.notify(CoAP.Response(code: .content, payload: [1]), observer)
        conversation.run()
        #expect(
            lines(conversation).suffix(10) == [
                "S→C CON m2 2.05 Content t1 Observe:2 2:0/1/1024", "C→S ACK m2",
                "C→S CON m3 GET /t t2 2:1/0/1024", "S→C ACK m3 2.05 Content t2 2:1/1/1024",
                "C→S CON m4 GET /t t2 2:2/0/1024", "S→C ACK m4",
                "S→C CON m5 2.05 Content t2 2:2/0/1024", "C→S ACK m5",
                "S→C CON m6 2.05 Content t1 Observe:3", "C→S ACK m6",
            ])
        #expect(conversation.notifications.map(\.payload) == [body(2500), [1]])
        #expect(conversation.acknowledged.map(\.rawValue) == [1, 2])
        #expect(conversation.client.nextWake == nil && conversation.server.nextWake == nil)
    }

    @Test func `a message with the token of a body that was fetched is reset, and the observation goes on`() throws {
        var (conversation, observer) = observing()
        conversation.notify(CoAP.Response(code: .content, payload: body(1500)), observer)
        conversation.run()
        let messages = conversation.transcript.messages.map(\.message)
        let token = try #require(messages.last { $0.code == .get }?.token)
        #expect(token != messages[0].token && conversation.notifications.map(\.payload) == [body(1500)])
        let late: [(UInt16, CoAP.MessageType)] = [(900, .confirmable), (901, .nonConfirmable)]
        for (id, type) in late {
            conversation.send(CoAP.Message(type: type, code: .content, messageID: id, token: token), from: .server)
            conversation.run()
            let last = try #require(conversation.transcript.messages.last)
            #expect(last.from == .client && last.message.type == .reset && last.message.messageID == id)
        }
        #expect(conversation.rejectionsAtClient == [.unknownToken(token), .unknownToken(token)])
        conversation.notify(CoAP.Response(code: .content, payload: [1]), observer)
        conversation.run()
        #expect(conversation.notifications.last?.payload == [1] && conversation.failures.isEmpty)
    }

    @Test func `a long request of an observation is cancelled in blocks, as it was sent`() {
        var conversation = Conversation(client: .init(blockSize: .bytes64))
        conversation.respond = { _ in CoAP.Response(code: .content, observer: true) }
        let id = conversation.request(CoAP.Request(code: .fetch, path: ["t"], observe: true, payload: body(150)))
        conversation.run()
        conversation.cancel(id)
        conversation.run()
        let sent = conversation.transcript.messages.filter { $0.from == .client }.map(\.message.payload.count)
        #expect(sent == [64, 64, 22, 64, 64, 22])
        #expect(conversation.requests.map(\.payload) == [body(150), body(150)])
        #expect(conversation.requests.map(\.observe) == [.register, .deregister])
        #expect(conversation.losses == [.deregistered] && conversation.client.exchangeCount == 0)
    }

    @Test func `the first response of an observation may be long too`() {
        let (conversation, _) = observing(first: 3000)
        #expect(conversation.responses.map(\.response.payload) == [body(3000)])
        #expect(conversation.responses[0].response.observer)
        #expect(conversation.acknowledged == [.registration])
    }

    @Test func `an observer that does not fetch the rest is lost`() {
        var (conversation, observer) = observing()
        conversation.lost = Set(5...9)
        conversation.notify(CoAP.Response(code: .content, payload: body(2500)), observer)
        conversation.run()
        #expect(conversation.losses == [.bodyNotFetched])
        #expect(conversation.failures == [.timeout])
        #expect(conversation.server.observerCount == 0)
    }

    @Test func `an observer that fetches block after block slowly has the whole notification`() {
        var (conversation, observer) = observing()
        conversation.conditions.latency = .seconds(20)
        conversation.notify(CoAP.Response(code: .content, payload: body(5000)), observer)
        conversation.run()
        #expect(conversation.notifications.map(\.payload) == [body(5000)])
        #expect(conversation.losses.isEmpty && conversation.failures.isEmpty)
    }

    // MARK: What goes wrong

    private func post(
        _ block: CoAP.Block, _ payload: [UInt8], id: UInt16, size1: UInt32? = nil
    ) -> CoAP.Message {
        var options: CoAP.Options = [CoAP.Option(.uriPath, "a")]
        options.block1 = block
        options.size1 = size1
        return CoAP.Message(
            type: .confirmable, code: .post, messageID: id, token: token("aa"), options: options, payload: payload)
    }

    private func answers(_ messages: [CoAP.Message], limits: CoAP.Limits = .init()) -> [CoAP.Code] {
        var conversation = Conversation(limits: limits)
        for message in messages {
            conversation.send(message, from: .client)
            conversation.run()
        }
        return conversation.transcript.messages.filter { $0.from == .server }.map(\.message.code)
    }

    private func block(_ number: UInt32, _ hasMore: Bool) -> CoAP.Block {
        CoAP.Block(number: number, hasMore: hasMore, size: .bytes16)
    }

    @Test func `2.9.2, a block that does not follow is refused with 4.08`() {
        #expect(answers([post(block(1, true), body(16), id: 1)]) == [.requestEntityIncomplete])
        let gap = [post(block(0, true), body(16), id: 1), post(block(2, false), body(1), id: 2)]
        #expect(answers(gap) == [.continue, .requestEntityIncomplete])
    }

    @Test(
        arguments: [
            ([60, 60], .content), ([nil, nil], .content), ([0, 60], .requestEntityIncomplete),
            ([60, nil], .requestEntityIncomplete), ([nil, 60], .requestEntityIncomplete),
        ] as [([UInt16?], CoAP.Code)])
    func `2.3, blocks of different formats are not joined`(_ formats: [UInt16?], _ code: CoAP.Code) {
        var messages = [post(block(0, true), body(16), id: 1), post(block(1, false), body(1), id: 2)]
        for index in messages.indices {
            messages[index].options.contentFormat = formats[index].map { CoAP.ContentFormat(rawValue: $0) }
        }
        #expect(answers(messages) == [.continue, code])
    }

    @Test func `a block whose length contradicts its option is refused with 4.00`() {
        #expect(answers([post(block(0, true), body(15), id: 1)]) == [.badRequest])
    }

    @Test func `the reserved block size is refused with 4.00`() {
        var message = post(block(0, true), body(16), id: 1)
        message.options.removeAll(.block1)
        message.options.append(.block1, [0x0F])
        #expect(answers([message]) == [.badRequest])
    }

    @Test func `2.9.3, a body beyond the limit is refused with 4.13`() {
        let limits = CoAP.Limits(bodyBytes: 20)
        let long = [post(block(0, true), body(16), id: 1), post(block(1, false), body(5), id: 2)]
        #expect(answers(long, limits: limits) == [.continue, .requestEntityTooLarge])
        let announced = post(block(0, true), body(16), id: 1, size1: 21)
        #expect(answers([announced], limits: limits) == [.requestEntityTooLarge])
    }

    @Test func `a body may restart`() {
        let again = [
            post(block(0, true), body(16), id: 1), post(block(0, true), body(16), id: 2),
            post(block(1, false), body(3), id: 3),
        ]
        #expect(answers(again) == [.continue, .continue, .content])
    }

    @Test func `4.13 with a smaller size makes the client restart with it`() {
        var conversation = Conversation()
        conversation.lost = [1]
        conversation.request(CoAP.Request(code: .post, path: ["a"], payload: body(1100)))
        let first = conversation.transcript.messages[0].message
        var options = CoAP.Options()
        options.block1 = CoAP.Block(number: 0, hasMore: true, size: .bytes512)
        conversation.send(
            CoAP.Message(
                type: .acknowledgement, code: .requestEntityTooLarge, messageID: first.messageID, token: first.token,
                options: options), from: .server)
        conversation.run()
        #expect(lines(conversation)[2] == "C→S CON m2 POST /a t1 1:0/1/512")
        #expect(conversation.requests.map(\.payload) == [body(1100)])
        #expect(conversation.responses.count == 1)
    }

    @Test func `the last block may not be answered as if more followed`() {
        var conversation = Conversation()
        conversation.lost = [1, 3]
        conversation.request(CoAP.Request(code: .post, path: ["a"], payload: body(1100)))
        for number in 0...1 as ClosedRange<UInt32> {
            let request = conversation.transcript.messages.last { $0.from == .client }?.message
            var options = CoAP.Options()
            options.block1 = CoAP.Block(number: number, hasMore: true, size: .bytes1024)
            conversation.send(
                CoAP.Message(
                    type: .acknowledgement, code: .continue, messageID: request?.messageID ?? 0,
                    token: request?.token ?? token(""), options: options), from: .server)
            conversation.run(for: .seconds(1))
        }
        #expect(conversation.responses.isEmpty)
        #expect(conversation.failures == [.brokenBody("the last block 1/0/1024 was answered as if more followed")])
    }

    @Test func `a response beyond the client's limit is a failure`() {
        var conversation = Conversation(limits: .init(bodyBytes: 3000))
        conversation.respond = { _ in CoAP.Response(code: .content, payload: body(5000)) }
        conversation.get("a")
        conversation.run()
        #expect(conversation.failures == [.bodyTooLarge(limit: 3000)])
        #expect(conversation.client.exchangeCount == 0)
    }

    @Test func `a body that changes while it is fetched is a failure`() {
        var conversation = Conversation()
        conversation.lost = [1]
        conversation.get("a")
        func answer(_ number: UInt32, _ tag: UInt8) {
            guard let asked = conversation.transcript.messages.last?.message else { return }
            var options: CoAP.Options = [CoAP.Option(.eTag, [tag])]
            options.block2 = block(number, true)
            conversation.send(
                CoAP.Message(
                    type: .acknowledgement, code: .content, messageID: asked.messageID, token: asked.token,
                    options: options, payload: body(16)), from: .server)
        }
        answer(0, 1)
        conversation.lost = [3]
        conversation.run(for: .milliseconds(100))
        answer(1, 2)
        conversation.run()
        #expect(conversation.failures == [.brokenBody("the body changed while it was fetched")])
    }

    @Test func `a block of a body that is not known is refused with 4.08, one behind its end with 4.00`() {
        var conversation = Conversation(server: .init(blockSize: .bytes16))
        conversation.respond = { _ in CoAP.Response(code: .content, payload: body(40)) }
        func ask(_ id: UInt16, _ number: UInt32?) -> CoAP.Code? {
            var options: CoAP.Options = [CoAP.Option(.uriPath, "a")]
            options.block2 = number.map { block($0, false) }
            conversation.send(
                CoAP.Message(type: .confirmable, code: .get, messageID: id, token: token("aa"), options: options),
                from: .client)
            conversation.run()
            return conversation.transcript.messages.last?.message.code
        }
        #expect(ask(1, 1) == .requestEntityIncomplete)
        #expect(ask(2, nil) == .content)
        #expect(ask(3, 3) == .badRequest)
        #expect(ask(4, 2) == .content)
    }

    @Test func `unfinished bodies make room for others`() {
        // Room for two bodies of 16 bytes, each with the 512 that its bookkeeping counts for.
        var conversation = Conversation(limits: .init(blockwiseBytes: 2 * (16 + 512)))
        for path in ["a", "b", "c"] {
            var message = post(block(0, true), body(16), id: UInt16(path.utf8.first ?? 0))
            message.options.uriPath = [path]
            conversation.send(message, from: .client)
        }
        conversation.run()
        for path in ["a", "c"] {
            var message = post(block(1, false), body(1), id: UInt16(path.utf8.first ?? 0) + 100)
            message.options.uriPath = [path]
            conversation.send(message, from: .client)
        }
        conversation.run()
        let codes = conversation.transcript.messages.filter { $0.from == .server }.map(\.message.code)
        #expect(codes.suffix(2) == [.requestEntityIncomplete, .content])
        #expect(conversation.requests.map(\.path) == [["c"]])
    }

    @Test func `bodies that are fetched have a limit of their own, and the oldest goes first`() {
        // Room for two bodies of 40 bytes, each with the 512 that its bookkeeping counts for.
        var conversation = Conversation(
            server: .init(blockSize: .bytes16), limits: .init(blockwiseBytes: 0, fetchedBytes: 2 * (40 + 512)))
        conversation.respond = { _ in CoAP.Response(code: .content, payload: body(40)) }
        func ask(_ path: String, _ number: UInt32, _ id: UInt16) -> CoAP.Code? {
            var options: CoAP.Options = [CoAP.Option(.uriPath, path)]
            options.block2 = block(number, false)
            conversation.send(
                CoAP.Message(type: .confirmable, code: .get, messageID: id, token: token(path), options: options),
                from: .client)
            conversation.run()
            return conversation.transcript.messages.last?.message.code
        }
        for (path, id) in [("aa", 1), ("bb", 2), ("cc", 3)] as [(String, UInt16)] {
            #expect(ask(path, 0, id) == .content)
        }
        #expect(ask("aa", 1, 4) == .requestEntityIncomplete)
        #expect(ask("bb", 1, 5) == .content)
        #expect(ask("cc", 1, 6) == .content)
    }

    @Test func `a server of smaller blocks sends no longer bodies in one message`() {
        var conversation = Conversation(server: .init(blockSize: .bytes512))
        for (count, datagrams) in [(512, 2), (513, 6)] {
            conversation.respond = { _ in CoAP.Response(code: .content, payload: body(count)) }
            conversation.get("a")
            conversation.run()
            #expect(conversation.sentCount == datagrams)
        }
        #expect(conversation.responses.map(\.response.payload.count) == [512, 513])
    }
}
