import Foundation
import ProgramTesting
import Testing

/// The order of sockets and timers that are ready at one instant, as a scenario sets it.
@Suite struct ServiceOrderTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    /// Writes a ring of three callees with an order.
    private func writeScenario(order: String, expecting expectation: String) throws {
        try folder.write(
            """
            id: A-1
            name: Three callees accept
            participants: [alice, bob, carol, dan]
            settings: {order: \(order)}
            network: {latency: 20ms}
            steps:
              - alice: ring
                call: default:standup
                members: [bob, carol, dan]
              - wait: 1s
              - bob, carol, dan: accept
              - within: 1s
                expect: {\(expectation)}
            """, to: "a.yaml")
    }

    /// Runs that ring, and returns the lines of its journal without those of steps.
    private func journal(order: String) throws -> [Substring] {
        try writeScenario(order: order, expecting: "everyone.callingState: inCall")
        let outcome = try rollcall.run("run", "a.yaml")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        return try folder.text(of: ".rollcall/A-1/journal.ndjson").split(separator: "\n").filter { line in
            !line.contains(#""kind":"step""#)
        }
    }

    private func choices(in journal: [Substring]) throws -> [String] {
        try journal.filter { $0.contains(#""name":"choice""#) }.map { line in
            let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let attributes = try #require(entry["attributes"] as? [String: Any])
            let (number, value) = (attributes["number"] as? Int, attributes["value"] as? Int)
            return "\(try #require(number)): \(try #require(value))"
        }
    }

    @Test func `the choices of a seed, written out, give the same run`() throws {
        let drawn = try journal(order: "7")
        let choices = try choices(in: drawn)
        #expect(choices.count > 10)
        #expect(try journal(order: "{\(choices.joined(separator: ", "))}") == drawn)
        #expect(try journal(order: "{\(choices.dropLast().joined(separator: ", "))}") != drawn)
    }

    @Test func `a run in the usual order has no choice in its journal`() throws {
        #expect(try choices(in: try journal(order: "0")).isEmpty)
    }

    @Test func `shrinking finds the choice that matters, and names what came first`() throws {
        try writeScenario(order: "5", expecting: "alice.rosterOrder: \"alice bob carol dan\"")
        _ = try rollcall.run("shrink", "a.yaml", "--out", "small.yaml")
        let small = try folder.text(of: "small.yaml")
        #expect(small.contains(try Regex(#"settings: \{order: \{[0-9]+: [0-9]\}\}"#)), "\(small)")
        #expect(small.contains(try Regex("# At [0-9.]+ s the socket of [a-z]+ comes first, of 3 that are ready.")))
    }

    @Test(arguments: [
        ("{900000: 1}", "A-1: choice 900000 of `order` has no effect: the run made "),
        ("{1: 900}", "A-1: choice 1 of `order` is among "),
    ])
    func `a choice that the run does not come to, or cannot take, is a note`(_ order: String, _ note: String) throws {
        _ = try journal(order: order)
        let outcome = try rollcall.run("run", "a.yaml")
        let said = outcome.output + outcome.errors
        #expect(outcome.status == 0 && said.contains(note), "\(said)")
    }
}
