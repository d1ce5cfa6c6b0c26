import Foundation
import Testing
import Wire

/// libcoap's command line as a client: its bodies are files, and its responses what it writes.
@Suite struct CoapClientTests {
    private let served: Served
    private let client: Program
    private let folder: Folder

    init() throws {
        served = try Served()
        folder = try Folder()
        client = try #require(
            Program(installed: "coap-client-notls", "coap-client", "coap-client-openssl", "coap-client-gnutls"),
            "there is no coap-client, of Debian's package libcoap3-bin: run Scripts/setup tests")
    }

    private func uri(_ path: String, _ query: String = "") -> String { "coap://\(served.coordinator)/\(path)\(query)" }

    private func file(_ body: CBOR, _ name: String) throws -> String { try folder.write(body.encoded(), to: name) }

    /// Lets a client follow the events of a user; it writes them as they come.
    ///
    /// The requests of the user's connection must come from the same port.
    private func follow(_ user: String, at port: UInt16) throws -> Running {
        let body: CBOR = ["token": .bytes(try served.token(user)), "user": ["id": .text(user)]]
        let file = try file(body, user)
        return try Running(
            client,
            ["-p", "\(port)", "-m", "fetch", "-t", "60", "-f", file, "-s", "60", "-o", "-", uri("video/connect")])
    }

    /// Returns the events that a client has written, once there is an event of that type.
    private func events(_ client: Running, until type: String) throws -> [CBOR.Map] {
        let bytes = client.read { events(in: $0).contains { $0["type"]?.text == type } }
        return events(in: bytes)
    }

    /// The events in batches that follow one another, the last of them perhaps not whole yet.
    private func events(in bytes: [UInt8]) -> [CBOR.Map] {
        var events: [CBOR.Map] = []
        var start = 0
        for end in 0...bytes.count where end > start {
            guard let batch = try? CBOR(decoding: bytes[start..<end]) else { continue }
            events += batch.map?["events"]?.array?.compactMap(\.map) ?? []
            start = end
        }
        return events
    }

    /// The response to a request, as the client writes it.
    private func answer(at port: UInt16, _ words: String...) throws -> CBOR.Map {
        let output = folder.url.appendingPathComponent("answer")
        let words = ["-p", "\(port)"] + words.dropLast() + ["-o", output.path] + words.suffix(1)
        var bytes: [UInt8] = []
        // On a busy machine the client repeats a request, and then takes the second response for the last block.
        for _ in 1...3 where (try? CBOR(decoding: bytes)) == nil {
            let outcome = try client.run(words)
            #expect(outcome.status == 0, "\(outcome.errors)")
            bytes = Array(try Data(contentsOf: output))
        }
        return try #require(try CBOR(decoding: bytes).map)
    }

    @Test func `it fetches a call and follows its events`() throws {
        let port = try Outsider().freePort()
        let (alice, bob) = (try follow("alice", at: port), try follow("bob", at: 0))
        let connected = try events(alice, until: "connection.ok")
        let connection = try #require(connected.first?["connection_id"]?.text)
        #expect(try events(bob, until: "connection.ok").first?["me"]?.map?["id"] == "bob")

        let ring = try file(["data": ["members": [["user_id": "bob"]]], "ring": true], "ring")
        let query = "?connection_id=\(connection)"
        let call = uri("video/call/default/standup", query)
        let made = try answer(at: port, "-m", "post", "-t", "60", "-f", ring, call)
        #expect(made["created"] == true)
        let received = try events(bob, until: "call.ring")
        #expect(received.compactMap { $0["type"]?.text } == ["connection.ok", "call.created", "call.ring"])
        #expect(received.last?["user"]?.map?["id"] == "alice")

        let read = try answer(at: port, "-m", "get", call)
        #expect(read["call"]?.map?["cid"] == "default:standup")
        let members = read["members"]?.array?.compactMap { $0.map?["user"]?.map?["id"]?.text }
        #expect(members == ["alice", "bob"])

        _ = try client.run("-p", "\(port)", "-m", "post", uri("video/call/default/standup/mark_ended", query))
        #expect(try events(bob, until: "call.ended").last?["type"] == "call.ended")
        alice.kill()
        bob.kill()
        #expect(served.end().status == 0)
    }

    @Test func `it discovers the resources of both servers in the link format`() throws {
        let all = try client.run(["-m", "get", uri(".well-known/core")]).output
        #expect(
            all.contains("</video/connect>;rt=\"rollcall.connect\";ct=60;obs,</video/call>;rt=\"rollcall.call\";ct=60"))
        let some = try client.run(["-m", "get", uri(".well-known/core", "?rt=rollcall.c*")]).output
        #expect(some.contains("</video/connect>") && !some.contains("</video/calls>"), "\(some)")
        let sfu = try client.run(["-m", "get", "coap://\(served.sfu)/.well-known/core"]).output
        #expect(sfu.contains("</sfu/join>;rt=\"rollcall.join\";ct=60;obs,</sfu/leave>"), "\(sfu)")
    }

    @Test func `it sends and fetches long bodies in blocks of its own size`() throws {
        let port = try Outsider().freePort()
        let alice = try follow("alice", at: port)
        let connection = try #require(try events(alice, until: "connection.ok").first?["connection_id"]?.text)
        let call = uri("video/call/default/long", "?connection_id=\(connection)")
        let text = String(repeating: "all work and no play ", count: 200)
        let body = try file(["data": ["custom": ["text": .text(text)]]], "long")
        let made = try answer(at: port, "-m", "post", "-t", "60", "-b", "256", "-f", body, call)
        #expect(made["call"]?.map?["custom"]?.map?["text"] == .text(text))
        let read = try answer(at: port, "-m", "get", "-b", "64", call)
        #expect(read["call"]?.map?["custom"]?.map?["text"] == .text(text))
    }
}
