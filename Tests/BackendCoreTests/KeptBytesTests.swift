import Signaling
import Testing
import Wire

@testable import BackendCore

@Suite struct KeptBytesTests {
    @Test func `values are counted with what surrounds them`() {
        let rows: [(CBOR, Int)] = [
            (.text("abc"), 35), (.bytes([1, 2]), 34), (.integer(7), 32), (.boolean(true), 32), (.null, 32),
            (.array([]), 64), (.array([.integer(1), .text("a")]), 129), (.tagged(1, .integer(1)), 96),
            (.map([:]), 0), (.map(["ab": .text("c")]), 227),
        ]
        for (value, count) in rows { #expect(value.keptBytes == count, "\(value)") }
    }

    @Test func `users, devices and members are counted with their texts`() {
        var user = User(id: "bob")
        #expect(user.keptBytes == 518)
        (user.name, user.image, user.custom) = ("Robert", "x.png", ["a": .text("b")])
        #expect(user.keptBytes == 752)
        var device = Device { $0.id = "phone" }
        #expect(device.keptBytes == 261)
        device.pushProviderName = "own"
        #expect(device.keptBytes == 264)
        var member = Member { $0.user = user }
        #expect(member.keptBytes == 256)
        (member.role, member.custom) = ("host", ["a": .text("b")])
        #expect(member.keptBytes == 486)
    }

    @Test func `a text in a body has a limit, wherever it is but in custom data`() {
        let (most, more) = (String(repeating: "a", count: 4096), String(repeating: "a", count: 4097))
        let rows: [(CBOR.Map, String?)] = [
            (["t": .text(most)], nil),
            (["t": .text(more)], "t is 4097 bytes long"),
            (["t": .bytes(Array(repeating: 0, count: 4096))], nil),
            (["t": .bytes(Array(repeating: 0, count: 4097))], "t is 4097 bytes long"),
            (["t": .array([.text(most), .text(more)])], "t[1] is 4097 bytes long"),
            (["t": .map(["u": .text(more)])], "t.u is 4097 bytes long"),
            (["t": .tagged(40, .text(more))], "t is 4097 bytes long"),
            ([.text(most): .integer(1)], nil),
            ([.text(more): .integer(1)], "a key is 4097 bytes long"),
            (["custom": .map(["t": .text(more)])], nil),
            (["t": .map(["custom": .text(more)])], nil),
            (["next": .text(more), "prev": .text(more)], nil),
            (["t": .map(["next": .text(more)])], "t.next is 4097 bytes long"),
        ]
        for (body, message) in rows {
            let request = ServerRequest(
                method: .post, path: [], payload: CBOR.map(body).encoded(),
                peer: SocketAddress(host: HostAddress(127, 0, 0, 1), port: 9))
            do throws(APIError) {
                try request.checkTexts()
                #expect(message == nil)
            } catch {
                #expect(error.message == message && error.responseCode == .requestEntityTooLarge)
                #expect(error.advice == "at most 4096 bytes are taken")
            }
        }
    }

    @Test func `a stranger's body of 64 KiB is accepted, and one byte more is refused`() {
        let peer = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 9)
        for (count, message) in [(65_536, nil), (65_537, "the body is 65537 bytes long")] {
            let body = [UInt8](repeating: 0, count: count)
            let request = ServerRequest(method: .post, path: [], payload: body, peer: peer)
            do throws(APIError) {
                try request.checkSize()
                #expect(message == nil)
            } catch {
                #expect(error.message == message)
            }
        }
    }

    @Test func `a query is found by its whole name`() {
        let peer = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 9)
        let rows: [([String], String?)] = [
            ([], nil), (["id"], nil), (["idx5"], nil), (["ide=5"], nil), (["xid=5"], nil), (["id=5"], "5"),
            (["id="], ""), (["id=5=6"], "5=6"), (["jd=4", "id=5", "id=6"], "5"),
        ]
        for (query, value) in rows {
            #expect(ServerRequest(method: .get, path: [], query: query, peer: peer).query("id") == value)
        }
    }
}
