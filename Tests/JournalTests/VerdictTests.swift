import Testing
import Timing

@testable import Journal

@Suite struct VerdictTests {
    private var failed: Verdict {
        var failure = Verdict.Failure("bob is not in the call")
        failure.step = 3
        failure.line = 12
        failure.column = 7
        failure.frame = "12 | x\n   | ^"
        failure.expected = "inCall"
        failure.actual = "joining"
        failure.participants = [
            .init(
                participant: "bob", callingState: "joining", since: Instant(nanoseconds: 1_234_567_891),
                details: [.init("roster", ["bob", 1, true, nil])]),
            .init(participant: "alice", callingState: "idle", since: nil),
        ]
        failure.datagrams = ["#1"]
        failure.lastEntries = ["{}"]
        failure.output = ["Fatal error: \"x\""]
        failure.replay = "rollcall run a.yaml --seed 5"
        var verdict = Verdict(
            .failed, id: "R-1", name: "n", file: "a.yaml", seed: .max, covers: ["A", "B"], failure: failure)
        verdict.virtualSeconds = 30.25
        verdict.wallSeconds = 0.004
        verdict.datagramsSent = 10
        verdict.datagramsCaptured = 9
        verdict.capture = "namespace"
        verdict.payloadDigest = "00ff00ff00ff00ff"
        verdict.notes = ["note"]
        return verdict
    }

    @Test func `a verdict that is written is read back whole`() throws {
        #expect(Verdict(try JSON(parsing: failed.json)) == failed)
        let passed = Verdict(.passed, id: "R-2", name: "n", file: "f", seed: 0)
        #expect(Verdict(try JSON(parsing: passed.json)) == passed)
    }

    @Test(arguments: Verdict.Kind.allCases) func `every kind is read back`(_ kind: Verdict.Kind) throws {
        let verdict = Verdict(kind, id: "R-2", name: "n", file: "f", seed: 0)
        #expect(Verdict(try JSON(parsing: verdict.json))?.kind == kind)
    }

    @Test func `a verdict is bad unless it passed or could not be reached`() {
        #expect(Verdict.Kind.allCases.filter(\.isBad) == [.failed, .crashed, .hung, .harnessFault])
        #expect(Verdict.Kind.allCases.filter { !$0.isBad } == [.passed, .unsupported])
    }

    @Test(arguments: [
        "[]", "{}", #"{"id":"a","name":"n","file":"f","seed":1}"#,
        #"{"id":"a","name":"n","file":"f","seed":-1,"verdict":"passed"}"#,
        #"{"id":"a","name":"n","file":"f","seed":1,"verdict":"great"}"#,
    ]) func `a verdict with a missing part is invalid`(_ text: String) throws {
        #expect(Verdict(try JSON(parsing: Array(text.utf8))) == nil)
    }

    @Test func `the keys are those of the report's interface`() throws {
        let text = String(decoding: failed.json, as: UTF8.self)
        for key in [
            "id", "name", "file", "verdict", "seed", "virtualSeconds", "wallSeconds", "datagramsSent",
            "datagramsCaptured", "capture", "covers",
        ] { #expect(text.contains("\"\(key)\":")) }
    }
}
