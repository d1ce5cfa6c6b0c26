import Foundation
import Testing

/// Two clients in another language, on other people's CoAP and CBOR.
@Suite struct PythonClientTests {
    private let served: Served
    private let python: Program
    private let talk = House.root.appendingPathComponent("Examples/python/talk.py").path

    init() throws {
        served = try Served()
        let path = House.scratch.appendingPathComponent("python/bin/python3")
        let isThere = FileManager.default.isExecutableFile(atPath: path.path)
        try #require(isThere, "there is no Python with aiocoap and cbor2 at \(path.path): run Scripts/setup tests")
        python = Program(at: path)
    }

    private func words(_ user: String, _ words: String...) throws -> [String] {
        ["-B", talk, "\(served.coordinator)", user, try #require(served.tokens[user])] + words
    }

    @Test func `two users ring, accept, join, receive each other's audio, and leave`() throws {
        let bob = try Running(python, try words("bob", "answer"))
        let ready = "connected as bob"
        try #require(bob.read(until: ready).last == ready)
        let alice = try Running(python, try words("alice", "ring", "default:standup", "bob"))
        let (caller, callee) = (alice.outcome(), bob.outcome())
        #expect(caller.errors.isEmpty)
        #expect(
            caller.output == """
                connected as alice
                rings bob
                bob accepted
                joined default:standup
                sees bob
                received: hello from bob
                left
                disconnected

                """)
        #expect(callee.errors.isEmpty)
        #expect(
            callee.output == """
                connected as bob
                rung by alice
                joined default:standup
                sees alice
                received: hello from alice
                left
                disconnected

                """)
        #expect(served.end().status == 0)
    }

    @Test func `a refusal contains the problem`() throws {
        let stranger = try python.run(
            ["-B", talk, "\(served.coordinator)", "bob", try #require(served.tokens["alice"]), "answer"])
        #expect(stranger.status != 0)
        #expect(stranger.errors.contains("rollcall.Refusal: 4.01"), "\(stranger.errors)")
    }
}
