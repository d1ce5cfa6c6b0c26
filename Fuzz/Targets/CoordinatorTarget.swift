import BackendCore
import Chance
import Signaling
import Timing
import Wire

/// A coordinator with some clients; each byte of the input is a choice.
///
/// The choices are connects, requests with bodies of any fields, requests from an address of another, acknowledgements,
/// lost streams, states of SFUs, and the time that passes.
struct CoordinatorTarget {
    private struct Client {
        let user: String
        let peer: SocketAddress
        /// Proves the requests; nil for a client that does not.
        var prover: RequestProver?
        var connectionId = ""

        /// Returns a request as the coordinator receives it.
        func request(
            _ route: CoordinatorRoute, _ body: [UInt8], observes: Bool = false, isProved: Bool = true,
            from address: SocketAddress? = nil
        ) -> ServerRequest {
            let query = connectionId.isEmpty || observes ? [] : ["connection_id=\(connectionId)"]
            var request = CoAP.Request(
                code: route.method, path: route.path, query: query, observe: observes, payload: body,
                contentFormat: nil)
            if isProved { prover?.prove(&request, to: ServerName.coordinator) }
            var options = request.options
            options.uriPath = request.path
            options.uriQuery = request.query
            return ServerRequest(
                method: request.code, options: options, observes: observes, payload: CoAP.Payload(body),
                peer: address ?? peer)
        }
    }

    /// Another port of the first client's host.
    private static let stranger = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 9)

    private let machine: CoordinatorMachine
    private var choices: Choices
    private var now = Instant.start
    private var clients = ["alice", "bob", "carol", "guest-eve"].enumerated().map { number, user in
        Client(user: user, peer: SocketAddress(host: HostAddress(127, 1, 0, UInt8(number + 1)), port: 1000))
    }
    /// The open streams, in the order of opening, each with its pending notification.
    private var streams: [(id: StreamID, isPending: Bool)] = []

    init(_ input: [UInt8]) {
        choices = Choices(input)
        let users = ["alice", "bob", "carol"].map { User(id: $0) } + [User(id: "guest-eve", role: "guest")]
        var configuration = BackendConfiguration(secret: Choices.secret, users: users, sfuCount: 2)
        configuration.rateLimit = RateLimit(requests: 100)
        machine = CoordinatorMachine(
            configuration: configuration, epoch: Choices.epoch, generator: SeededGenerator(seed: 1))
        clients[2].prover = RequestProver(
            with: Self.serverKey, privateKey: [UInt8](repeating: 7, count: 32))
    }

    private static let serverKey = BackendConfiguration(secret: Choices.secret).serverKey

    /// Takes all choices, then lets time pass until the coordinator has forgotten every client.
    mutating func run() {
        while let choice = choices.next() { take(choice) }
        for _ in 0..<10_000 {
            guard machine.connectionCount > 0, let next = machine.nextWake else { break }
            pass(to: next)
        }
        must(machine.connectionCount == 0, "a silent connection never ends")
    }

    private mutating func take(_ choice: UInt8) {
        let detail = Int(choice >> 4)
        switch choice & 15 {
        case 0, 1: connect(detail % clients.count, resumes: detail & 4 != 0)
        case 2...7: ask(detail % clients.count, isForged: false)
        case 8: ask(detail % clients.count, isForged: true)
        case 9, 10: acknowledge(detail)
        case 11: lose(detail)
        case 12: pass(to: now.advanced(by: .milliseconds(1 << detail)))
        case 13: if let next = machine.nextWake { pass(to: next) }
        case 14: perform(machine.handle(.edge("sfu-\(detail % 2 + 1)", choices.pick(EdgeState.allCases)), at: now))
        default: leave(detail % clients.count)
        }
    }

    // MARK: Choices

    private mutating func connect(_ number: Int, resumes: Bool) {
        let client = clients[number]
        var body = ConnectRequest {
            $0.token = Choices.token(client.user)
            $0.user = User(id: client.user)
            if resumes { $0.resume = client.connectionId }
            $0.lastEvent = 1
        }
        client.prover?.seal(&body, at: Choices.epoch.advanced(by: .nanoseconds(now.nanoseconds)))
        let request = client.request(.connect, body.encoded(), observes: true)
        guard let answer = answer(to: request), answer.code.isSuccess else { return }
        if client.prover != nil {
            let copy = self.answer(to: request)
            must(copy?.code == .unauthorized, "a copied connect is served")
        }
        let event = (try? CBOR(decoding: answer.payload))?.map?["events"]?.array?.first?.map
        guard let id = event?["connection_id"]?.text else { return must(false, "a connection has no id") }
        clients[number].connectionId = id
    }

    /// Sends a request of a client; or one with its connection id from another address, and, in the name of a client that
    /// proves its requests, one from its own address.
    private mutating func ask(_ number: Int, isForged: Bool) {
        let client = clients[number]
        let cid = choices.pick(Choices.calls)
        let route: CoordinatorRoute
        switch choices.next() ?? 0 {
        case let choice where choice < 200:
            route = .call(cid, CallAction.allCases[Int(choice) % CallAction.allCases.count])
        case let choice:
            route = .client(ClientAction.allCases[Int(choice) % ClientAction.allCases.count])
        }
        let request = client.request(
            route, CBOR.map(choices.map()).encoded(), isProved: !isForged,
            from: isForged && client.prover == nil ? Self.stranger : nil)
        let answer = answer(to: request)
        guard isForged, route != .client(.createGuest) else { return }
        must(answer?.code.isSuccess == false, "a request from another address is served")
    }

    private mutating func leave(_ number: Int) {
        _ = answer(to: clients[number].request(.disconnect, []))
    }

    private mutating func acknowledge(_ detail: Int) {
        let pending = streams.indices.filter { streams[$0].isPending }
        guard !pending.isEmpty else { return }
        let index = pending[detail % pending.count]
        streams[index].isPending = false
        perform(machine.handle(.acknowledged(streams[index].id), at: now))
    }

    private mutating func lose(_ detail: Int) {
        guard !streams.isEmpty else { return }
        let stream = streams.remove(at: detail % streams.count).id
        perform(machine.handle(.lost(stream, choices.pick([.unanswered, .rejected, .deregistered])), at: now))
    }

    private mutating func pass(to instant: Instant) {
        now = max(now, instant)
        perform(machine.wake(at: now))
        must(machine.nextWake.map { $0 > now } ?? true, "a timer is due after its wake")
    }

    // MARK: Effects

    private mutating func answer(to request: ServerRequest) -> ServerResponse? {
        let answers = perform(machine.handle(.request(request), at: now))
        must(answers.count == 1, "a request has \(answers.count) answers")
        must(answers.first?.code != .internalServerError, "a request fails in the server")
        return answers.first
    }

    @discardableResult
    private mutating func perform(_ effects: [ServerEffect]) -> [ServerResponse] {
        var answers: [ServerResponse] = []
        for effect in effects {
            switch effect {
            case .respond(let answer): answers.append(answer)
            case .open(let stream, let answer):
                answers.append(answer)
                streams.append((stream, false))
            case .notify(let stream, _):
                guard let index = streams.firstIndex(where: { $0.id == stream }) else {
                    must(false, "a stream that is over has an event")
                    continue
                }
                must(!streams[index].isPending, "a notification does not wait for the one before")
                streams[index].isPending = true
            case .end(let stream, _), .close(let stream): streams.removeAll { $0.id == stream }
            case .move, .datagram, .report, .order, .trace: break
            }
        }
        return answers
    }

    private func must(_ isTrue: Bool, _ fault: @autoclosure () -> String) {
        if !isTrue { fatalError("coordinator: \(fault())") }
    }
}
