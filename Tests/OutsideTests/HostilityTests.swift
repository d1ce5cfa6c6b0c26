import Chance
import Testing
import Wire

@Suite struct HostilityTests {
    private let served: Served
    private var generator = SeededGenerator(seed: 8)

    init() throws {
        served = try Served()
    }

    /// A newcomer on a new socket makes a call, and the service ends in good order.
    private func requireService(after count: (String, Int) = ("requests", 1)) throws {
        #expect(served.program.isRunning)
        let newcomer = try Outsider()
        let query = try newcomer.connect("carol", to: served)
        let path = ["video", "call", "default", "afterwards"]
        let response = try newcomer.ask(
            newcomer.message(.post, path, query: [query], [:]), served.coordinator)
        #expect(response.code.isSuccess)
        let outcome = served.end()
        #expect(outcome.status == 0, "\(outcome.errors)")
        // The hostile datagrams reached the server.
        let (what, least) = count
        let words = outcome.output.split(whereSeparator: \.isWhitespace)
        let place = try #require(words.lastIndex { $0.hasPrefix(what) })
        #expect(try #require(Int(words[place - 1])) >= least, "\(outcome.output.suffix(100))")
    }

    @Test func `a connection continues from another port after its token was presented there`() throws {
        let before = try Outsider()
        let query = try before.connect("alice", to: served)
        let after = try Outsider()
        let path = ["video", "call", "default", "moved"]
        let refused = try after.ask(after.message(.post, path, query: [query], [:]), served.coordinator)
        #expect(refused.code == .unauthorized)
        let id = String(query.dropFirst("connection_id=".count))
        let body: CBOR = [
            "token": .bytes(try served.token("alice")), "user": ["id": "alice"], "resume": .text(id), "last_event": 1,
        ]
        let resumed = try after.ask(
            after.message(.fetch, ["video", "connect"], observe: true, body), served.coordinator)
        let welcome = resumed.body.map?["events"]?.array?.first?.map
        #expect(welcome?["connection_id"]?.text == id)
        #expect(welcome?["resumed"] == true)
        let made = try after.ask(after.message(.post, path, query: [query], [:]), served.coordinator)
        #expect(made.code == .created)
        #expect(made.body.map?["call"]?.map?["created_by"]?.map?["id"] == "alice")
        try requireService()
    }

    @Test mutating func `random bytes disturb no call`() throws {
        let stranger = try Outsider()
        for number in 1...20_000 {
            let length = Int.random(in: 0...(number % 10 == 0 ? 1_400 : 40), using: &generator)
            var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            // Half of them look like CoAP of a usual token length, to get past the first byte.
            if number % 2 == 0, length > 0 { bytes[0] = 0x40 | bytes[0] & 0x30 | bytes[0] % 9 }
            stranger.send(bytes, to: number % 3 == 0 ? served.sfu : served.coordinator)
            if number % 100 == 0 {
                try Outsider().settle(with: served.coordinator)
                try Outsider().settle(with: served.sfu)
            }
        }
        try requireService(after: ("datagrams", 10_000))
    }

    @Test mutating func `valid requests with bits flipped, cut or repeated disturb no call`() throws {
        let attacker = try Outsider()
        let templates = try templates(attacker)
        for number in 1...20_000 {
            let template = templates[number % templates.count]
            var bytes = template.encoded()
            // The message ID and token differ, lest deduplication keep it from being looked at.
            bytes[2] = UInt8.random(in: 0...255, using: &generator)
            bytes[3] = UInt8.random(in: 0...255, using: &generator)
            damage(&bytes, sparing: number % 2 == 0 ? bytes.count - template.payload.count : 0)
            let isForSFU = template.options.uriPath.first == "sfu"
            attacker.send(bytes, to: isForSFU != (number % 50 == 0) ? served.sfu : served.coordinator)
            if number % 100 == 0 {
                try Outsider().settle(with: served.coordinator)
                try Outsider().settle(with: served.sfu)
            }
        }
        try requireService(after: ("requests", 5_000))
    }

    @Test func `every wrong request gets the problem and the correction`() throws {
        let client = try Outsider()
        let query = try client.connect("alice", to: served)
        let call = ["video", "call", "default", "target"]
        _ = try client.ask(client.message(.post, call, query: [query], [:]), served.coordinator)
        let posts = [
            "join", "ring", "reject", "event", "block", "unblock", "kick", "mute_users", "pin", "unpin", "members",
            "user_permissions", "request_permission", "go_live", "stop_live", "recordings/raw/start", "rtmp_broadcasts",
            "start_transcription", "stop_transcription", "start_closed_captions", "delete", "reaction", "feedback",
        ]
        var wrong: [(CoAP.Code, [String])] = posts.map { path in
            (.post, call + path.split(separator: "/").map(String.init))
        }
        wrong += ["calls", "devices", "guest"].map { (.post, ["video", $0]) }
        wrong += [(.patch, call), (.post, ["video", "call", "members"]), (.fetch, ["video", "connect"])]
        wrong += ["join", "leave", "health", "set_publisher", "update_mute_states", "send_stats"].map {
            ($0 == "join" ? .fetch : .post, ["sfu", $0])
        }
        for (code, path) in wrong {
            let server = path.first == "sfu" ? served.sfu : served.coordinator
            for body: CBOR in [5, ["text"], Self.allWrong] {
                let response = try client.ask(
                    client.message(code, path, query: [query], observe: code == .fetch, body), server)
                let place = "\(path.joined(separator: "/")) \(body.diagnostic.prefix(20))"
                #expect(response.code == .badRequest, "\(place): \(response.code)")
                #expect(response.body.map?["code"]?.integer == 4, "\(place)")
                #expect(response.body.map?["message"]?.text?.isEmpty == false, "\(place)")
                #expect(response.body.map?["advice"]?.text?.isEmpty == false, "\(place)")
            }
        }
        try requireService(after: ("requests", wrong.count * 3))
    }

    /// Each field that any request has, as a number or a text where it is something else.
    private static let allWrong: CBOR = [
        "create": 1, "members_ids": 1, "reason": 1, "custom": 1, "user_id": 1, "block": 1, "user_ids": 1,
        "session_id": 1,
        "update_members": 1, "grant_permissions": 1, "permissions": 1, "start_hls": 1, "continue_hls": 1,
        "recording_external_storage": 1, "broadcasts": 1, "language": 1, "stop_closed_captions": 1, "hard": 1,
        "type": 1,
        "rating": "good", "filter": 1, "id": 1, "user": 1, "settings_override": 1, "token": 1,
    ]

    /// Flips some bits behind the first `head` bytes, and at times cuts or doubles the rest.
    private mutating func damage(_ bytes: inout [UInt8], sparing head: Int) {
        guard head < bytes.count else { return }
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            bytes[Int.random(in: head..<bytes.count, using: &generator)] ^=
                1 << UInt8.random(in: 0...7, using: &generator)
        }
        switch Int.random(in: 0...9, using: &generator) {
        case 0: bytes.removeLast(Int.random(in: 1...(bytes.count - head), using: &generator))
        case 1: bytes += bytes.suffix(Int.random(in: 1...(bytes.count - head), using: &generator))
        default: break
        }
    }

    /// A request of each kind, as a user who is let in would send it.
    private func templates(_ client: Outsider) throws -> [CoAP.Message] {
        let query = try client.connect("alice", to: served)
        let call = ["video", "call", "default", "target"]
        let connect: CBOR = [
            "token": .bytes(try served.token("alice")), "user": ["id": "alice", "custom": ["a": 1.5]],
        ]
        let create: CBOR = [
            "data": [
                "members": [["user_id": "bob", "role": "host"]], "custom": ["list": [1, -2, .null, [true]]],
                "settings_override": ["ring": ["auto_cancel_timeout_ms": 5_000]], "starts_at": 1_767_225_600_000,
            ], "ring": true, "notify": true, "video": true,
        ]
        let joined = try client.ask(
            client.message(.post, call + ["join"], query: [query], ["create": true]), served.coordinator)
        let credentials = try #require(joined.body.map?["credentials"]?.map?["token"])
        let enter: CBOR = ["token": credentials, "session_id": "stay", "strategy": 2, "previous_session_id": "old"]
        let requests: [(CoAP.Code, [String], CBOR)] = [
            (.fetch, ["video", "connect"], connect), (.post, call, create), (.get, call, .null),
            (.post, call + ["join"], create), (.post, call + ["ring"], ["members_ids": ["bob"]]),
            (.post, call + ["accept"], [:]), (.post, call + ["reject"], ["reason": "busy"]),
            (.post, call + ["event"], ["custom": ["deep": [[[[1]]]]]]), (.post, call + ["block"], ["user_id": "bob"]),
            (.post, call + ["unblock"], ["user_id": "bob"]), (.fetch, ["sfu", "join"], enter),
            (.post, ["sfu", "health"], ["session_id": "stay"]), (.post, ["sfu", "leave"], ["session_id": "stay"]),
        ]
        return requests.flatMap { code, path, body in
            var message = client.message(code, path, query: [query], observe: code == .fetch, body)
            let whole = message
            message.options.block1 = CoAP.Block(number: 0, hasMore: true, size: .bytes64)
            message.options.block2 = CoAP.Block(number: 1, hasMore: false, size: .bytes16)
            message.payload = Array(message.payload.prefix(64))
            return [whole, message]
        }
    }
}
