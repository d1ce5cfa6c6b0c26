import Foundation
import ProgramTesting
import Testing

/// No output of a verb replaces a file that the verb reads, under whatever name.
@Suite struct ReplacedInputTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.writeAcceptedCall(to: "L.yaml")
    }

    private func shell(_ line: String) throws -> Program.Outcome {
        try Program(at: "/bin/sh", in: folder).run(["-c", line], environment: ["R": rollcall.path.path])
    }

    @Test(arguments: [
        ("--capture L.yaml", "L.yaml cannot be replaced by the capture: it is an input"),
        ("--capture ./L.yaml", "./L.yaml cannot be replaced by the capture: it is an input"),
        ("--capture hard.csv", "hard.csv cannot be replaced by the capture: it is an input"),
        ("--series hard.csv", "hard.csv cannot be replaced by a series: it is an input"),
        ("--series soft.csv", "soft.csv cannot be replaced by a series: it is an input"),
        ("--report json=L.yaml", "L.yaml cannot be replaced by a report: it is an input"),
        (
            "--server 127.0.0.1:9 --secret L.yaml --report json=hard.csv",
            "hard.csv cannot be replaced by a report: it is an input"
        ),
    ]) func `a load keeps its scenario`(_ options: String, _ message: String) throws {
        let before = try folder.bytes(of: "L.yaml")
        #expect(try shell("ln L.yaml hard.csv && ln -s L.yaml soft.csv").status == 0)
        let outcome = try shell("$R load L.yaml --concurrency 1 --runs 1 \(options)")
        #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.status): \(outcome.errors)")
        #expect(try folder.bytes(of: "L.yaml") == before)
    }

    @Test func `a load keeps a scenario that is its standard input`() throws {
        let before = try folder.bytes(of: "L.yaml")
        let outcome = try shell("$R load - --concurrency 1 --runs 1 --capture L.yaml < L.yaml")
        #expect(outcome.status == 2 && outcome.errors.contains("it is an input"), "\(outcome.errors)")
        #expect(try folder.bytes(of: "L.yaml") == before)
    }

    @Test func `two outputs of a load are two files`() throws {
        let outcome = try shell("$R load L.yaml --concurrency 1 --runs 1 --capture ./a --report json=a")
        #expect(outcome.status == 64, "\(outcome.status)")
        #expect(outcome.errors.contains("two outputs would go to ./a: name a file for each"), "\(outcome.errors)")
    }

    @Test func `a run keeps its list of expected failures`() throws {
        try folder.write("- {id: L-1, reason: known, until: 2099-01-01}\n", to: "known.yaml")
        let outcome = try shell(
            "$R run L.yaml --driver cat --expected-failures known.yaml --report json=./known.yaml")
        #expect(outcome.status == 2 && outcome.errors.contains("it is an input"), "\(outcome.errors)")
        #expect(try folder.text(of: "known.yaml") == "- {id: L-1, reason: known, until: 2099-01-01}\n")
    }

    @Test(arguments: [
        ("copy.pcap", "./copy.pcap"), ("copy.pcap", "hard.pcap"), (".rollcall/L-1", ".rollcall/L-1/capture.pcap"),
        (".rollcall/L-1", ".rollcall/../.rollcall/L-1/journal.ndjson"),
        (".rollcall/L-1/capture.pcap", ".rollcall/L-1/journal.ndjson"), ("capsule", "./capsule"),
        ("copy.pcap --hosts names", "./names"), ("- < copy.pcap", "copy.pcap"),
    ]) func `inspect keeps what it reads`(_ words: String, _ output: String) throws {
        let prepared = try shell(
            "$R run L.yaml --capture ledger && cp .rollcall/L-1/capture.pcap copy.pcap && ln copy.pcap hard.pcap "
                + "&& echo '127.0.0.1 here' > names && cp copy.pcap capsule")
        #expect(prepared.status == 0, "\(prepared.errors)")
        let before = try folder.bytes(of: output)
        let outcome = try shell("$R inspect --write \(output) \(words)")
        #expect(outcome.status == 64, "\(outcome.status): \(outcome.errors)")
        #expect(outcome.errors.contains("--write would overwrite \(output), a file that is read"))
        #expect(try folder.bytes(of: output) == before)
    }

    @Test(arguments: [
        ("--users us --capture ./us", "the users in `us`"), ("--users us --capture hard", "the users in `us`"),
        ("--secret us --capture ./us", "the secret in `us`"),
    ]) func `serve keeps its users and its secret`(_ options: String, _ content: String) throws {
        try folder.write("- alice\n", to: "us")
        let outcome = try shell("ln us hard && timeout 20 $R serve --port 0 \(options)")
        #expect(outcome.status == 64, "\(outcome.status): \(outcome.errors)")
        #expect(outcome.errors.contains("--capture would overwrite \(content)"), "\(outcome.errors)")
        #expect(try folder.text(of: "us") == "- alice\n")
    }

    @Test func `the smaller scenario replaces no file that the scenario includes`() throws {
        try folder.write(
            """
            id: A-1
            name: Alice joins a call that she never rang
            include: [steps.yaml]
            participants: [alice]
            steps: [{do: pause}, {expect: {alice.callingState: inCall}}]

            """, to: "a.yaml")
        try folder.write("sequences: {pause: {steps: [{wait: 1s}]}}\n", to: "steps.yaml")
        let outcome = try rollcall.run("shrink", "a.yaml", "--out", "./steps.yaml")
        let message = "./steps.yaml cannot be replaced by the smaller scenario: it is an input"
        #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.status): \(outcome.errors)")
        #expect(try folder.text(of: "steps.yaml") == "sequences: {pause: {steps: [{wait: 1s}]}}\n")
    }
}
