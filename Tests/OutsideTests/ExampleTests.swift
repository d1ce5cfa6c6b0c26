import Foundation
import Testing

@Suite struct ExampleTests {
    @Test func `the example joins a call, prints its states, and leaves`() throws {
        let served = try Served()
        let token = try #require(served.tokens["alice"])
        let outcome = try Program(built: "JoinCall").run("\(served.coordinator)", "alice", token, "default:standup")
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                connected as alice
                calling state: joining
                calling state: inCall
                in the call: alice
                calling state: idle

                """)
    }

    @Test func `the example sees earlier participants of the call`() throws {
        let served = try Served()
        let example = Program(built: "JoinCall")
        let bob = try Running(
            example, ["\(served.coordinator)", "bob", try #require(served.tokens["bob"]), "default:standup", "60"])
        let inside = "in the call: bob"
        #expect(bob.read(until: inside).last == inside)
        let token = try #require(served.tokens["alice"])
        let outcome = try example.run("\(served.coordinator)", "alice", token, "default:standup")
        #expect(outcome.output.contains("in the call: alice, bob\n"))
    }

    @Test func `the example prints the reason of a failed join`() throws {
        let served = try Served()
        let outcome = try Program(built: "JoinCall").run("\(served.coordinator)", "alice", "00", "default:standup")
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("failed: "))
    }

    @Test func `the example is short`() throws {
        let file = House.root.appendingPathComponent("Examples/JoinCall/main.swift")
        #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count < 80)
    }
}
