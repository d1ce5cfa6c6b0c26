import Reporting
import Testing
import Timing

@testable import Journal

@Suite struct ConsoleReportTests {
    private let plain = ConsoleReport(style: Style(isColoured: false), ids: ["RING-01", "R-2"], names: ["It rings"])

    private var passed: Verdict {
        var verdict = Verdict(.passed, id: "R-2", name: "It rings", file: "a.yaml", seed: 1)
        verdict.virtualSeconds = 30
        verdict.wallSeconds = 0.0042
        verdict.datagramsSent = 12
        verdict.datagramsCaptured = 12
        verdict.capture = "namespace"
        return verdict
    }

    private var failed: Verdict {
        var verdict = passed
        verdict.kind = .failed
        var failure = Verdict.Failure("bob is not in the call")
        failure.step = 4
        failure.line = 13
        failure.column = 7
        failure.frame = "\n13 |   expect:\n   |   ^^^^^^\n"
        failure.expected = "inCall"
        failure.actual = "joining"
        failure.participants = [
            .init(participant: "alice", callingState: "inCall", since: Instant(nanoseconds: 1_500_000_000)),
            .init(participant: "bob", callingState: "joining", since: nil, details: [.init("roster", ["alice"])]),
        ]
        failure.datagrams = ["#3 1.000 s alice → coordinator"]
        failure.replay = "rollcall run a.yaml --seed 1"
        verdict.failure = failure
        return verdict
    }

    @Test func `a passed scenario is one line with verdict, name, times and datagrams`() {
        #expect(plain.text(of: passed) == "passed   R-2      It rings             30.000 s    4.2 ms    12 datagrams\n")
    }

    @Test
    func `a failure shows its place, reason, frame, both values, snapshots, datagrams and the command that repeats it`()
    {
        let lines = plain.text(of: failed).split(separator: "\n").map(String.init)
        #expect(
            lines.dropFirst() == [
                "    a.yaml:13:7: step 4: bob is not in the call",
                "    13 |   expect:",
                "       |   ^^^^^^",
                "    expected  inCall",
                "    actual    joining",
                "    alice  inCall since 1.500 s",
                "    bob    joining from the start  roster: [alice]",
                "    the last datagrams:",
                "      #3 1.000 s alice → coordinator",
                "    again:  rollcall run a.yaml --seed 1",
            ])
    }

    @Test func `a failure among many participants shows some of them and the number of the others`() {
        var verdict = failed
        verdict.failure?.participants = (1...2_000).map {
            .init(
                participant: "guest\($0)", callingState: "inCall", since: nil,
                details: [.init("roster", .list((1...2_000).map { .text("guest\($0)") }))])
        }
        let lines = plain.text(of: verdict).split(separator: "\n")
        #expect(lines.contains { $0.hasSuffix("and 1975 more, which the JSON report shows") })
        #expect(lines.count < 40)
        #expect(lines.allSatisfy { $0.count < 420 })
    }

    @Test func `the summary counts exactly the verdicts it received`() {
        let result = RunResult(version: "1", verdicts: [passed, failed], selected: 2, wallSeconds: 1.5)
        #expect(
            plain.summary(of: result)
                == "\n1 passed, 1 failed of 2 scenarios: 60.000 s of virtual time in 1.50 s, "
                + "24 datagrams, all captured (namespace)\n")
    }

    @Test func `the summary lists scenarios that were not run and packets that were not captured`() {
        var lost = passed
        lost.datagramsCaptured = 11
        let result = RunResult(version: "1", verdicts: [lost], selected: 3, wallSeconds: 1)
        #expect(plain.summary(of: result).contains("1 passed, 2 not run of 3 scenarios"))
        #expect(plain.summary(of: result).contains("12 datagrams, 11 captured (namespace)"))
    }

    @Test func `a note of many scenarios is shown once`() {
        var noted = passed
        noted.notes = ["no live capture"]
        let result = RunResult(version: "1", verdicts: [noted, noted], selected: 2, wallSeconds: 1)
        #expect(plain.summary(of: result).hasSuffix(")\nnote: no live capture\n"))
    }

    @Test func `colours are for terminals alone`() {
        let coloured = ConsoleReport(style: Style(isColoured: true), ids: [], names: [])
        #expect(coloured.text(of: passed).contains("\u{1B}["))
        #expect(!plain.text(of: failed).contains("\u{1B}"))
    }

    @Test func `text from outside cannot move the terminal`() {
        var hostile = failed
        hostile.name = "a\u{1B}[2Jb"
        hostile.failure?.datagrams = ["\u{1B}]0;x\u{7}\u{202E}"]
        let text = plain.text(of: hostile)
        #expect(!text.contains("\u{1B}"))
        #expect(!text.contains("\u{7}"))
        #expect(!text.unicodeScalars.contains("\u{202E}"))
    }

    @Test(arguments: [
        (0.0, "0.000 s"), (599.9996, "600.000 s"), (600, "10 min 00 s"), (3725, "1 h 02 min"), (.infinity, "?"),
        (.nan, "?"),
    ]) func `virtual time is shown in fitting units`(_ seconds: Double, _ text: String) {
        var verdict = passed
        verdict.virtualSeconds = seconds
        #expect(plain.text(of: verdict).contains(" \(text) "))
    }
}
