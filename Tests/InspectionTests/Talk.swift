import Wire

@testable import Inspection

/// Signalling between clients and servers, from which a test makes a capture.
struct Talk {
    static let alice = "127.1.0.1:50000"
    static let bob = "127.1.0.2:50000"
    static let coordinator = "127.0.0.1:5683"
    static let sfu = "127.0.1.1:5683"

    private(set) var capture = CaptureBytes()
    private var messageID: UInt16 = 100

    mutating func add(_ payload: [UInt8], from: String, to: String, at milliseconds: Int64) {
        capture.add(payload, from: from, to: to, at: milliseconds * 1_000_000)
    }

    /// A request of a client; answers its message, to be answered or sent again.
    @discardableResult
    mutating func request(
        _ code: CoAP.Code, _ path: String, from: String, to: String = coordinator, token: UInt8, observe: Bool = false,
        body: CBOR? = nil, at milliseconds: Int64
    ) -> CoAP.Message {
        messageID += 1
        var message = CoAP.Message(
            type: .confirmable, code: code, messageID: messageID, token: CoAP.Token([token]) ?? .empty)
        if observe { message.options.observe = 0 }
        message.options.uriPath = path.split(separator: "/").map(String.init)
        set(body, in: &message)
        add(message.encoded(), from: from, to: to, at: milliseconds)
        return message
    }

    /// A response in an acknowledgement.
    mutating func answer(
        _ request: CoAP.Message, _ code: CoAP.Code, from: String = coordinator, to: String, observe: UInt32? = nil,
        body: CBOR? = nil, at milliseconds: Int64
    ) {
        var message = CoAP.Message(
            type: .acknowledgement, code: code, messageID: request.messageID, token: request.token)
        message.options.observe = observe
        set(body, in: &message)
        add(message.encoded(), from: from, to: to, at: milliseconds)
    }

    /// A message of its own, confirmable, with the token of a request.
    @discardableResult
    mutating func notify(
        _ request: CoAP.Message, from: String = coordinator, to: String, observe: UInt32?, body: CBOR?,
        at milliseconds: Int64
    ) -> CoAP.Message {
        messageID += 1
        var message = CoAP.Message(
            type: .confirmable, code: .content, messageID: messageID, token: request.token)
        message.options.observe = observe
        set(body, in: &message)
        add(message.encoded(), from: from, to: to, at: milliseconds)
        return message
    }

    mutating func empty(
        _ type: CoAP.MessageType, _ message: CoAP.Message, from: String, to: String, at milliseconds: Int64
    ) {
        let empty = CoAP.Message(type: type, code: .empty, messageID: message.messageID)
        add(empty.encoded(), from: from, to: to, at: milliseconds)
    }

    private func set(_ body: CBOR?, in message: inout CoAP.Message) {
        guard let body else { return }
        message.options.contentFormat = CoAP.ContentFormat(rawValue: 60)
        message.payload = body.encoded()
    }

    static func events(_ types: (String, String)...) -> CBOR {
        .map([
            "first": 1,
            "events": .array(
                types.map { type, user in
                    .map(["type": .text(type), "call_cid": "default:standup", "user": .map(["id": .text(user)])])
                }),
        ])
    }
}

extension Talk {
    /// Alice rings Bob, whose acceptance gets lost once; a reset, a refusal, a malformed and an unanswered message.
    static func call() -> Talk {
        var talk = Talk()
        let first = talk.connect(alice, "alice", token: 1, at: 0)
        let second = talk.connect(bob, "bob", token: 2, at: 10)
        let ring = talk.request(
            .post, "video/call/default/standup", from: alice, token: 3,
            body: .map(["ring": true, "data": .map(["members": .array([.map(["user_id": "bob"])])])]), at: 100)
        talk.answer(ring, .created, to: alice, at: 100)
        let found = talk.notify(
            second, to: bob, observe: 2, body: events(("call.created", "alice"), ("call.ring", "alice")), at: 101)
        talk.empty(.acknowledgement, found, from: bob, to: coordinator, at: 101)
        let accept = talk.request(.post, "video/call/default/standup/accept", from: bob, token: 4, at: 1000)
        talk.add(accept.encoded(), from: bob, to: coordinator, at: 3200)
        talk.answer(accept, .changed, to: bob, at: 3200)
        talk.add(accept.encoded(), from: bob, to: coordinator, at: 3201)
        let entries = talk.notify(first, to: alice, observe: 2, body: events(("call.accepted", "bob")), at: 3202)
        talk.empty(.reset, entries, from: alice, to: coordinator, at: 3203)
        let unknown = talk.request(.get, "video/call/default/other", from: alice, token: 5, at: 4000)
        talk.answer(unknown, .notFound, to: alice, at: 4000)
        talk.add([0x4F, 1, 2, 3], from: alice, to: coordinator, at: 4100)
        talk.request(.post, "video/call/default/standup/mark_ended", from: alice, token: 6, at: 5000)
        return talk
    }

    private mutating func connect(_ host: String, _ user: String, token: UInt8, at time: Int64) -> CoAP.Message {
        let body: CBOR = .map(["user": .map(["id": .text(user)])])
        let request = request(.fetch, "video/connect", from: host, token: token, observe: true, body: body, at: time)
        answer(request, .content, to: host, observe: 1, body: Talk.events(("connection.ok", user)), at: time)
        return request
    }
}

enum CBORBytes {
    /// A token of the form that servers hand out, unsigned.
    static func claims(cid: String) -> [UInt8] {
        let claims: CBOR = .map(["call_cid": .text(cid)])
        return CBOR.tagged(17, .array([.bytes([]), .map([:]), .bytes(claims.encoded()), .bytes([])])).encoded()
    }
}
