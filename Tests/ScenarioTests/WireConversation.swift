import ScenarioLanguage
import ScenarioVocabulary
import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// Exchanges of clients with the coordinator, as datagrams that a `WireWatch` checks. There is a second between two.
struct WireConversation {
    private struct Client {
        let address: SocketAddress
        var messageId: UInt8 = 0
        var observe: UInt8 = 0
        var nextEvent: Int64 = 1
    }

    /// The methods of requests (RFC 7252 section 12.1.1, RFC 8132).
    enum Method: UInt8 {
        case get = 1
        case post = 2
        case delete = 4
        case fetch = 5
        case patch = 6
    }

    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
    private(set) var watch = WireWatch()
    private var clients: [String: Client] = [:]
    private var number = 0

    /// Connects users, in the order of their names.
    init(_ users: String...) {
        // The conversations have pauses that clients do not make.
        watch.disturb(changesAddressesOrBytes: false)
        for user in users { connect(user) }
    }

    /// The violation without the addresses of its datagram.
    var violation: String? {
        watch.violation.map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? $0 }
    }

    /// The milliseconds of the date of the next datagram.
    var date: Int64 { Timestamp.virtualStart.advanced(to: Self.time(of: number + 1)).milliseconds }
    private static func time(of number: Int) -> Instant { Instant.start.advanced(by: .seconds(number)) }

    /// Records a datagram that is not checked.
    mutating func skip() { watch.skipped() }

    private mutating func connect(_ user: String) {
        let host = UInt8(clients.count + 1)
        clients[user] = Client(address: SocketAddress(host: HostAddress(127, 1, 0, host), port: 50_000))
        let body: CBOR = ["user": ["id": .text(user)], "token": .bytes([1])]
        send(
            user, [0x41, Method.fetch.rawValue, 0, 0, 0, 0x60] + Self.path("video/connect", after: 6) + [0x11, 60], body
        )
        receive(user, [0x60, 0, 0, 0])
        event(to: user, ["type": "connection.ok", "connection_id": .text("c-\(user)"), "me": ["id": .text(user)]])
    }

    /// Sends an event, with its date if it has none.
    mutating func event(to user: String, _ event: CBOR.Map) {
        guard var client = clients[user] else { return }
        var event = event
        if event["created_at"] == nil { event["created_at"] = .integer(date) }
        let batch: CBOR = ["first": .integer(client.nextEvent), "events": .array([.map(event)])]
        client.nextEvent += 1
        client.observe += 1
        clients[user] = client
        receive(user, [0x41, 0x45, 1, client.observe, 0, 0x61, client.observe, 0x61, 60], batch)
        send(user, [0x60, 0, 1, client.observe])
    }

    /// Sends a request; returns its token.
    mutating func ask(
        _ user: String, _ method: Method, _ path: String, _ body: CBOR? = nil, query: [String] = []
    ) -> UInt8 {
        clients[user]?.messageId += 1
        let id = clients[user]?.messageId ?? 0
        var bytes = [0x41, method.rawValue, 0, id, id] + Self.path("video/\(path)", after: 0)
        if body != nil { bytes += [0x11, 60] }
        var last = body == nil ? 11 : 12
        for part in ["connection_id=c-\(user)"] + query {
            bytes += Self.option(15 - last, part)
            last = 15
        }
        send(user, bytes, body)
        return id
    }

    /// Answers a request.
    mutating func answer(_ user: String, _ token: UInt8, _ body: CBOR? = nil, code: UInt8 = 0x44) {
        receive(user, [0x61, code, 0, token, token] + (body == nil ? [] : [0xC1, 60]), body)
    }

    /// Sends a request and its answer.
    mutating func exchange(
        _ user: String, _ method: Method, _ path: String, _ body: CBOR? = nil, query: [String] = [],
        code: UInt8 = 0x44, _ answer: CBOR? = nil
    ) {
        let token = ask(user, method, path, body, query: query)
        self.answer(user, token, answer, code: code)
    }

    // MARK: Datagrams

    private mutating func send(_ user: String, _ head: [UInt8], _ body: CBOR? = nil) {
        guard let client = clients[user]?.address else { return }
        check(head, body, client, Self.server)
    }

    private mutating func receive(_ user: String, _ head: [UInt8], _ body: CBOR? = nil) {
        guard let client = clients[user]?.address else { return }
        check(head, body, Self.server, client)
    }

    private mutating func check(_ head: [UInt8], _ body: CBOR?, _ from: SocketAddress, _ to: SocketAddress) {
        number += 1
        let bytes = head + (body.map { [0xFF] + $0.encoded() } ?? [])
        let datagram = DatagramRecord(
            number: number, time: Self.time(of: number), from: from, to: to, bytes: bytes, fate: .sent)
        watch.sent(datagram, byServer: from == Self.server)
    }

    private static func path(_ text: String, after number: Int) -> [UInt8] {
        text.split(separator: "/").enumerated().flatMap { option($0.offset == 0 ? 11 - number : 0, String($0.element)) }
    }

    fileprivate static func option(_ delta: Int, _ value: String) -> [UInt8] {
        let text = Array(value.utf8)
        let head = UInt8(delta) << 4
        return (text.count < 13 ? [head | UInt8(text.count)] : [head | 13, UInt8(text.count - 13)]) + text
    }
}

extension RequestFacts {
    /// Returns the facts of a request on the connection c.
    static func sample(
        _ method: UInt8, _ path: String, _ body: CBOR.Map = [:], at date: Int64 = 1000
    ) throws -> RequestFacts {
        let options = path.split(separator: "/").enumerated().flatMap {
            WireConversation.option($0.offset == 0 ? 11 : 0, String($0.element))
        }
        let frame = try #require(CoAPFrame([0x40, method, 0, 1] + options))
        let route = WireTables.route(frame.code, frame.path)
        var facts = RequestFacts(route, frame, body, at: MessageTime(order: 1, date: date))
        facts.connection = "c"
        return facts
    }
}

/// Bodies of the coordinator for such conversations.
enum SampleBody {
    /// A call of alice, with further fields.
    static func call(_ fields: CBOR.Map = [:]) -> CBOR {
        var call = fields
        call["cid"] = "default:x"
        call["created_at"] = .integer(Timestamp.virtualStart.milliseconds)
        call["created_by"] = ["id": "alice"]
        return .map(call)
    }

    /// An answer with a call, and with further fields beside it.
    static func answer(_ call: CBOR.Map = [:], _ fields: CBOR.Map = [:]) -> CBOR {
        var answer = fields
        answer["call"] = self.call(call)
        answer["as_of"] = 1
        answer["own_capabilities"] = ["read-call"]
        return .map(answer)
    }

    static func member(_ user: String, _ fields: CBOR.Map = [:]) -> CBOR {
        var member = fields
        member["user"] = ["id": .text(user)]
        return .map(member)
    }
}
