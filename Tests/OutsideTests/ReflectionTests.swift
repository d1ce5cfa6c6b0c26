import Testing
import Wire

/// An address that is not proved receives at most three times the bytes that came from it.
@Suite struct ReflectionTests {
    private static let paths =
        [
            "", "nowhere", "video", "video/connect", "video/calls", "video/devices", "video/guest", "video/edges",
            "video/call/members", "video/call/stats", "video/call/default/a", "sfu", "sfu/join", "sfu/leave",
            "sfu/health", "sfu/set_publisher", "sfu/update_mute_states", "sfu/update_subscriptions",
            "sfu/send_stats", String(repeating: "long/", count: 50),
        ]
        + [
            "join", "ring", "accept", "reject", "mark_ended", "event", "block", "unblock", "kick", "mute_users", "pin",
            "unpin", "members", "user_permissions", "request_permission", "go_live", "stop_live", "delete", "reaction",
        ].map { "video/call/default/a/\($0)" }

    /// Every method on a path, with the options that make answers long.
    private func requests(_ path: String, _ client: Outsider) -> [CoAP.Message] {
        let segments = path.split(separator: "/").map(String.init)
        return (1...7).flatMap { detail in
            let code = CoAP.Code(rawValue: UInt8(detail))
            let plain = client.message(code, segments)
            var tokenless = client.message(code, segments)
            tokenless.token = .empty
            var block = client.message(code, segments, ["text"])
            block.options.block2 = CoAP.Block(number: 1, hasMore: false, size: .bytes1024)
            var part = client.message(code, segments, observe: true, ["id": "stranger"])
            part.options.block1 = CoAP.Block(number: 0, hasMore: true, size: .bytes16)
            var careless = client.message(code, segments, observe: true, [:])
            careless.type = .nonConfirmable
            return [plain, tokenless, block, part, careless]
        }
    }

    @Test func `no route of any server answers a stranger with more than three times its bytes`() throws {
        let served = try Served()
        let client = try Outsider()
        for server in [served.coordinator, served.sfu] {
            for path in Self.paths {
                for request in requests(path, client) {
                    let bytes = request.encoded()
                    let back = try client.bytesBack(for: [bytes, bytes, bytes], from: server)
                    #expect(back <= 9 * bytes.count, "\(request.code) /\(path): \(bytes.count) B gave \(back) B")
                }
            }
        }
        let outcome = served.end()
        #expect(outcome.output.contains("ended after 0 requests"), "nothing got to the servers' rules")
    }

    @Test func `four bytes that repeat a message get no answer of another one`() throws {
        let served = try Served()
        let client = try Outsider()
        let guest = client.message(.post, ["video", "guest"], ["user": ["id": "eve"]])
        client.send(guest.encoded(), to: served.coordinator)
        let id = guest.messageID
        let duplicate: [UInt8] = [0x40, 2, UInt8(id >> 8), UInt8(id & 255)]
        let back = try client.bytesBack(for: Array(repeating: duplicate, count: 100), from: served.coordinator)
        #expect(back <= 3 * (guest.encoded().count + 400))
    }
}
