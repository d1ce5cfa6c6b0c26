import CallCore
import Signaling
import Sockets
import Timing
import Wire

/// A coordinator and an SFU in one socket. It answers most requests, and keeps all of them.
@MainActor
final class ServingSocket: DatagramSocket {
    static let cid = CallCid(type: "default", id: "standup")
    static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
    static let sfu = SFUCredentials {
        $0.edgeName = "sfu-1"
        $0.host = "127.0.1.1"
        $0.port = 5683
        $0.token = [1]
    }

    let address = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
    /// True when answers wait for ``release()``.
    var isHolding = false
    /// The answers to some paths, in place of the usual ones.
    var answers: [String: (CoAP.Code, [UInt8])] = [:]
    /// True when answers have no content format, as diagnostic texts.
    var isPlain = false
    /// The password of the SFU's media port, which answers connectivity checks; nil without media.
    var mediaPassword: String?
    private(set) var requests: [(path: String, message: CoAP.Message, peer: SocketAddress)] = []
    private var held: [(bytes: [UInt8], peer: SocketAddress)] = []
    private var notifications: UInt32 = 1

    /// The number of held answers.
    var heldCount: Int { held.count }

    var paths: [String] { requests.map(\.path) }

    func count(of path: String) -> Int { paths.count { $0 == path } }

    func send(_ bytes: [UInt8], to destination: SocketAddress) {
        guard DatagramKind(bytes) == .coap, let message = try? CoAP.Message(decoding: bytes) else {
            return answerCheck(bytes, destination)
        }
        let path = message.options.uriPath.joined(separator: "/")
        requests.append((path, message, destination))
        guard let (code, payload) = answer(to: message, path) else { return }
        var answer = CoAP.Message(
            type: code == .empty ? .reset : .acknowledgement, code: code, messageID: message.messageID,
            token: message.token, payload: payload)
        answer.options.contentFormat = payload.isEmpty || isPlain ? nil : CoAP.ContentFormat.cbor
        if message.options.observe == 0, code.isSuccess { answer.options.observe = 1 }
        guard !isHolding else { return held.append((answer.encoded(), destination)) }
        Task { onDatagram?(answer.encoded(), destination) }
    }

    func close() {}

    private func answerCheck(_ bytes: [UInt8], _ peer: SocketAddress) {
        guard let mediaPassword, DatagramKind(bytes) == .stun, let request = try? STUN.Message(decoding: bytes),
            let answer = request.success(seenAt: address).encoded(STUN.Protection(key: Array(mediaPassword.utf8)))
        else { return }
        Task { onDatagram?(answer, peer) }
    }

    /// Delivers the held answers at once.
    func release() {
        let released = held
        held = []
        for answer in released { onDatagram?(answer.bytes, answer.peer) }
    }

    /// Sends a batch of events on the newest stream of the SFU.
    func notify(_ events: [SFUEvent], first: Int) {
        let batch = SFUEventBatch {
            $0.first = first
            $0.events = events
        }
        notify("sfu/join", batch.encoded())
    }

    /// Sends a batch of events on the newest stream of the coordinator.
    func notify(_ events: [CoordinatorEvent], first: Int) {
        let batch = EventBatch {
            $0.first = first
            $0.events = events
        }
        notify("video/connect", batch.encoded())
    }

    private func notify(_ path: String, _ payload: [UInt8]) {
        guard let opening = requests.last(where: { $0.path == path }) else { return }
        notifications += 1
        var message = CoAP.Message(
            type: .nonConfirmable, code: .content, messageID: UInt16(20_000 + notifications),
            token: opening.message.token, payload: payload)
        message.options.observe = notifications
        onDatagram?(message.encoded(), opening.peer)
    }

    /// Ends the newest stream of the SFU.
    func endStream() {
        guard let join = requests.last(where: { $0.path == "sfu/join" }) else { return }
        let message = CoAP.Message(
            type: .nonConfirmable, code: .serviceUnavailable, messageID: 19_999, token: join.message.token)
        onDatagram?(message.encoded(), join.peer)
    }

    private func answer(to message: CoAP.Message, _ path: String) -> (CoAP.Code, [UInt8])? {
        guard message.code.isRequest else { return message.type == .confirmable ? (.empty, []) : nil }
        if let answer = answers[path] { return answer }
        switch path {
        case "video/connect": return (.content, EventBatch.opening.encoded())
        case "sfu/join": return (.content, SFUJoinResponse.alone.encoded())
        case "sfu/leave", "sfu/update_subscriptions": return (.changed, EmptyBody().encoded())
        case _ where path.hasSuffix("/join"): return (.changed, JoinCallResponse.admission().encoded())
        case _ where message.code == .get:
            return (.forbidden, APIError(.notAllowed, "no", advice: "ask").encoded())
        case _ where path.hasPrefix("sfu/"): return nil
        default: return (.changed, EmptyBody().encoded())
        }
    }
}

extension JoinCallResponse {
    /// The admission to the standup, with changes.
    @MainActor
    static func admission(_ change: (inout JoinCallResponse) -> Void = { _ in }) -> JoinCallResponse {
        JoinCallResponse {
            $0.call = CallResponse(cid: ServingSocket.cid, createdBy: User(id: "alice"), createdAt: .virtualStart)
            $0.members = []
            $0.ownCapabilities = []
            $0.credentials = ServingSocket.sfu
            change(&$0)
        }
    }
}

extension EventBatch {
    /// The first batch of alice's connection.
    static var opening: EventBatch {
        let event = ConnectedEvent {
            $0.connectionId = "c"
            $0.me = User(id: "alice")
            $0.createdAt = .virtualStart
        }
        return EventBatch {
            $0.first = 1
            $0.events = [.connected(event)]
        }
    }
}

extension SFUJoinResponse {
    /// A session without other participants.
    static var alone: SFUJoinResponse { alone { _ in } }

    /// A session without other participants, with changes.
    static func alone(_ change: (inout SFUJoinResponse) -> Void) -> SFUJoinResponse {
        SFUJoinResponse {
            $0.callState = SFUCallState {
                $0.participants = []
                $0.participantCount = ParticipantCount { $0.total = 1 }
                $0.startedAt = .virtualStart
            }
            $0.fastReconnectDeadline = .seconds(15)
            change(&$0)
        }
    }
}
