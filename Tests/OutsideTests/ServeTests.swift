import Foundation
import Testing
import Wire

@Suite struct ServeTests {
    private let rollcall = Program(built: "rollcall")

    private func refusal(ofUsers text: String) throws -> Program.Outcome {
        let folder = try Folder()
        return try rollcall.run("serve", "--users", try folder.write(text.utf8, to: "users.yaml"))
    }

    @Test func `without a users file there are alice, bob and carol, on loopback`() throws {
        let served = try Served()
        #expect(served.tokens.keys.sorted() == ["alice", "bob", "carol"])
        #expect(served.coordinator.host == HostAddress(127, 0, 0, 1))
        #expect(served.sfu == SocketAddress(host: HostAddress(127, 0, 1, 1), port: served.coordinator.port))
    }

    @Test func `the users of the file get tokens, and their names and roles are known`() throws {
        let folder = try Folder()
        let file = try folder.write("- dora\n- {id: emil, name: Emil E., role: admin}\n".utf8, to: "users.yaml")
        let served = try Served("--users", file)
        #expect(served.tokens.keys.sorted() == ["dora", "emil"])
        let emil = try Outsider()
        let body: CBOR = ["token": .bytes(try served.token("emil")), "user": ["id": "emil"]]
        let response = try emil.ask(
            emil.message(.fetch, ["video", "connect"], observe: true, body), served.coordinator)
        let me = response.body.map?["events"]?.array?.first?.map?["me"]?.map
        #expect(me?["name"] == "Emil E.")
        #expect(me?["role"] == "admin")
    }

    @Test func `with --require-proof a client without the printed key is refused`() throws {
        let served = try Served("--require-proof")
        #expect(served.key.count == 64 && served.key.allSatisfy(\.isHexDigit))
        let bob = try Outsider()
        let body: CBOR = ["token": .bytes(try served.token("bob")), "user": ["id": "bob"]]
        let response = try bob.ask(
            bob.message(.fetch, ["video", "connect"], observe: true, body), served.coordinator)
        #expect(response.code == .unauthorized)
        #expect(response.body.map?["code"] == 53)
    }

    @Test(arguments: ["text", "json"]) func `each request has a line in the log`(_ format: String) throws {
        let served = try Served("--log", format)
        let alice = try Outsider()
        _ = try alice.ask(alice.message(.get, ["nothing"], nil), served.coordinator)
        let outcome = served.end()
        let line = try #require(outcome.errors.split(separator: "\n").last.map(String.init))
        #expect(
            line.contains(format == "json" ? "\"kind\":\"request\",\"route\":\"GET /nothing\"" : "GET /nothing"),
            "\(line)")
        #expect(line.contains("4.04 Not Found"), "\(line)")
    }

    @Test func `a capture has the datagrams of clients and servers`() throws {
        let folder = try Folder()
        let file = try folder.write([UInt8](), to: "served.pcap")
        let served = try Served("--capture", file)
        let alice = try Outsider()
        _ = try alice.ask(alice.message(.get, ["nothing"], nil), served.coordinator)
        #expect(served.end().status == 0)
        let outcome = try rollcall.run("inspect", file, "--packets")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("GET /nothing"), "\(outcome.output)")
        #expect(outcome.output.contains("4.04"), "\(outcome.output)")
    }

    @Test func `the calls are listed, and listed again when they change`() throws {
        let served = try Served("--calls")
        _ = served.program.read { String(decoding: $0, as: UTF8.self).contains("  no calls\n") }
        let alice = try Outsider()
        let query = try alice.connect("alice", to: served)
        let path = ["video", "call", "default", "listed"]
        _ = try alice.ask(alice.message(.post, path, query: [query], [:]), served.coordinator)
        let line = "  default:listed  idle, with alice"
        #expect(served.program.read(until: line).contains(line))
        #expect(served.end().status == 0)
    }

    @Test func `a capture does not overwrite the users`() throws {
        let folder = try Folder()
        let file = try folder.write("- alice\n".utf8, to: "users.yaml")
        let outcome = try rollcall.run("serve", "--users", file, "--capture", file)
        #expect(outcome.status == 64 && outcome.errors.contains("would overwrite the users"), "\(outcome.errors)")
    }

    @Test(arguments: [SIGINT, SIGTERM]) func `a signal ends it in good order`(_ signal: Int32) throws {
        let served = try Served()
        if signal == SIGINT { served.program.interrupt() } else { served.program.terminate() }
        let outcome = served.program.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.hasSuffix("ended after 0 requests, 0 events, 0 datagrams that were not CoAP messages\n"))
    }

    @Test(arguments: [
        (["--address", "10.0.0.1"], "give --expose too"),
        (["--address", "localhost"], "--address needs an IPv4 address such as 127.0.0.1, and is `localhost`"),
        (["--address", "0.0.0.0", "--expose"], "--address needs one address of this machine"),
        (["--port", "70000"], "--port needs a whole number from 0 to 65535, and is `70000`"),
        (["--address", "10.0.0.1", "--expose", "--port", "65535"], "--port can be 65534 at most"),
        (["--address", "10.0.0.1", "--expose"], "give --users too"),
        (["users.yaml"], "it takes options only"),
        (["--log", "xml"], "--log can be text, json or off, and is `xml`"),
    ]) func `wrong usage is status 64, with the correction`(_ words: [String], _ message: String) throws {
        let outcome = try rollcall.run(["serve"] + words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("- alice\n- {id: bob, rol: admin}", "users.yaml:2:13: error: a user has no `rol`"),
        ("- {name: Bob}", "users.yaml:1:3: error: a user needs an id"),
        ("- alice\n- alice", "users.yaml:2:3: error: there are two users with the id `alice`"),
        ("- {id: bob, role: king}", "users.yaml:1:19: error: there is no role `king`"),
        ("- a b", "users.yaml:1:3: error: this cannot be an id"),
        ("- [alice]", "users.yaml:1:3: error: the id must be a text, and this is a list"),
        ("alice: bob", "users.yaml:1:1: error: the users must be a list, and this is a mapping"),
        ("[]", "users.yaml:1:1: error: there are no users in it"),
        ("- [", "users.yaml:1:4: error: not YAML"),
        ("", "users.yaml:1:1: error: there is nothing in it"),
    ]) func `a bad users file is status 65, with the place and the correction`(
        _ text: String, _ message: String
    ) throws {
        let outcome = try refusal(ofUsers: text)
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `its help describes each option and the output`() throws {
        let outcome = try rollcall.run("serve", "--help")
        #expect(outcome.status == 0)
        for word in ["--address A", "--port P", "--users FILE", "--expose", "token alice", "`ready`", "SIGTERM"] {
            #expect(outcome.output.contains(word), "\(word) in \(outcome.output)")
        }
    }

    @Test func `a users file that cannot be read is status 65`() throws {
        let outcome = try rollcall.run("serve", "--users", "/nowhere/users.yaml")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("/nowhere/users.yaml cannot be read: No such file or directory"))
    }

    @Test func `a port that is taken is status 2, with advice`() throws {
        let served = try Served()
        let outcome = try rollcall.run("serve", "--port", "\(served.coordinator.port)")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("another process has it"))
    }

    @Test func `tokens of one service are worth nothing to another`() throws {
        let (one, other) = (try Served(), try Served())
        let alice = try Outsider()
        let body: CBOR = ["token": .bytes(try one.token("alice")), "user": ["id": "alice"]]
        let response = try alice.ask(
            alice.message(.fetch, ["video", "connect"], observe: true, body), other.coordinator)
        #expect(response.code == .unauthorized)
    }
}
