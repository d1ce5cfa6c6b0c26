import Foundation
import ProgramTesting
import Testing

/// Loads, as users see them.
@Suite struct LoadTests {
    private let folder: Folder
    private let rollcall: Program

    private static let call = """
        id: L-1
        name: A call that is accepted
        participants: [alice, bob]
        network: {latency: 20ms}
        steps:
          - alice: ring
            call: default:standup
            members: [bob]
          - within: 1s
            expect: {bob.callingState: incoming, bob.incomingCall.caller: alice}
          - bob: accept
          - within: 1s
            expect: {everyone.callingState: inCall, everyone.roster: [alice, bob]}
          - journal: {alice: {event: call.accepted, count: 1}}
          - wait: 5s

        """

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.write(Self.call, to: "a.yaml")
    }

    @Test func `many instances of a call are held apart, and their phases are measured`() throws {
        let outcome = try rollcall.run("load", "a.yaml", "--shape", "constant(5/s, 4s)", "--report", "json=r.json")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("20 offered, 20 started, 20 completed, 0 failed"), "\(outcome.output)")
        #expect(outcome.output.contains("ring→incoming     20  40.0 ms"), "\(outcome.output)")
        let report = try folder.text(of: "r.json")
        #expect(report.contains(#""verdict":"held""#) && report.contains(#""mostUnderWay":20"#), "\(report)")
    }

    private static let atOnce = """
        id: L-2
        name: A call whose states are read without a limit of time
        participants: [alice, bob]
        steps:
          - alice: ring
            call: default:standup
            members: [bob]
          - expect: {alice.callingState: outgoing, bob.callingState: incoming}
          - bob: accept
          - expect: {everyone.callingState: inCall}
          - wait: 2s

        """

    @Test func `a step of an instance begins when the one before it has its effect, and an instance leaves at once`()
        throws
    {
        try folder.write(Self.atOnce, to: "a.yaml")
        let outcome = try rollcall.run("load", "a.yaml", "--concurrency", "1", "--runs", "6")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(
            outcome.output.contains("0.5 completed a second in 12.0 s, at most 1 at once"), "\(outcome.output)")
    }

    @Test func `an instance whose journal is full fails, with the limit`() throws {
        let text = Self.atOnce.replacing("steps:", with: "settings: {journalLimit: 60}\nsteps:")
            .replacing("- wait: 2s", with: "- journal: {alice: {event: call.accepted}}")
        try folder.write(text, to: "a.yaml")
        let outcome = try rollcall.run("load", "a.yaml", "--concurrency", "1", "--runs", "2")
        #expect(outcome.status == 1)
        let reason = "failed     2×  the journal has 60 entries, which is the most that a run can have"
        #expect(outcome.output.contains(reason), "\(outcome.output)")
    }

    @Test func `two loads with the same seed are equal`() throws {
        for name in ["1", "2"] {
            let outcome = try rollcall.run(
                "load", "a.yaml", "--shape", "constant(5/s, 2s)", "--seed", "7", "--series", "\(name).hlog")
            #expect(outcome.status == 0)
        }
        #expect(try folder.text(of: "1.hlog") == folder.text(of: "2.hlog"))
    }

    @Test func `a failed instance names its step, and how many failed so`() throws {
        try folder.write(Self.call.replacingOccurrences(of: "[alice, bob]}", with: "[alice]}"), to: "a.yaml")
        let outcome = try rollcall.run("load", "a.yaml", "--concurrency", "2", "--runs", "6")
        #expect(outcome.status == 1, "\(outcome.output)")
        #expect(
            outcome.output.contains("failed     6×  a.yaml:13: alice.roster was not as expected within 1s"),
            "\(outcome.output)")
        #expect(outcome.output.contains("broken: 6 of 6 instances failed"))
    }

    @Test func `a broken threshold decides the exit`() throws {
        let words = ["load", "a.yaml", "--concurrency", "2", "--runs", "4", "--threshold"]
        #expect(try rollcall.run(words + ["ring→incoming p99 < 100ms"]).status == 0)
        let broken = try rollcall.run(words + ["ring→incoming p99 < 10ms"])
        #expect(broken.status == 1)
        #expect(broken.output.contains("broken: ring→incoming p99 < 10ms: 40.0 ms"), "\(broken.output)")
    }

    @Test func `a scenario that changes what all instances share is refused with its place`() throws {
        try folder.write(Self.call + "  - sfu: crash\n", to: "a.yaml")
        let outcome = try rollcall.run("load", "a.yaml", "--concurrency", "1", "--runs", "1")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("a.yaml:16: L-1 cannot be a load: it changes a server"), "\(outcome.errors)")
    }

    @Test(arguments: [
        ([], "say how instances start"), (["--shape", "hold(5s)"], "no rate before it to hold"),
        (["--concurrency", "5"], "say when the load ends"), (["--concurrency", "0"], "a whole number from 1"),
        (["--concurrency", "1000001", "--runs", "5"], "--concurrency can be 1000000 at most"),
        (["--shape", "atOnce(1)", "--concurrency", "5"], "give one of them"),
        (["--shape", "atOnce(1)", "--runs", "5"], "a shape determines the end of a load"),
        (["--shape", "atOnce(1)", "--threshold", "fialed < 1%"], "did you mean `failed`?"),
        (["--shape", "atOnce(1)", "--report", "junit"], "not junit"),
        (["--shape", "atOnce(1)", "--report", "json", "--report", "html"], "name files for the others"),
        (["--shape", "atOnce(1)", "--series", "a.txt"], ".csv, .jsonl or .hlog"),
    ])
    func `an invalid load is refused with the correction`(_ options: [String], _ message: String) throws {
        let outcome = try rollcall.run(["load", "a.yaml"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `PyPI's hdrhistogram reads the log with the same counts and percentiles`() throws {
        let outcome = try rollcall.run(
            "load", "a.yaml", "--shape", "constant(5/s, 4s)", "--series", "a.hlog", "--report", "json=r.json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        try folder.write(Self.reader, to: "read.py")
        let read = try Program.python(in: folder).run("read.py")
        #expect(read.status == 0 && read.output.contains("equal"), "\(read.output)\(read.errors)")
    }

    private static let reader = """
        import json
        from hdrh.histogram import HdrHistogram
        from hdrh.log import HistogramLogReader
        phases = json.load(open("r.json"))["statistics"]["phases"]
        for name, phase in phases.items():
            whole = HdrHistogram(1, 3600000000000, 3)
            reader = HistogramLogReader("a.hlog", HdrHistogram(1, 3600000000000, 3))
            while True:
                one = reader.get_next_interval_histogram()
                if one is None: break
                if one.get_tag() == name: whole.add(one)
            assert whole.get_total_count() == phase["intended"]["count"] > 0, (name, whole.get_total_count())
            for key, share in [("p50", 50), ("p90", 90), ("p99", 99)]:
                ours = phase["intended"][key] * 1e9
                theirs = whole.get_value_at_percentile(share)
                assert whole.values_are_equivalent(int(ours), theirs), (name, key, ours, theirs)
        print("equal")
        """
}
