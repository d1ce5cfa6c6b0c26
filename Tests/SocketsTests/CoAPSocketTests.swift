import Chance
import Sockets
import Testing
import Timing
import Wire

@MainActor
@Suite struct CoAPSocketTests {
    private let world = CoAPWorld()

    private func text(_ text: String, observer: Bool = false) -> CoAP.Response {
        CoAP.Response(code: .content, payload: Array(text.utf8), contentFormat: nil, observer: observer)
    }

    @Test func `a request is awaited`() async throws {
        world.server.onRequest = { [world] request in
            world.server.respond(CoAP.Response(code: .changed, payload: request.body.array), to: request.id)
        }
        let request = CoAP.Request(code: .post, path: ["a"], payload: [1, 2])
        let response = try await world.client.request(request, to: world.server.address)
        #expect(response.code == .changed && response.payload == [1, 2])
        #expect(world.scheduler.waiting == 0)
    }

    @Test func `a listener receives the response once, and an error at once when the socket is closed`() async throws {
        world.server.onRequest = { [world] in world.server.respond(CoAP.Response(code: .content), to: $0.id) }
        let request = CoAP.Request(code: .get, path: ["a"])
        var received: [Result<CoAP.Response, CoAP.Failure>] = []
        world.client.request(request, to: world.server.address) { received.append($0) }
        await world.settle()
        #expect(try received.map { try $0.get().code } == [.content])
        #expect(world.client.pendingExchanges == 0)
        world.client.close()
        world.client.request(request, to: world.server.address) { received.append($0) }
        #expect(received.count == 2)
        #expect(throws: CoAP.Failure.closed) { try received.last?.get() }
    }

    @Test func `a forgotten request is cancelled once, unless it was answered`() async throws {
        world.server.onRequest = { [world] in world.server.respond(CoAP.Response(code: .content), to: $0.id) }
        let request = CoAP.Request(code: .get, path: ["a"])
        var received: [Result<CoAP.Response, CoAP.Failure>] = []
        let answered = world.client.request(request, to: world.server.address) { received.append($0) }
        world.client.forget(answered)
        world.wire.losses = .max
        let lost = world.client.request(request, to: world.server.address) { received.append($0) }
        world.client.forget(lost)
        world.client.forget(lost)
        #expect(received.count == 2)
        #expect(try received.first?.get().code == .content)
        #expect(throws: CoAP.Failure.cancelled) { try received.last?.get() }
        #expect(world.client.pendingExchanges == 0)
    }

    @Test func `a request with an observation keeps notifications until that begins`() async throws {
        world.server.onRequest = { [world] request in
            world.server.respond(text("first", observer: true), to: request.id)
            world.server.notify(text("second"), observer: request.observer)
        }
        var order: [String] = []
        let observation = CoAPSocket.Observation {
            order.append("\(String(decoding: $0.payload, as: UTF8.self))")
        } onEnd: { _ in
        }
        let request = CoAP.Request(code: .get, path: ["a"], observe: true)
        world.client.request(request, to: world.server.address, observedBy: observation) { _ in order.append("answer") }
        await world.settle()
        #expect(order == ["answer"])
        observation.begin()
        await world.settle()
        #expect(order == ["answer", "second"])
        observation.cancel()
        #expect(world.client.pendingExchanges == 0)
    }

    @Test func `an observation may outlive the socket that it is bound to`() {
        let observation = CoAPSocket.Observation(onNotification: { _ in }, onEnd: { _ in })
        var client: CoAPSocket? = CoAPSocket(
            socket: world.wire.socket(port: 3), scheduler: world.scheduler, generator: SeededGenerator(seed: 3))
        let request = CoAP.Request(code: .get, path: ["a"], observe: true)
        client?.request(request, to: world.server.address, observedBy: observation) { _ in }
        client = nil
        observation.cancel()
        #expect(!observation.isActive)
    }

    @Test func `a request is sent again until it is answered`() async throws {
        world.server.onRequest = { [world] in world.server.respond(CoAP.Response(code: .content), to: $0.id) }
        world.wire.losses = 2
        var events: [CoAPSocket.Event] = []
        world.client.onEvent = { events.append($0) }
        let task = Task {
            try await world.client.request(CoAP.Request(code: .get, path: ["a"]), to: world.server.address)
        }
        await world.settle()
        world.scheduler.run()
        #expect(try await task.value.code == .content)
        #expect(events.count == 2)
    }

    @Test func `an unanswered request fails`() async {
        world.wire.losses = .max
        let task = Task {
            try await world.client.request(CoAP.Request(code: .get, path: ["a"]), to: world.server.address)
        }
        await world.settle()
        world.scheduler.run()
        await #expect(throws: CoAP.Failure.timeout) { try await task.value }
    }

    @Test func `a cancelled task forgets its request`() async {
        world.wire.losses = .max
        let task = Task {
            try await world.client.request(CoAP.Request(code: .get, path: ["a"]), to: world.server.address)
        }
        await world.settle()
        task.cancel()
        await #expect(throws: CoAP.Failure.cancelled) { try await task.value }
        #expect(world.scheduler.waiting == 0)
    }

    @Test func `a task that was cancelled before sends nothing`() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await world.client.request(CoAP.Request(code: .get, path: ["a"]), to: world.server.address)
        }
        await #expect(throws: CoAP.Failure.cancelled) { try await task.value }
        #expect(world.wire.sent == 0)
    }

    @Test func `closing fails pending requests and observations`() async throws {
        var ends: [CoAP.Failure] = []
        world.server.onRequest = { [world] request in
            guard request.observe == .register else { return }
            world.server.respond(CoAP.Response(code: .content, observer: true), to: request.id)
        }
        let observe = CoAP.Request(code: .get, path: ["a"])
        _ = try await world.client.observe(observe, to: world.server.address) { _ in
        } onEnd: {
            ends.append($0)
        }
        let task = Task { try await world.client.request(observe, to: world.server.address) }
        await world.settle()
        world.client.close()
        await #expect(throws: CoAP.Failure.closed) { try await task.value }
        await #expect(throws: CoAP.Failure.closed) { try await world.client.ping(world.server.address) }
        #expect(ends == [.closed])
    }

    @Test func `a ping is answered`() async throws {
        try await world.client.ping(world.server.address)
        #expect(world.wire.sent == 2)
    }

    @Test func `a client observes, is notified in order, and ends it`() async throws {
        var gone: [CoAP.ObserverLoss] = []
        var acknowledged: [CoAP.NotificationID] = []
        var observer: CoAP.ObserverID?
        world.server.onRequest = { [world] request in
            if request.observe == .register { observer = request.observer }
            world.server.respond(CoAP.Response(code: .content, observer: true), to: request.id)
        }
        world.server.onAcknowledged = { acknowledged.append($1) }
        world.server.onObserverGone = { gone.append($1) }
        var received: [[UInt8]] = []
        let (first, observation) = try await world.client.observe(
            CoAP.Request(code: .fetch, path: ["events"]), to: world.server.address
        ) {
            received.append($0.payload)
        } onEnd: { _ in
            Issue.record("nobody ended it")
        }
        #expect(first.observer && observation.isActive)
        let registered = try #require(observer)
        for word in ["a", "b"] { world.server.notify(text(word), observer: registered) }
        #expect(received == [Array("a".utf8), Array("b".utf8)])
        // The first response came in the acknowledgement of the request, and is not acknowledged.
        #expect(acknowledged.map(\.rawValue) == [1, 2])
        observation.cancel()
        #expect(gone == [.deregistered] && !observation.isActive)
        world.server.notify(text("c"), observer: registered)
        #expect(received.count == 2)
    }

    @Test func `a notification waits until the first response is returned`() async throws {
        world.server.onRequest = { [world] request in
            world.server.respond(text("first", observer: true), to: request.id)
            world.server.notify(text("second"), observer: request.observer)
            world.server.removeObserver(request.observer, final: CoAP.Response(code: .notFound))
        }
        var order: [String] = []
        _ = try await world.client.observe(CoAP.Request(code: .get, path: ["a"]), to: world.server.address) {
            order.append("\($0.code.number)")
        } onEnd: {
            order.append("\($0)")
        }
        order.append("first")
        await world.settle()
        #expect(order == ["first", "2.05", "4.04", "the server ended the observation"])
    }

    @Test func `an observation that the server does not take is a response`() async throws {
        world.server.onRequest = { [world] in world.server.respond(CoAP.Response(code: .forbidden), to: $0.id) }
        let (response, observation) = try await world.client.observe(
            CoAP.Request(code: .get, path: ["a"]), to: world.server.address
        ) { _ in
        } onEnd: { _ in
            Issue.record("it never began")
        }
        #expect(response.code == .forbidden && !observation.isActive)
        observation.cancel()
        world.client.close()
    }

    @Test func `a forgotten observation is found out by the next notification`() async throws {
        var gone: [CoAP.ObserverLoss] = []
        var observer: CoAP.ObserverID?
        world.server.onObserverGone = { gone.append($1) }
        world.server.onRequest = { [world] request in
            observer = request.observer
            world.server.respond(CoAP.Response(code: .content, observer: true), to: request.id)
        }
        let (_, observation) = try await world.client.observe(
            CoAP.Request(code: .get, path: ["a"]), to: world.server.address
        ) { _ in
        } onEnd: { _ in
        }
        observation.forget()
        #expect(gone.isEmpty)
        world.server.notify(text("a"), observer: try #require(observer))
        #expect(gone == [.reset])
    }

    @Test func `a datagram that is not CoAP is passed on, and a malformed one is reported`() {
        var others: [[UInt8]] = []
        var events: [CoAPSocket.Event] = []
        world.server.onOther = { bytes, _ in others.append(bytes) }
        world.server.onEvent = { events.append($0) }
        for bytes: [UInt8] in [[0, 1], [63], [128, 0], [], [0x40, 0]] {
            world.client.socket.send(bytes, to: world.server.address)
        }
        #expect(others == [[0, 1], [63], [128, 0], []])
        #expect(events == [.malformed(world.client.address, .truncatedHeader(count: 2))])
    }
}
