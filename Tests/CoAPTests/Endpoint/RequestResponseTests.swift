import Chance
import Testing
import Timing
import Wire

/// RFC 7252 section 5: requests, responses, options.
@Suite struct RequestResponseTests {
    private func message(
        _ options: CoAP.Options, code: CoAP.Code = .get, type: CoAP.MessageType = .confirmable
    ) -> CoAP.Message {
        CoAP.Message(type: type, code: code, messageID: 5, token: token("cc"), options: options)
    }

    private func answer(to message: CoAP.Message) -> CoAP.Message? {
        var conversation = Conversation()
        conversation.send(message, from: .client)
        conversation.run()
        return conversation.transcript.messages.dropFirst().first?.message
    }

    @Test func `a request arrives as it was made`() {
        var conversation = Conversation()
        let request = CoAP.Request(
            code: .post, path: ["video", "call"], query: ["a=1", "b"], payload: [1, 2], accept: .cbor,
            options: [CoAP.Option(.uriHost, "h"), CoAP.Option(.init(rawValue: 2052), [9])])
        conversation.request(request)
        conversation.run()
        let received = conversation.requests[0]
        #expect(received.code == .post && received.path == ["video", "call"] && received.query == ["a=1", "b"])
        #expect(received.payload == [1, 2] && received.contentFormat == .cbor && received.accept == .cbor)
        #expect(received.observe == nil && received.peer == Conversation.clientAddress)
        #expect(received.options.uriHost == "h")
        #expect(received.options[.init(rawValue: 2052)] == [9])
    }

    @Test func `a response arrives as it was made`() {
        var conversation = Conversation()
        let response = CoAP.Response(
            code: .created, payload: [3], contentFormat: .json,
            options: [CoAP.Option(.locationPath, "x"), CoAP.Option(.maxAge, 7), CoAP.Option(.eTag, [1])])
        conversation.respond = { _ in response }
        conversation.get("a")
        conversation.run()
        let received = conversation.responses[0].response
        #expect(received.code == .created && received.payload == [3] && received.contentFormat == .json)
        #expect(received.options.locationPath == ["x"] && received.options.maxAge == 7)
        #expect(received.options.eTag == [1] && !received.observer)
    }

    @Test func `a body without bytes has no content format`() {
        var conversation = Conversation()
        conversation.request(CoAP.Request(code: .post, path: ["a"]))
        conversation.run()
        #expect(conversation.requests[0].contentFormat == nil)
        #expect(conversation.responses[0].response.contentFormat == nil)
    }

    @Test func `options of the endpoint cannot be overridden`() {
        var conversation = Conversation()
        let extras: CoAP.Options = [
            CoAP.Option(.observe, 1), CoAP.Option(.block1, 0x08), CoAP.Option(.block2, 0x16),
            CoAP.Option(.contentFormat, 0),
        ]
        conversation.request(CoAP.Request(code: .get, path: ["a"], payload: [1], options: extras))
        conversation.run()
        let options = conversation.requests[0].options
        #expect(options.observe == nil && options.block1 == nil && options.block2 == nil)
        #expect(options.values(.contentFormat) == [[60]])
    }

    @Test func `5.2.2, an unanswered request is acknowledged in time and answered by a message of its own`() {
        var conversation = Conversation(server: .init(acknowledgementDelay: .milliseconds(300)))
        conversation.respond = { _ in nil }
        conversation.get("a")
        conversation.run(for: .seconds(10))
        #expect(conversation.transcript.messages[1].at == .start.advanced(by: .milliseconds(310)))
        conversation.respond(CoAP.Response(code: .content), to: conversation.requests[0].id)
        conversation.run()
        #expect(conversation.responses.count == 1)
        #expect(conversation.failures.isEmpty)
    }

    @Test func `5.2.2, a separate response that is lost is sent again`() {
        var conversation = Conversation()
        conversation.respond = { _ in nil }
        conversation.get("a")
        conversation.run(for: .seconds(1))
        conversation.lost = [3]
        conversation.respond(CoAP.Response(code: .content), to: conversation.requests[0].id)
        conversation.run()
        #expect(
            conversation.transcript.lines.suffix(3) == [
                "S→C CON m2 2.05 Content t1 ✗", "S→C CON m2 2.05 Content t1", "C→S ACK m2",
            ])
        #expect(conversation.responses.count == 1)
    }

    @Test func `5.2.2, a response that never comes is a failure of its own kind`() {
        var conversation = Conversation(client: .init(responseTimeout: .seconds(30)))
        conversation.respond = { _ in nil }
        conversation.get("a")
        conversation.run()
        #expect(conversation.failures == [.noResponse])
        #expect(conversation.now.nanoseconds == 30_520_000_000)
    }

    @Test func `a second answer to a request has no effect`() {
        var conversation = Conversation()
        conversation.get("a")
        conversation.run()
        let count = conversation.sentCount
        conversation.respond(CoAP.Response(code: .badRequest), to: conversation.requests[0].id)
        #expect(conversation.sentCount == count)
    }

    @Test func `5.3.2, a response with another token than the request's is not an answer`() {
        var conversation = Conversation()
        conversation.lost = [1]
        conversation.get("a")
        let id = conversation.transcript.messages[0].message.messageID
        conversation.send(
            CoAP.Message(type: .acknowledgement, code: .content, messageID: id, token: token("00")), from: .server)
        conversation.run(for: .seconds(1))
        #expect(conversation.rejectionsAtClient == [.unknownToken(token("00"))])
        conversation.run()
        #expect(conversation.responses.count == 1)
    }

    @Test(arguments: [0x20, 0x60, 0x65, 0x7F, 0xC0, 0xE1] as [UInt8])
    func `5.2, a code of a reserved class is not that of a response`(_ number: UInt8) {
        var conversation = Conversation()
        conversation.lost = [1]
        conversation.get("a")
        let sent = conversation.transcript.messages[0].message
        let code = CoAP.Code(rawValue: number)
        for type in [CoAP.MessageType.acknowledgement, .nonConfirmable, .confirmable] {
            conversation.send(
                CoAP.Message(type: type, code: code, messageID: sent.messageID, token: sent.token), from: .server)
        }
        conversation.run(for: .seconds(1))
        #expect(conversation.rejectionsAtClient == [CoAP.Rejection](repeating: .unexpectedCode(code), count: 3))
        #expect(conversation.responses.isEmpty && conversation.failures.isEmpty)
        conversation.run()
        #expect(conversation.responses.count == 1)
    }

    @Test func `5.3.2, a response that belongs to no request is reset`() {
        var conversation = Conversation()
        for type in [CoAP.MessageType.confirmable, .nonConfirmable] {
            let id = type.rawValue
            conversation.send(
                CoAP.Message(type: type, code: .content, messageID: UInt16(id), token: token("00")), from: .server)
        }
        conversation.run()
        #expect(
            conversation.transcript.lines == [
                "S→C CON m1 2.05 Content t1", "S→C NON m2 2.05 Content t1", "C→S RST m1", "C→S RST m2",
            ])
    }

    @Test func `5.3.2, a response from elsewhere is not an answer`() {
        var conversation = Conversation()
        conversation.respond = { _ in nil }
        conversation.get("a")
        conversation.run(for: .seconds(1))
        let sent = conversation.transcript.messages[0].message
        let forged = CoAP.Message(type: .nonConfirmable, code: .content, messageID: 1, token: sent.token)
        let stranger = SocketAddress(host: HostAddress(127, 9, 9, 9), port: 5683)
        let effects = conversation.client.receive(forged.encoded(), from: stranger, at: conversation.now)
        #expect(effects.first == .rejected(stranger, messageID: 1, .unknownToken(sent.token)))
        #expect(conversation.client.exchangeCount == 1)
    }

    // MARK: 5.4 Options

    @Test(arguments: [
        CoAP.Option(.init(rawValue: 9), [1]), CoAP.Option(.ifMatch, [1]), CoAP.Option(.ifNoneMatch, [UInt8]()),
        CoAP.Option(.uriPort, [1, 2, 3]), CoAP.Option(.uriHost, ""), CoAP.Option(.uriPath, [0xFF, 0xFE]),
        CoAP.Option(.uriPath, body(256)), CoAP.Option(.accept, [0, 0, 60]), CoAP.Option(.block1, [0, 0, 0, 0]),
    ])
    func `5.4.1, a critical option that is not understood is refused with 4.02`(_ option: CoAP.Option) {
        let refusal = answer(to: message([option]))
        #expect(refusal?.type == .acknowledgement)
        #expect(refusal?.code == .badOption)
        #expect(refusal?.token == token("cc"))
        let reason = refusal.flatMap { String(validating: $0.payload, as: UTF8.self) }
        #expect(reason == "\(option.number) is not understood, or not in its form: leave it out or put it right")
    }

    @Test func `5.4.1, in a request that is not confirmable it is passed over`() {
        var conversation = Conversation()
        let number = CoAP.OptionNumber(rawValue: 9)
        conversation.send(message([CoAP.Option(number, [1])], type: .nonConfirmable), from: .client)
        conversation.run()
        #expect(conversation.transcript.lines.count == 1)
        #expect(conversation.rejectionsAtServer == [.badOption(number)])
    }

    @Test func `5.4.1, a server that handles the option gets the request`() {
        var conversation = Conversation()
        conversation.server.handledOptions = [.ifMatch]
        conversation.send(message([CoAP.Option(.ifMatch, [1])]), from: .client)
        conversation.run()
        #expect(conversation.requests.count == 1)
    }

    @Test(arguments: [
        CoAP.Option(.init(rawValue: 10), [1]), CoAP.Option(.eTag, body(9)), CoAP.Option(.maxAge, body(5)),
    ])
    func `5.4.1, an elective option that is not understood is ignored`(_ option: CoAP.Option) {
        #expect(answer(to: message([option]))?.code == .content)
    }

    @Test func `5.4.1, a response with a critical option that is not understood is rejected`() {
        var conversation = Conversation()
        let number = CoAP.OptionNumber(rawValue: 9)
        conversation.respond = { _ in CoAP.Response(code: .content, options: [CoAP.Option(number, [1])]) }
        conversation.get("a")
        conversation.run()
        #expect(conversation.failures == [.badOption(number)])
        #expect(conversation.responses.isEmpty)
    }

    @Test func `5.4.1, a separate one is reset`() {
        var conversation = Conversation()
        conversation.respond = { _ in nil }
        conversation.get("a")
        conversation.run(for: .seconds(1))
        let response = CoAP.Response(code: .content, options: [CoAP.Option(.init(rawValue: 9), [1])])
        conversation.respond(response, to: conversation.requests[0].id)
        conversation.run()
        #expect(conversation.failures == [.badOption(.init(rawValue: 9))])
        #expect(conversation.transcript.lines.last == "C→S RST m2")
    }

    @Test func `5.4.5, a critical option that is given too often is refused with 4.02`() {
        #expect(answer(to: message([CoAP.Option(.accept, 60), CoAP.Option(.accept, 0)]))?.code == .badOption)
        #expect(answer(to: message([CoAP.Option(.uriPath, "a"), CoAP.Option(.uriPath, "a")]))?.code == .content)
    }

    @Test func `5.7.2, proxying is refused with 5.05`() {
        #expect(answer(to: message([CoAP.Option(.proxyURI, "coap://x")]))?.code == .proxyingNotSupported)
        #expect(answer(to: message([CoAP.Option(.proxyScheme, "coap")]))?.code == .proxyingNotSupported)
    }

    @Test func `5.8, an unknown method is refused with 4.05`() {
        #expect(answer(to: message([], code: CoAP.Code(rawValue: 31)))?.code == .methodNotAllowed)
    }

    // MARK: Bounds

    @Test func `the number of open requests of one peer is limited`() {
        var conversation = Conversation(
            client: .init(nStart: 10), limits: .init(openRequestsPerPeer: 3, openRequests: 100))
        conversation.respond = { _ in nil }
        for _ in 0..<5 { conversation.get("a") }
        conversation.run(for: .seconds(1))
        #expect(conversation.requests.count == 3)
        #expect(conversation.responses.map(\.response.code) == [.serviceUnavailable, .serviceUnavailable])
        conversation.respond(CoAP.Response(code: .content), to: conversation.requests[0].id)
        conversation.get("a")
        conversation.run(for: .seconds(1))
        #expect(conversation.requests.count == 4)
    }

    @Test func `the number of open requests of all peers is limited`() {
        var conversation = Conversation(client: .init(nStart: 10), limits: .init(openRequests: 2))
        conversation.respond = { _ in nil }
        for _ in 0..<3 { conversation.get("a") }
        conversation.run(for: .seconds(1))
        #expect(conversation.requests.count == 2)
        #expect(conversation.responses.map(\.response.code) == [.serviceUnavailable])
    }

    @Test func `a cancelled request delivers no response`() {
        var conversation = Conversation()
        conversation.respond = { _ in nil }
        let id = conversation.get("a")
        conversation.run(for: .seconds(1))
        conversation.cancel(id)
        conversation.respond(CoAP.Response(code: .content), to: conversation.requests[0].id)
        conversation.run()
        #expect(conversation.responses.isEmpty && conversation.failures.isEmpty)
        #expect(conversation.transcript.lines.last == "C→S RST m2")
        #expect(conversation.client.exchangeCount == 0)
    }

    @Test func `an endpoint with nothing to do does not ask to be woken`() {
        var conversation = Conversation()
        #expect(conversation.client.nextWake == nil)
        conversation.get("a")
        #expect(conversation.client.nextWake != nil)
        // The acknowledgement with the response leaves no timer for an empty one.
        conversation.run(for: .milliseconds(100))
        #expect(conversation.responses.count == 1)
        #expect(conversation.client.nextWake == nil && conversation.server.nextWake == nil)
        conversation.run()
        #expect(conversation.client.nextWake == nil && conversation.server.nextWake == nil)
    }
}
