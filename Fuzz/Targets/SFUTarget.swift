import BackendCore
import Chance
import Signaling
import Timing
import Wire

/// An SFU with some clients, and an intruder with another address; each byte of the input is a choice.
///
/// The choices are joins, requests, media, checks and answers of the clients; the same from the intruder, which has the
/// credentials of every path; orders of the coordinator, and the time that passes.
struct SFUTarget {
    private struct Client {
        let user: String
        let peer: SocketAddress
        var sessions = 0
        var credentials: PathCredentials?

        var sessionId: String { "\(user)-\(sessions)" }
    }

    private static let stranger = SocketAddress(host: HostAddress(127, 9, 0, 1), port: 9)

    private let machine: SFUMachine
    private var choices: Choices
    private var now = Instant.start
    private var clients = ["alice", "bob", "carol"].enumerated().map { number, user in
        Client(user: user, peer: SocketAddress(host: HostAddress(127, 1, 0, UInt8(number + 1)), port: 1000))
    }
    private var streams: [StreamID] = []
    private var questions: [(bytes: [UInt8], at: SocketAddress)] = []
    private var generator = SeededGenerator(seed: 2)
    private var sequence: UInt16 = 0
    private var bytesFromStranger = 0
    private var bytesToStranger = 0

    init(_ input: [UInt8]) {
        choices = Choices(input)
        let configuration = BackendConfiguration(secret: Choices.secret)
        machine = SFUMachine(configuration: configuration, epoch: Choices.epoch)
    }

    /// Takes all choices, then lets time pass until the SFU has forgotten every session.
    mutating func run() {
        while let choice = choices.next() { take(choice) }
        for _ in 0..<10_000 {
            guard !machine.sessionNames.isEmpty, let next = machine.nextWake else { break }
            pass(to: next)
        }
        must(machine.sessionNames.isEmpty, "a silent session never ends")
    }

    private mutating func take(_ choice: UInt8) {
        let detail = Int(choice >> 4)
        let number = detail % clients.count
        switch choice & 15 {
        case 0, 1: join(number, again: detail & 4 != 0)
        case 2, 3: ask(number, from: clients[number].peer)
        case 4: ask(number, from: Self.stranger)
        case 5: check(number, from: clients[number].peer)
        case 6: check(number, from: Self.stranger)
        case 7: answerQuestion(detail)
        case 8, 9: media(of: number, from: clients[number].peer)
        case 10: media(of: number, from: Self.stranger)
        case 11: deliver(choices.bytes(4 + detail * 8), from: detail & 1 == 0 ? Self.stranger : clients[number].peer)
        case 12: order(number, detail)
        case 13: pass(to: now.advanced(by: .milliseconds(1 << detail)))
        case 14: if let next = machine.nextWake { pass(to: next) }
        default: settle(detail)
        }
    }

    // MARK: Requests

    private mutating func join(_ number: Int, again: Bool) {
        let cid = choices.pick(Choices.calls)
        let user = clients[number].user
        perform(
            machine.handle(
                .order(
                    .admit(
                        cid, User(id: user), roles: ["user"], CallGrants(), noiseCancellation: false, startedAt: nil)),
                at: now))
        let before = clients[number].sessionId
        if !again { clients[number].sessions += 1 }
        let body = SFUJoinRequest {
            $0.token = Choices.token(user, for: cid)
            $0.sessionId = clients[number].sessionId
            $0.wantsMedia = true
            $0.fastReconnect = again
            $0.announcedTracks = [
                TrackInfo {
                    $0.trackType = .audio
                    $0.ssrc = UInt32(number + 1)
                }
            ]
            $0.reconnectDetails = ReconnectDetails {
                $0.strategy = again ? .fast : .rejoin
                $0.previousSessionId = before
                $0.announcedTracks = []
            }
        }
        let request = ServerRequest(
            method: .fetch, path: SFURoute.join.path, observes: true, payload: body.encoded(),
            peer: clients[number].peer)
        guard let answer = answer(to: request), answer.code.isSuccess else { return }
        let map = (try? CBOR(decoding: answer.payload))?.map
        let response = (map?["events"]?.array?.first?.map ?? map).flatMap { try? SFUJoinResponse($0) }
        if let path = response?.path { clients[number].credentials = path.credentials }
    }

    /// Sends a request with a body that names the session of a client, or with any fields.
    private mutating func ask(_ number: Int, from peer: SocketAddress) {
        let route = choices.pick(SFURoute.allCases)
        guard route != .join else { return }
        var fields: [(String, CBOR)] = choices.map().map { ($0.key.text ?? "", $0.value) }
        fields.removeAll { ["session_id", "token"].contains($0.0) }
        fields.append(("session_id", .text(clients[number].sessionId)))
        let request = ServerRequest(
            method: route.method, path: route.path, payload: CBOR.map(CBOR.Map(fields)).encoded(), peer: peer)
        let isThere = machine.sessionNames.contains(clients[number].sessionId)
        let answer = answer(to: request)
        guard peer == Self.stranger, isThere else { return }
        must(answer?.code.isSuccess == false, "the request of another address is served")
    }

    private mutating func answer(to request: ServerRequest) -> ServerResponse? {
        let answers = perform(machine.handle(.request(request), at: now))
        must(answers.count == 1, "a request has \(answers.count) answers")
        must(answers.first?.code != .internalServerError, "a request fails in the server")
        return answers.first
    }

    private mutating func order(_ number: Int, _ detail: Int) {
        let cid = choices.pick(Choices.calls)
        let user = clients[number].user
        switch detail % 5 {
        case 0: perform(machine.handle(.order(.remove(cid, userId: user, .ended)), at: now))
        case 1: perform(machine.handle(.order(.mute(cid, userIds: [user], [.audio])), at: now))
        case 2: perform(machine.handle(.order(.limit(cid, participants: detail)), at: now))
        case 3: perform(machine.handle(.order(.end(cid, .ended)), at: now))
        default: perform(machine.handle(.command(.full(detail & 1 == 0)), at: now))
        }
    }

    private mutating func settle(_ detail: Int) {
        guard !streams.isEmpty else { return }
        let index = detail % streams.count
        if detail & 3 == 3 {
            perform(machine.handle(.lost(streams.remove(at: index), .unanswered), at: now))
        } else {
            perform(machine.handle(.acknowledged(streams[index]), at: now))
        }
    }

    private mutating func pass(to instant: Instant) {
        now = max(now, instant)
        perform(machine.wake(at: now))
        must(machine.nextWake.map { $0 > now } ?? true, "a timer is due after its wake")
    }

    // MARK: Media

    private mutating func check(_ number: Int, from peer: SocketAddress) {
        guard let credentials = clients[number].credentials else { return }
        let check = STUN.Message(
            .request, transactionID: STUN.TransactionID(from: &generator),
            attributes: [.username(credentials.username)])
        deliver(check.encoded(STUN.Protection(key: Array(credentials.password.utf8))) ?? [], from: peer)
    }

    /// Answers a check of the SFU's own, except at the intruder's address, which receives nothing.
    private mutating func answerQuestion(_ detail: Int) {
        guard !questions.isEmpty else { return }
        let request = questions.remove(at: detail % questions.count)
        guard let message = try? STUN.Message(decoding: request.bytes),
            let credentials = clients.first(where: { $0.peer == request.at })?.credentials,
            let bytes = message.success(seenAt: request.at)
                .encoded(STUN.Protection(key: Array(credentials.password.utf8)))
        else { return }
        deliver(bytes, from: request.at)
    }

    private mutating func media(of number: Int, from peer: SocketAddress) {
        sequence &+= 1
        let packet = RTP.Packet(
            payloadType: 111, sequenceNumber: sequence, timestamp: UInt32(sequence) * 960, ssrc: UInt32(number + 1),
            payload: [1, 2, 3])
        deliver(packet.encoded() ?? [], from: peer)
    }

    private mutating func deliver(_ datagram: [UInt8], from peer: SocketAddress) {
        if peer == Self.stranger { bytesFromStranger += datagram.count }
        var receivers: [SocketAddress] = []
        let effects = machine.receiveMedia(datagram, from: peer, at: now) { receivers.append($0) }
        must(receivers.isEmpty || peer != Self.stranger, "media of an address that is not proved is forwarded")
        must(!receivers.contains(Self.stranger), "media goes to an address that is not proved")
        perform(effects)
    }

    // MARK: Effects

    @discardableResult
    private mutating func perform(_ effects: [ServerEffect]) -> [ServerResponse] {
        var answers: [ServerResponse] = []
        for effect in effects {
            switch effect {
            case .respond(let answer): answers.append(answer)
            case .open(let stream, let answer):
                answers.append(answer)
                streams.append(stream)
            case .notify(let stream, _): must(streams.contains(stream), "a stream that is over has an event")
            case .end(let stream, _), .close(let stream): streams.removeAll { $0 == stream }
            case .move(_, let peer): must(peer != Self.stranger, "a stream moves to an address that is not proved")
            case .datagram(let bytes, let peer): transmit(bytes, to: peer)
            case .report, .order, .trace: break
            }
        }
        must(
            bytesToStranger <= 3 * bytesFromStranger,
            "\(bytesFromStranger) bytes of the intruder brought \(bytesToStranger)")
        return answers
    }

    private mutating func transmit(_ bytes: [UInt8], to peer: SocketAddress) {
        if peer == Self.stranger { bytesToStranger += bytes.count }
        guard let message = try? STUN.Message(decoding: bytes), message.messageClass == .request else { return }
        questions.append((bytes, peer))
    }

    private func must(_ isTrue: Bool, _ fault: @autoclosure () -> String) {
        if !isTrue { fatalError("sfu: \(fault())") }
    }
}
