import Foundation
import Journal
import ProgramTesting
import Testing

/// A program in place of Rollcall's servers. It is `rollcall serve` in another process, which knows only the wire.
@Suite struct BackendProgramTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let driver = "python3 -B '\(root.appendingPathComponent("Examples/python/virtual.py").path)'"

    private let folder: Folder
    private let rollcall: Program
    private let server: String

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        server =
            "'\(rollcall.path.path)' serve --address ${host} --port ${port} --secret ${folder}/secret "
            + "--users ${folder}/users.yaml"
        try write(steps: "")
    }

    private func write(steps: String, settings: String = "") throws {
        try folder.write(
            """
            id: CALL-1
            name: A call is accepted and ended
            participants: [alice, bob]
            \(settings)
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
              - expect: {bob.callingState: incoming}
                within: 2s
              - bob: accept
              - expect: {everyone.callingState: inCall}
                within: 5s
              - packets: {event: call.accepted, to: alice}
              - alice: hangUp
              - expect: {alice.callingState: idle}
                within: 5s
            \(steps)
            """, to: "call.yaml")
    }

    private func verdict() throws -> Verdict {
        try #require(Verdict(JSON(parsing: folder.bytes(of: ".rollcall/CALL-1/verdict.json"))))
    }

    @Test func `Rollcall's call library and a driver call each other at another program's servers`() throws {
        let outcome = try rollcall.run("run", "call.yaml", "--backend", server, "--driver", "bob=\(Self.driver)")
        #expect(outcome.status == 0, "\(outcome.output)")
        let verdict = try verdict()
        #expect(verdict.isRealTime && verdict.datagramsSent > 20)
        #expect(try folder.text(of: ".rollcall/CALL-1/journal.ndjson").contains("\"backend\""))
        let users = try folder.text(of: ".rollcall/CALL-1/programs/backend/users.yaml")
        let expected = ["alice", "bob"].map { #"{"id":"\#($0)","name":"\#($0)","role":"user"}"# }
        #expect(users == "[\(expected.joined(separator: ","))]\n")
    }

    @Test func `the network's conditions reach the participants of another program's servers`() throws {
        try write(steps: "  - network: {cut: bob}\n  - packets: {to: bob, fate: lost}\n    within: 20s\n")
        let outcome = try rollcall.run("run", "call.yaml", "--backend", server)
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test(arguments: [
        ("  - coordinator: fail\n    path: \"*/ring\"\n", "", "the server command at line 18"),
        ("", "settings: {requestLimit: 5}", "the setting requestLimit"),
        ("  - expect: {coordinator.connections: 2}\n", "", "the property connections"),
    ])
    func `what only Rollcall's servers can do is unsupported, with the reason`(
        _ steps: String, _ settings: String, _ reason: String
    ) throws {
        try write(steps: steps, settings: settings)
        let outcome = try rollcall.run("run", "call.yaml", "--backend", server, "--allow-unsupported")
        let verdict = try verdict()
        #expect(outcome.status == 0 && verdict.kind == .unsupported, "\(outcome.output)")
        let whole = "\(reason) needs Rollcall's own servers, which a program replaces"
        #expect(verdict.failure?.reason.contains(whole) == true, "\(outcome.output)")
    }

    @Test(arguments: [
        ("sh -c 'echo no route; exit 3'", "the program backend ended with status 3"),
        ("./nowhere", "could not be started"),
    ])
    func `a program that does not serve is named with its output`(_ command: String, _ reason: String) throws {
        let outcome = try rollcall.run("run", "call.yaml", "--backend", command)
        let verdict = try verdict()
        #expect(outcome.status == 1 && verdict.kind == .failed, "\(outcome.output)")
        #expect(verdict.failure?.reason.contains(reason) == true, "\(outcome.output)")
        #expect(!command.contains("route") || outcome.output.contains("no route"), "\(outcome.output)")
    }

    @Test(arguments: [
        ("", "it needs a command"), ("x ${prot}", "there is `${folder}`, `${host}` and `${port}`"),
        ("x '", "a quote in it does not end"),
    ])
    func `a wrong command is status 64 with what would be right`(_ command: String, _ message: String) throws {
        let outcome = try rollcall.run("run", "call.yaml", "--backend", command)
        #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    }

    // MARK: The matrix

    private struct Matrix: Decodable {
        struct Pair: Decodable {
            let first: String
            let others: String
            let backend: String
            let verdict: String
            let report: String
            let minimal: String?
            let command: String?
        }

        let pairs: [Pair]
    }

    @Test func `the matrix has a table for each backend`() throws {
        let outcome = try rollcall.run(
            "interop", "call.yaml", "--library", "rollcall", "--library", "python=\(Self.driver)",
            "--backend", "serve=\(server)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let text = try folder.text(of: ".rollcall/interop/interop.json")
        let pairs = try JSONDecoder().decode(Matrix.self, from: Data(text.utf8)).pairs
        #expect(
            pairs.map { "\($0.backend): \($0.first) \($0.others) \($0.verdict)" } == [
                "rollcall: rollcall rollcall passed", "rollcall: rollcall python passed",
                "rollcall: python rollcall passed", "rollcall: python python passed",
                "serve: rollcall rollcall passed", "serve: rollcall python passed",
                "serve: python rollcall passed", "serve: python python passed",
            ], "\(outcome.output)")
        let page = try folder.text(of: ".rollcall/interop/index.html")
        #expect(page.contains("<h2>With serve in place of Rollcall's backend</h2>"))
        let last = try #require(pairs.last)
        #expect(page.contains("<a href=\"#python--python--serve\">"))
        #expect(page.contains("<section id=\"python--python--serve\">"))
        #expect(last.report.hasPrefix("@serve/python/python/") && page.contains("href=\"\(last.report)\""))
        #expect(last.command?.contains("--backend") == true)
    }

    @Test(arguments: [
        ("a b=x", "a name has letters"), ("rollcall=x", "a name has letters"), ("x", "it needs a command"),
        ("x=${y}", "there is `${folder}`"),
    ])
    func `a wrong backend of the matrix is status 64`(_ backend: String, _ message: String) throws {
        let outcome = try rollcall.run("interop", "call.yaml", "--library", "rollcall", "--backend", backend)
        #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `two backends with one name are refused`() throws {
        let outcome = try rollcall.run(
            "interop", "call.yaml", "--library", "rollcall", "--backend", "x=y", "--backend", "X=z")
        #expect(outcome.status == 64 && outcome.errors.contains("another backend has this name"), "\(outcome.errors)")
    }
}
