import Chance
import Containers
import Testing
import Timing

@testable import Sockets
@testable import Wire

/// The beginning and the end of a socket, of its requests, and of its observations.
@MainActor
@Suite struct CoAPSocketLifeTests {
    private let world = CoAPWorld()
    private let get = CoAP.Request(code: .get, path: ["a"])

    private var observing: CoAP.Request { CoAP.Request(code: .get, path: ["a"], observe: true) }

    private func serve() {
        world.server.onRequest = { [world] request in
            world.server.respond(CoAP.Response(code: .content, observer: request.observe == .register), to: request.id)
        }
    }

    private func anotherClient() -> CoAPSocket {
        CoAPSocket(socket: world.wire.socket(port: 3), scheduler: world.scheduler, generator: SeededGenerator(seed: 3))
    }

    @Test func `a socket that is released leaves no timer and receives nothing`() {
        world.wire.losses = .max
        var client: CoAPSocket? = anotherClient()
        let socket = client?.socket
        client?.request(get, to: world.server.address) { _ in }
        #expect(world.scheduler.waiting == 1)
        client = nil
        #expect(world.scheduler.waiting == 0)
        #expect(socket?.onDatagram == nil)
    }

    @Test func `a closed socket has no timer and no requests, sends nothing, and is closed once`() throws {
        world.wire.losses = .max
        var failures: [Result<CoAP.Response, CoAP.Failure>] = []
        for _ in 0..<3 { world.client.request(get, to: world.server.address) { failures.append($0) } }
        world.client.close()
        #expect(failures == [.failure(.closed), .failure(.closed), .failure(.closed)])
        #expect(world.scheduler.waiting == 0 && world.client.pendingExchanges == 0)
        let sent = world.wire.sent
        world.client.close()
        world.client.request(get, to: world.server.address) { failures.append($0) }
        #expect(failures.count == 4 && world.wire.sent == sent)
    }

    @Test func `a socket that is closed by an event does nothing more of the same datagram`() {
        world.server.onEvent = { [world] _ in world.server.close() }
        // The datagram would have a reset as its answer.
        world.client.socket.send([0x40, 1, 0, 7, 0xF0], to: world.server.address)
        #expect(world.wire.sent == 1)
    }

    @Test func `a socket that is closed by a request sends no response and sets no timer`() {
        world.server.onRequest = { [world] request in
            world.server.close()
            world.server.respond(CoAP.Response(code: .content), to: request.id)
        }
        world.client.request(get, to: world.server.address) { _ in }
        #expect(world.wire.sent == 1)
        #expect(world.scheduler.waiting == 1, "the client's retransmission")
    }

    @Test func `an observation whose socket is gone is ended any number of times`() async throws {
        serve()
        var client: CoAPSocket? = anotherClient()
        let observation = CoAPSocket.Observation(onNotification: { _ in }, onEnd: { _ in })
        client?.request(observing, to: world.server.address, observedBy: observation) { _ in }
        await world.settle()
        observation.begin()
        observation.forget()
        client = nil
        observation.cancel()
        observation.forget()
        observation.begin()
        #expect(!observation.isActive)
    }

    @Test(arguments: [true, false])
    func `an observation that the server declined or ended outlives its socket`(isDeclined: Bool) throws {
        var observer: CoAP.ObserverID?
        world.server.onRequest = { [world] request in
            observer = request.observer
            world.server.respond(CoAP.Response(code: .content, observer: !isDeclined), to: request.id)
        }
        var client: CoAPSocket? = anotherClient()
        let observation = CoAPSocket.Observation(onNotification: { _ in }, onEnd: { _ in })
        client?.request(observing, to: world.server.address, observedBy: observation) { _ in }
        observation.begin()
        world.server.removeObserver(try #require(observer), final: CoAP.Response(code: .notFound))
        #expect(client?.pendingExchanges == 0)
        client = nil
        observation.cancel()
        #expect(!observation.isActive)
    }

    @Test func `an observation is over when its end is reported`() throws {
        var observer: CoAP.ObserverID?
        world.server.onRequest = { [world] request in
            observer = request.observer
            world.server.respond(CoAP.Response(code: .content, observer: true), to: request.id)
        }
        var observation: CoAPSocket.Observation?
        var activity: [Bool?] = []
        let begun = CoAPSocket.Observation(
            onNotification: { _ in activity.append(observation?.isActive) },
            onEnd: { _ in activity.append(observation?.isActive) })
        observation = begun
        world.client.request(observing, to: world.server.address, observedBy: begun) { _ in }
        begun.begin()
        world.server.notify(CoAP.Response(code: .content), observer: try #require(observer))
        world.server.notify(CoAP.Response(code: .notFound), observer: try #require(observer))
        #expect(activity == [true, true, false])
    }

    @Test func `a request that is due when an answered one was is retransmitted`() {
        var open: CoAP.IncomingRequest.ID?
        world.server.onRequest = { open = $0.id }
        let client = CoAPSocket(
            socket: world.wire.socket(port: 3), scheduler: world.scheduler,
            parameters: .init(acknowledgementRandomFactor: 1), generator: SeededGenerator(seed: 3))
        var failures: [CoAP.Failure] = []
        for _ in 0..<2 {
            client.request(get, to: world.server.address) { result in
                if case .failure(let failure) = result { failures.append(failure) }
            }
            if let id = open.take() { world.server.respond(CoAP.Response(code: .content), to: id) }
            world.wire.losses = .max
        }
        world.scheduler.run()
        #expect(failures == [.timeout])
    }

    @Test func `a request is over when its receiver is called`() {
        serve()
        var pending: [Int] = []
        let client = world.client
        client.request(get, to: world.server.address) { _ in pending.append(client.pendingExchanges) }
        world.wire.losses = .max
        let ticket = client.request(get, to: world.server.address) { _ in pending.append(client.pendingExchanges) }
        client.forget(ticket)
        client.request(get, to: world.server.address) { _ in pending.append(client.pendingExchanges) }
        client.close()
        #expect(pending == [0, 0, 0])
    }

    @Test func `each request has a ticket of its own, and forgetting one leaves the others`() throws {
        world.wire.losses = .max
        var received: [Int: CoAP.Failure] = [:]
        let tickets = (0..<4).map { number in
            world.client.request(get, to: world.server.address) { result in
                if case .failure(let failure) = result { received[number] = failure }
            }
        }
        #expect(Set(tickets).count == 4)
        world.client.forget(tickets[2])
        #expect(received == [2: .cancelled])
        #expect(world.client.pendingExchanges == 3)
        world.scheduler.run()
        #expect(received == [0: .timeout, 1: .timeout, 2: .cancelled, 3: .timeout])
        #expect(world.scheduler.waiting == 0)
    }

    @Test func `an observation is pending until it ends, and its ticket forgets nothing`() {
        serve()
        var ends: [CoAP.Failure] = []
        let observation = CoAPSocket.Observation(onNotification: { _ in }, onEnd: { ends.append($0) })
        let ticket = world.client.request(observing, to: world.server.address, observedBy: observation) { _ in }
        observation.begin()
        world.client.forget(ticket)
        #expect(world.client.pendingExchanges == 1 && observation.isActive)
        world.client.close()
        #expect(ends == [.closed])
        #expect(world.client.pendingExchanges == 0 && !observation.isActive)
    }

    @Test(arguments: [true, false])
    func `an observation that ends before its first response cancels its request`(isCancelled: Bool) {
        world.wire.losses = .max
        var received: [Result<CoAP.Response, CoAP.Failure>] = []
        let observation = CoAPSocket.Observation(onNotification: { _ in }, onEnd: { _ in Issue.record("an end") })
        world.client.request(observing, to: world.server.address, observedBy: observation) { received.append($0) }
        if isCancelled { observation.cancel() } else { observation.forget() }
        #expect(received == [.failure(.cancelled)] && !observation.isActive)
        #expect(world.client.pendingExchanges == 0 && world.client.leftovers.isEmpty)
        observation.cancel()
        #expect(received.count == 1)
    }

    @Test func `a request with an observation that fails ends it without a call of its own`() {
        world.wire.losses = .max
        var ends = 0
        var failures: [CoAP.Failure] = []
        let observation = CoAPSocket.Observation(onNotification: { _ in }, onEnd: { _ in ends += 1 })
        world.client.request(observing, to: world.server.address, observedBy: observation) { result in
            if case .failure(let failure) = result { failures.append(failure) }
        }
        #expect(observation.isActive)
        world.scheduler.run()
        #expect(failures == [.timeout] && ends == 0 && !observation.isActive)
        observation.begin()
        #expect(!observation.isActive)
    }

    @Test func `buffered notifications and the end arrive in order, and later ones behind them`() async {
        var observer: CoAP.ObserverID?
        world.server.onRequest = { [world] request in
            observer = request.observer
            world.server.respond(CoAP.Response(code: .content, observer: true), to: request.id)
            for byte in [1, 2] as [UInt8] {
                world.server.notify(CoAP.Response(code: .content, payload: [byte]), observer: request.observer)
            }
        }
        var order: [[UInt8]] = []
        let observation = CoAPSocket.Observation(
            onNotification: { order.append($0.payload) }, onEnd: { order.append(Array("\($0)".utf8.prefix(3))) })
        world.client.request(observing, to: world.server.address, observedBy: observation) { _ in }
        observation.begin()
        #expect(order.isEmpty)
        if let observer { world.server.notify(CoAP.Response(code: .content, payload: [3]), observer: observer) }
        await world.settle()
        if let observer { world.server.notify(CoAP.Response(code: .content, payload: [4]), observer: observer) }
        #expect(order == [[1], [2], [3], [4]])
        observation.forget()
        if let observer { world.server.notify(CoAP.Response(code: .content, payload: [5]), observer: observer) }
        #expect(order.count == 4)
    }

    @Test func `an observation that ends before its buffer is delivered delivers nothing`() async {
        world.server.onRequest = { [world] request in
            world.server.respond(CoAP.Response(code: .content, observer: true), to: request.id)
            world.server.notify(CoAP.Response(code: .content, payload: [1]), observer: request.observer)
        }
        var count = 0
        let observation = CoAPSocket.Observation(onNotification: { _ in count += 1 }, onEnd: { _ in count += 1 })
        world.client.request(observing, to: world.server.address, observedBy: observation) { _ in }
        observation.begin()
        observation.cancel()
        await world.settle()
        #expect(count == 0)
    }

    @Test(arguments: [true, false], [true, false])
    func `an observation that its first buffered notification ends delivers no other one`(
        isCancelled: Bool, hasEnd: Bool
    ) async {
        world.server.onRequest = { [world] request in
            world.server.respond(CoAP.Response(code: .content, observer: true), to: request.id)
            for byte in [1, 2, 3] as [UInt8] {
                world.server.notify(CoAP.Response(code: .content, payload: [byte]), observer: request.observer)
            }
            if hasEnd { world.server.removeObserver(request.observer, final: CoAP.Response(code: .notFound)) }
        }
        var order: [[UInt8]] = []
        var observation: CoAPSocket.Observation?
        observation = CoAPSocket.Observation(
            onNotification: { response in
                order.append(response.payload)
                if isCancelled { observation?.cancel() } else { observation?.forget() }
            }, onEnd: { _ in Issue.record("an end") })
        world.client.request(observing, to: world.server.address, observedBy: observation) { _ in }
        observation?.begin()
        await world.settle()
        #expect(order == [[1]] && observation?.isActive == false)
        #expect(world.client.pendingExchanges == 0)
    }
}

/// The events of the protocol, each delivered to its own receiver.
@MainActor
@Suite struct CoAPSocketEventTests {
    private let world = CoAPWorld()

    @Test func `a server with a proof challenges an address once, and trusts one that is vouched for`() {
        var events: [String] = []
        for (port, isTrusted) in [(UInt16(8), false), (9, true)] {
            let server = CoAPSocket(
                socket: world.wire.socket(port: port), scheduler: world.scheduler, generator: SeededGenerator(seed: 5),
                proof: CoAP.AddressProof(generator: SeededGenerator(seed: 6)))
            server.onEvent = { events.append("\($0)") }
            server.onProved = { events.append("proved \($0)") }
            server.onRequest = { [unowned server] in server.respond(CoAP.Response(code: .content), to: $0.id) }
            if isTrusted { server.trust(world.client.address) }
            for _ in 0..<2 {
                world.client.request(CoAP.Request(code: .get, path: ["a"]), to: server.address) { result in
                    if case .success(let response) = result { events.append("\(response.code.number)") }
                }
            }
            server.close()
        }
        #expect(
            events == ["challenged from=127.0.0.1:1", "proved 127.0.0.1:1", "2.05", "2.05", "2.05", "2.05"])
    }

    @Test func `duplicates, rejections and retransmissions are reported in words`() {
        var events: [String] = []
        world.server.onEvent = { events.append("\($0)") }
        world.client.onEvent = { events.append("\($0)") }
        world.server.onRequest = { _ in }
        let request = CoAP.Message(type: .nonConfirmable, code: .get, messageID: 7)
        for _ in 0..<2 { world.client.socket.send(request.encoded(), to: world.server.address) }
        let receipt = CoAP.Message(type: .acknowledgement, code: .empty, messageID: 9)
        world.client.socket.send(receipt.encoded(), to: world.server.address)
        world.client.socket.send([0x40, 0], to: world.server.address)
        #expect(
            events == [
                "duplicate message=7 type=NON from=127.0.0.1:1",
                #"rejected message=9 from=127.0.0.1:1 problem="no message with this ID is waiting to be acknowledged""#,
                #"malformed from=127.0.0.1:1 problem="the datagram has 2 bytes, fewer than the 4 of a header (at byte 2)""#,
            ])
        events = []
        world.wire.losses = .max
        world.client.request(CoAP.Request(code: .get, path: ["a"]), to: world.server.address) { _ in }
        world.scheduler.run()
        #expect(events.count == 4)
        for (attempt, event) in zip(1...4, events) {
            #expect(event.hasPrefix("retransmitted message=") && event.hasSuffix("to=127.0.0.1:2 attempt=\(attempt)"))
        }
    }

    @Test func `a socket that serves no path answers a request with 4.04`() {
        var codes: [String] = []
        world.client.request(CoAP.Request(code: .get, path: ["a"]), to: world.server.address) { result in
            if case .success(let response) = result { codes.append("\(response.code)") }
        }
        #expect(codes == ["4.04 Not Found"])
    }

    @Test func `an observer that is removed or moved is not lost`() throws {
        var lost: [CoAP.ObserverLoss] = []
        var observers: [CoAP.ObserverID] = []
        world.server.onObserverGone = { lost.append($1) }
        world.server.onRequest = { [world] request in
            observers.append(request.observer)
            world.server.respond(CoAP.Response(code: .content, observer: true), to: request.id)
        }
        var received: [[UInt8]] = []
        let observations = (0..<2).map { _ in
            CoAPSocket.Observation(
                onNotification: { received.append($0.payload) }, onEnd: { _ in received.append([9]) })
        }
        for observation in observations {
            let request = CoAP.Request(code: .get, path: ["a"], observe: true)
            world.client.request(request, to: world.server.address, observedBy: observation) { _ in }
            observation.begin()
        }
        let first = try #require(observers.first)
        let second = try #require(observers.last)
        world.server.removeObserver(first)
        world.server.notify(CoAP.Response(code: .content, payload: [1]), observer: first)
        #expect(received.isEmpty)
        // No observation is known at the other address, so the notification is reset there.
        let elsewhere = CoAPSocket(
            socket: world.wire.socket(port: 4), scheduler: world.scheduler, generator: SeededGenerator(seed: 4))
        world.server.notify(CoAP.Response(code: .content, payload: [2]), observer: second)
        #expect(received == [[2]] && lost.isEmpty)
        world.server.moveObserver(second, to: elsewhere.address)
        #expect(lost.isEmpty)
        world.server.notify(CoAP.Response(code: .content, payload: [3]), observer: second)
        #expect(received == [[2]] && lost == [.reset])
        #expect(world.server.leftovers.isEmpty)
    }

    @Test func `expired messages are removed on request`() {
        let request = CoAP.Message(type: .nonConfirmable, code: .get, messageID: 7)
        world.client.socket.send(request.encoded(), to: world.server.address)
        #expect(world.server.endpoint.received.storedCount == 1)
        world.server.removeExpired()
        #expect(world.server.endpoint.received.storedCount == 1)
        _ = world.scheduler.schedule(at: Instant.start.advanced(by: .seconds(300)), "") {}
        world.scheduler.run()
        world.server.removeExpired()
        #expect(world.server.endpoint.received.storedCount == 0)
    }
}
