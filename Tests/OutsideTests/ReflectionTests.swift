import Signaling
import Testing
import Wire

/// An address that is not proved receives at most three times the bytes that came from it.
@Suite struct ReflectionTests {
    /// The paths of all routes, from the tables that the servers use, and paths without a route.
    private static let paths: [[String]] = {
        let cid = CallCid(type: "default", id: "a")
        let calls = CallAction.allCases.map { CoordinatorRoute.call(cid, $0).path }
        let egress = EgressAction.all.map { CoordinatorRoute.egress(cid, $0).path }
        let clients = ClientAction.allCases.map { CoordinatorRoute.client($0).path }
        let others = [
            CoordinatorRoute.connect.path, [".well-known", "core"], [], ["nowhere"], ["video"], ["sfu"],
            Array(repeating: "long", count: 50),
        ]
        return Set(calls + egress + clients + SFURoute.allCases.map(\.path) + others)
            .sorted { $0.joined(separator: "/") < $1.joined(separator: "/") }
    }()

    /// Every method on a path, with the options that make answers long.
    private func requests(_ segments: [String], _ client: Outsider) -> [CoAP.Message] {
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
        #expect(Self.paths.count >= 60)
        let served = try Served()
        let client = try Outsider()
        for server in [served.coordinator, served.sfu] {
            for path in Self.paths {
                for request in requests(path, client) {
                    let bytes = request.encoded()
                    let back = try client.bytesBack(for: [bytes, bytes, bytes], from: server)
                    #expect(
                        back <= 9 * bytes.count,
                        "\(request.code) /\(path.joined(separator: "/")): \(bytes.count) B gave \(back) B")
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
