import Testing
import Timing
import Wire

/// RFC 7641, with every notification confirmable and none skipped.
@Suite struct ObserveTests {
    private func text(_ text: String, observer: Bool = false) -> CoAP.Response {
        CoAP.Response(code: .content, payload: Array(text.utf8), contentFormat: nil, observer: observer)
    }

    private func observing(
        _ conditions: Conversation.Conditions = .init(), limits: CoAP.Limits = .init(), code: CoAP.Code = .get
    ) -> (Conversation, CoAP.ExchangeID, CoAP.ObserverID) {
        var conversation = Conversation(conditions: conditions, limits: limits)
        let first = text("18 C", observer: true)
        conversation.respond = { request in
            request.observe == .register ? first : CoAP.Response(code: .content)
        }
        let id = conversation.request(CoAP.Request(code: code, path: ["t"], observe: true))
        conversation.run()
        return (conversation, id, conversation.requests[0].observer)
    }

    @Test func `a client registers and is notified`() {
        var (conversation, id, observer) = observing()
        #expect(conversation.responses.map(\.response.observer) == [true])
        #expect(conversation.responses.map(\.id) == [id])
        conversation.notify(text("19 C"), observer)
        conversation.run()
        conversation.notify(text("20 C"), observer)
        conversation.run()
        #expect(
            conversation.transcript.lines == [
                "C→S CON m1 GET /t t1 Observe:0",
                "S→C ACK m1 2.05 Content t1 Observe:1 \"18 C\"",
                "S→C CON m2 2.05 Content t1 Observe:2 \"19 C\"",
                "C→S ACK m2",
                "S→C CON m3 2.05 Content t1 Observe:3 \"20 C\"",
                "C→S ACK m3",
            ])
        #expect(conversation.notifications.map(\.payload) == [Array("19 C".utf8), Array("20 C".utf8)])
        #expect(conversation.acknowledged.map(\.rawValue) == [1, 2])
        #expect(conversation.server.observerCount == 1)
    }

    @Test func `FETCH observes as well`() {
        var (conversation, _, observer) = observing(code: .fetch)
        conversation.notify(text("19 C"), observer)
        conversation.run()
        #expect(conversation.transcript.lines[0] == "C→S CON m1 FETCH /t t1 Observe:0")
        #expect(conversation.notifications.count == 1)
    }

    @Test func `other methods do not observe`() {
        var (conversation, _, _) = observing(code: .post)
        #expect(conversation.requests[0].observe == nil)
        #expect(conversation.server.observerCount == 0)
        #expect(conversation.responses.map(\.response.observer) == [false])
        conversation.run()
        #expect(conversation.client.exchangeCount == 0)
    }

    @Test func `one notification is under way at a time, the others wait`() {
        var (conversation, _, observer) = observing()
        for number in 1...3 { conversation.notify(text("\(number)"), observer) }
        #expect(conversation.transcript.lines.count == 3)
        conversation.run()
        #expect(conversation.notifications.map(\.payload) == [[0x31], [0x32], [0x33]])
    }

    // MARK: The first response in the acknowledgement

    @Test(arguments: [5, 3000])
    func `whatever is lost, the first response comes first and nothing is missing`(bodyCount: Int) {
        let first = text("first", observer: true)
        for lost in 1...12 {
            var conversation = Conversation()
            conversation.lost = [lost]
            conversation.respond = { _ in first }
            conversation.request(
                CoAP.Request(
                    code: .fetch, path: ["t"], observe: true, payload: [UInt8](repeating: 7, count: bodyCount)))
            while conversation.requests.isEmpty { conversation.run(for: .milliseconds(5)) }
            conversation.notify(text("second"), conversation.requests[0].observer)
            conversation.notify(text("third"), conversation.requests[0].observer)
            conversation.run()
            #expect(conversation.requests.count == 1, "datagram \(lost)")
            #expect(conversation.responses.map(\.response.payload) == [first.payload], "datagram \(lost)")
            #expect(
                conversation.notifications.map(\.payload) == [Array("second".utf8), Array("third".utf8)],
                "datagram \(lost)")
        }
    }

    @Test func `a notification that overtakes the first response waits for it, and is not sent again`() {
        var conversation = Conversation()
        let first = text("first", observer: true)
        conversation.respond = { _ in first }
        conversation.get("t", observe: true)
        conversation.run(for: .milliseconds(10))
        conversation.conditions.latency = .milliseconds(1)
        conversation.notify(text("second"), conversation.requests[0].observer)
        conversation.run(for: .milliseconds(5))
        #expect(conversation.responses.isEmpty && conversation.notifications.isEmpty && conversation.sentCount == 3)
        conversation.run()
        #expect(conversation.responses.map(\.response.payload) == [first.payload])
        #expect(conversation.notifications.map(\.payload) == [Array("second".utf8)])
        #expect(conversation.sentCount == 4 && conversation.duplicatesAtServer == 0)
    }

    @Test func `a separate first response that overtakes the acknowledgement is delivered after it`() {
        var conversation = Conversation()
        conversation.lost = [1]
        conversation.get("t", observe: true)
        let request = conversation.transcript.messages[0].message
        var first = CoAP.Message(
            type: .confirmable, code: .content, messageID: 9, token: request.token, payload: [5])
        first.options.observe = 5
        conversation.send(first, from: .server)
        conversation.run(for: .milliseconds(50))
        #expect(conversation.responses.isEmpty && conversation.sentCount == 2)
        let acknowledgement = CoAP.Message(type: .acknowledgement, code: .empty, messageID: request.messageID)
        conversation.send(acknowledgement, from: .server)
        conversation.run(for: .milliseconds(50))
        #expect(conversation.responses.map(\.response.payload) == [[5]])
        #expect(conversation.transcript.messages.last?.message.messageID == 9)
    }

    @Test func `a separate response is acknowledged again after its acknowledgement was lost`() {
        var conversation = Conversation()
        conversation.lost = [2]
        conversation.respond = { _ in nil }
        conversation.get("t", observe: true)
        conversation.run(for: .milliseconds(1500))
        #expect(conversation.transcript.lines.last?.hasPrefix("S→C ACK m1") == true)
        conversation.respond(text("first", observer: true), to: conversation.requests[0].id)
        conversation.run(for: .milliseconds(100))
        #expect(conversation.responses.isEmpty)
        conversation.run()
        #expect(conversation.responses.map(\.response.payload) == [Array("first".utf8)])
        #expect(conversation.acknowledged == [.registration])
        conversation.notify(text("second"), conversation.requests[0].observer)
        conversation.run()
        #expect(conversation.notifications.map(\.payload) == [Array("second".utf8)])
    }

    @Test func `a confirmable first response is separate, and a client that is gone resets it`() {
        var conversation = Conversation()
        var first = text("first", observer: true)
        first.isConfirmable = true
        let confirmed = first
        conversation.respond = { _ in confirmed }
        conversation.get("t", observe: true)
        conversation.run()
        #expect(
            conversation.transcript.lines == [
                "C→S CON m1 GET /t t1 Observe:0", "S→C ACK m1", "S→C CON m2 2.05 Content t1 Observe:1 \"first\"",
                "C→S ACK m2",
            ])
        let gone = conversation.get("t", observe: true)
        conversation.forget(gone)
        conversation.run()
        #expect(conversation.losses == [.reset] && conversation.server.observerCount == 1)
    }

    @Test func `a server that registers an observer late responds separately, before any notification`() {
        var conversation = Conversation()
        conversation.respond = { _ in nil }
        conversation.get("t", observe: true)
        conversation.run(for: .seconds(5))
        conversation.respond(text("first", observer: true), to: conversation.requests[0].id)
        conversation.notify(text("second"), conversation.requests[0].observer)
        conversation.run()
        #expect(
            conversation.transcript.lines.suffix(4) == [
                "S→C CON m2 2.05 Content t1 Observe:1 \"first\"", "C→S ACK m2",
                "S→C CON m3 2.05 Content t1 Observe:2 \"second\"", "C→S ACK m3",
            ])
    }

    // MARK: The end

    @Test func `a refused registration is an ordinary response`() {
        var conversation = Conversation()
        conversation.respond = { _ in CoAP.Response(code: .forbidden, observer: true) }
        conversation.get("t", observe: true)
        conversation.run()
        #expect(conversation.transcript.lines.last == "S→C ACK m1 4.03 Forbidden t1")
        #expect(conversation.responses.map(\.response.observer) == [false])
        #expect(conversation.client.exchangeCount == 0 && conversation.server.observerCount == 0)
    }

    @Test(
        arguments: [
            (true, CoAP.Code.content, UInt32(5), true), (true, .content, nil, false), (true, .notFound, 5, false),
            (true, .notFound, nil, false), (false, .content, 5, false), (false, .notFound, 5, false),
        ] as [(Bool, CoAP.Code, UInt32?, Bool)])
    func `only a success with Observe begins an observation, and only where one was requested`(
        _ observes: Bool, _ code: CoAP.Code, _ order: UInt32?, _ isObserved: Bool
    ) {
        var conversation = Conversation()
        conversation.lost = [1]
        conversation.get("t", observe: observes)
        let request = conversation.transcript.messages[0].message
        var response = CoAP.Message(
            type: .acknowledgement, code: code, messageID: request.messageID, token: request.token)
        response.options.observe = order
        conversation.send(response, from: .server)
        conversation.run()
        #expect(conversation.responses.map(\.response.observer) == [isObserved])
        #expect(conversation.client.exchangeCount == (isObserved ? 1 : 0) && conversation.failures.isEmpty)
    }

    @Test func `cancelling sends Observe 1 to the server`() {
        var (conversation, id, observer) = observing()
        conversation.cancel(id)
        conversation.run()
        #expect(
            conversation.transcript.lines.suffix(2) == [
                "C→S CON m2 GET /t t1 Observe:1", "S→C ACK m2 2.05 Content t1",
            ])
        #expect(conversation.losses == [.deregistered])
        #expect(conversation.requests.last?.observe == .deregister)
        conversation.notify(text("nobody hears"), observer)
        #expect(conversation.sentCount == 4)
        #expect(conversation.responses.count == 1 && conversation.failures.isEmpty)
        #expect(conversation.client.exchangeCount == 0)
    }

    @Test func `a notification that crosses the cancellation is reset`() {
        var (conversation, id, observer) = observing()
        conversation.notify(text("19 C"), observer)
        conversation.cancel(id)
        conversation.run()
        #expect(conversation.notifications.isEmpty)
        #expect(conversation.losses == [.deregistered])
        #expect(conversation.client.exchangeCount == 0 && conversation.server.observerCount == 0)
    }

    @Test func `a lost cancellation is sent again, although a notification crossed it`() {
        var (conversation, id, observer) = observing()
        // The cancellation gets lost.
        conversation.lost = [4]
        conversation.notify(text("19 C"), observer)
        conversation.cancel(id)
        conversation.run()
        #expect(
            conversation.transcript.lines.dropFirst(2) == [
                "S→C CON m2 2.05 Content t1 Observe:2 \"19 C\"", "C→S CON m3 GET /t t1 Observe:1 ✗", "C→S RST m2",
                "C→S CON m3 GET /t t1 Observe:1", "S→C ACK m3 2.05 Content t1",
            ])
        #expect(conversation.losses == [.reset] && conversation.requests.last?.observe == .deregister)
        #expect(conversation.client.exchangeCount == 0 && conversation.server.observerCount == 0)
    }

    @Test func `a forgotten observation is reset by its next notification`() {
        var (conversation, id, observer) = observing()
        conversation.forget(id)
        conversation.run()
        #expect(conversation.sentCount == 2)
        conversation.notify(text("19 C"), observer)
        conversation.notify(text("20 C"), observer)
        conversation.run()
        #expect(
            conversation.transcript.lines.suffix(2) == ["S→C CON m2 2.05 Content t1 Observe:2 \"19 C\"", "C→S RST m2"])
        #expect(conversation.losses == [.reset])
        #expect(conversation.server.observerCount == 0)
    }

    @Test func `an unacknowledged notification ends the observation`() {
        var (conversation, _, observer) = observing()
        conversation.conditions.loss = 1
        conversation.notify(text("19 C"), observer)
        conversation.notify(text("20 C"), observer)
        conversation.run()
        #expect(conversation.losses == [.timeout])
        #expect(conversation.acknowledged.isEmpty)
        #expect(conversation.sentCount == 7)
        #expect(conversation.server.nextWake == nil)
    }

    @Test func `a final response ends the observation behind all notifications`() {
        var (conversation, _, observer) = observing()
        conversation.notify(text("19 C"), observer)
        conversation.removeObserver(observer, final: CoAP.Response(code: .notFound))
        conversation.notify(text("too late"), observer)
        conversation.run()
        #expect(conversation.notifications.map(\.code) == [.content, .notFound])
        #expect(conversation.failures == [.observationEnded])
        #expect(conversation.transcript.lines.suffix(2) == ["S→C CON m3 4.04 Not Found t1", "C→S ACK m3"])
        #expect(conversation.losses.isEmpty)
        #expect(conversation.client.exchangeCount == 0 && conversation.server.observerCount == 0)
    }

    @Test func `an error as a notification ends the observation`() {
        var (conversation, _, observer) = observing()
        conversation.notify(CoAP.Response(code: .internalServerError), observer)
        conversation.run()
        #expect(conversation.failures == [.observationEnded])
        #expect(conversation.server.observerCount == 0)
    }

    @Test func `a dropped observer receives nothing more`() {
        var (conversation, _, observer) = observing()
        conversation.notify(text("19 C"), observer)
        conversation.removeObserver(observer, final: nil)
        conversation.notify(text("20 C"), observer)
        conversation.conditions.loss = 1
        conversation.run()
        #expect(conversation.sentCount == 4)
        #expect(conversation.server.observerCount == 0 && conversation.server.nextWake == nil)
    }

    @Test func `registering again with the same token replaces the observer`() {
        var (conversation, _, _) = observing()
        let registration = conversation.transcript.messages[0].message
        var again = registration
        again.messageID &+= 1000
        conversation.send(again, from: .client)
        conversation.run()
        #expect(conversation.losses == [.replaced])
        #expect(conversation.server.observerCount == 1)
    }

    /// Registers again, with the token of the first registration.
    private func registerAgain(_ conversation: inout Conversation) {
        var again = conversation.transcript.messages[0].message
        again.messageID &+= 1000
        conversation.send(again, from: .client)
        conversation.run()
    }

    @Test(arguments: [false, true])
    func `4.4, the numbers of a new registration are greater than those of the former one`(_ isGone: Bool) {
        var (conversation, _, observer) = observing()
        conversation.notify(text("19 C"), observer)
        conversation.run()
        if isGone { conversation.removeObserver(observer, final: nil) }
        registerAgain(&conversation)
        conversation.notify(text("20 C"), conversation.requests[1].observer)
        conversation.run()
        let orders = conversation.transcript.messages.filter { $0.from == .server }.map(\.message.options.observe)
        #expect(orders == [1, 2, 3, 4] && conversation.losses == (isGone ? [] : [.replaced]))
    }

    @Test func `4.4, the former numbers are forgotten when any number is newer`() {
        var (conversation, _, observer) = observing()
        conversation.removeObserver(observer, final: nil)
        conversation.run(for: .seconds(300))
        registerAgain(&conversation)
        let orders = conversation.transcript.messages.filter { $0.from == .server }.map(\.message.options.observe)
        #expect(orders == [1, 1])
    }

    @Test(arguments: [CoAP.Code.content, .forbidden, .unauthorized, .badRequest])
    func `4.1, a response without an observation ends the former one, and a refusal does not`(_ code: CoAP.Code) {
        var (conversation, _, _) = observing()
        conversation.respond = { _ in CoAP.Response(code: code) }
        registerAgain(&conversation)
        #expect(conversation.losses == (code == .content ? [.replaced] : []))
        #expect(conversation.server.observerCount == (code == .content ? 0 : 1))
        #expect(conversation.transcript.messages.last?.message.options.observe == nil)
    }

    @Test func `an observer with too many notifications is lost`() {
        var (conversation, _, observer) = observing(limits: .init(queuedNotifications: 3))
        for number in 1...5 { conversation.notify(text("\(number)"), observer) }
        #expect(conversation.losses == [.tooManyNotifications(limit: 3)])
        #expect(conversation.server.observerCount == 0)
    }

    @Test func `a peer with too many observations is answered and not registered`() {
        var conversation = Conversation(limits: .init(observersPerPeer: 2))
        conversation.respond = { _ in CoAP.Response(code: .content, observer: true) }
        for _ in 0..<3 { conversation.get("t", observe: true) }
        conversation.run()
        #expect(conversation.responses.map(\.response.observer) == [true, true, false])
        #expect(conversation.losses == [.tooManyObservers(limit: 2)])
    }

    // MARK: 3.4 Reordering

    private func notification(
        _ order: UInt32, _ conversation: Conversation, id: UInt16, type: CoAP.MessageType = .nonConfirmable
    ) -> CoAP.Message {
        CoAP.Message(
            type: type, code: .content, messageID: id, token: conversation.transcript.messages[0].message.token,
            options: [CoAP.Option(.observe, order)], payload: [UInt8(truncatingIfNeeded: order)])
    }

    @Test func `3.4, an older notification is acknowledged and not delivered`() {
        var (conversation, _, _) = observing()
        for (index, order) in [UInt32(5), 3, 5, 6].enumerated() {
            conversation.send(
                notification(order, conversation, id: UInt16(100 + index), type: .confirmable), from: .server)
            conversation.run()
        }
        #expect(conversation.notifications.map(\.payload) == [[5], [6]])
        #expect(conversation.transcript.messages.suffix(8).filter { $0.message.type == .acknowledgement }.count == 4)
    }

    @Test func `3.4, the order wraps at 24 bits`() {
        var (conversation, _, _) = observing()
        for (index, order) in [UInt32(0x7F_FFFF), 0xFF_FFF0, 2, 0xFF_FFFF].enumerated() {
            conversation.send(notification(order, conversation, id: UInt16(100 + index)), from: .server)
            conversation.run()
        }
        #expect(conversation.notifications.map(\.payload) == [[0xFF], [0xF0], [2]])
    }

    @Test(arguments: [(127_999, 1), (128_000, 1), (128_001, 2)] as [(Int64, Int)])
    func `3.4, after 128 seconds any number is newer, and not before`(_ milliseconds: Int64, _ count: Int) {
        var (conversation, _, _) = observing()
        conversation.send(notification(100, conversation, id: 100), from: .server)
        conversation.run(for: .milliseconds(milliseconds))
        conversation.send(notification(50, conversation, id: 101), from: .server)
        conversation.run()
        #expect(conversation.notifications.count == count)
    }

    @Test func `a duplicated notification is delivered once`() {
        var (conversation, _, observer) = observing(.init(duplication: 1))
        conversation.notify(text("19 C"), observer)
        conversation.run()
        #expect(conversation.notifications.count == 1)
        #expect(conversation.acknowledged.count == 1)
    }

    /// The first block of a notification that is longer than a block.
    private func beginning(_ order: UInt32, _ conversation: Conversation, id: UInt16) -> CoAP.Message {
        var message = notification(order, conversation, id: id)
        message.options.block2 = CoAP.Block(number: 0, hasMore: true, size: .bytes16)
        message.payload = body(16)
        return message
    }

    @Test func `a body that a newer notification replaces is not fetched any more`() {
        var (conversation, _, _) = observing()
        // The request for the second block gets lost.
        conversation.lost = [4]
        for message in [beginning(5, conversation, id: 100), notification(6, conversation, id: 101)] {
            conversation.send(message, from: .server)
            conversation.run(for: .milliseconds(100))
        }
        conversation.run()
        #expect(conversation.notifications.map(\.payload) == [[6]] && conversation.failures.isEmpty)
        #expect(conversation.sentCount == 5 && conversation.client.exchangeCount == 1)
    }

    @Test func `a body that a newer notification replaces before its turn is not fetched at all`() {
        var (conversation, _, _) = observing()
        // The request gets lost, so the one for the second block waits.
        conversation.lost = [3]
        conversation.get("u")
        conversation.send(beginning(5, conversation, id: 100), from: .server)
        conversation.send(notification(6, conversation, id: 101), from: .server)
        conversation.run()
        #expect(conversation.notifications.map(\.payload) == [[6]] && conversation.failures.isEmpty)
        #expect(conversation.sentCount == 7 && conversation.client.exchangeCount == 1)
    }

    @Test func `3.4, an older notification does not replace a first response that is being fetched`() {
        var conversation = Conversation()
        conversation.lost = [1, 3]
        conversation.get("t", observe: true)
        for message in [
            beginning(5, conversation, id: 100), notification(3, conversation, id: 101),
            notification(6, conversation, id: 102),
        ] {
            conversation.send(message, from: .server)
            conversation.run(for: .milliseconds(100))
        }
        #expect(conversation.responses.map(\.response.payload) == [[6]] && conversation.notifications.isEmpty)
    }

    @Test func `an observer that is dropped while its last block is under way leaves nothing`() {
        var (conversation, _, observer) = observing()
        conversation.lost = [7]
        conversation.notify(text(String(repeating: "a", count: 1500)), observer)
        conversation.run(for: .milliseconds(100))
        #expect(conversation.sentCount == 7 && !conversation.server.leftovers.isEmpty)
        conversation.removeObserver(observer, final: nil)
        #expect(conversation.server.leftovers.isEmpty && conversation.server.nextWake == nil)
    }

    @Test func `the rest of a notification is unknown once its observer is dropped, and is not waited for`() {
        var (conversation, _, observer) = observing()
        // The request for the second block gets lost.
        conversation.lost = [5]
        conversation.notify(text(String(repeating: "a", count: 1500)), observer)
        conversation.run(for: .milliseconds(100))
        #expect(conversation.server.nextWake != nil)
        conversation.removeObserver(observer, final: nil)
        #expect(conversation.server.nextWake == nil)
        conversation.run()
        let last = conversation.transcript.messages.last { $0.from == .server }?.message
        #expect(last?.code == .requestEntityIncomplete && conversation.notifications.isEmpty)
    }
}
