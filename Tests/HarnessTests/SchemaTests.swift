import Foundation
import ProgramTesting
import Testing

/// The JSON Schema of scenario files, asked by an outside validator.
@Suite struct SchemaTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.write(try rollcall.run("schema").output, to: "schema.json")
    }

    /// Returns a line of the validator for each file that is not valid.
    private func complaints(_ files: [String]) throws -> [String] {
        let script = Self.root.appendingPathComponent("Tests/Validating/validate.py").path
        let outcome = try Program(at: "/usr/bin/env", in: folder).run(["python3", script, "schema.json"] + files)
        #expect(outcome.status == 0, "are python3-jsonschema and python3-yaml installed?")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test func `every scenario of the catalogue is valid`() throws {
        let base = Self.root.appendingPathComponent("Scenarios")
        let names = try FileManager.default.subpathsOfDirectory(atPath: base.path).filter { $0.hasSuffix(".yaml") }
        #expect(names.count >= 80)
        #expect(try complaints(names.sorted().map { base.appendingPathComponent($0).path }) == [])
    }

    private static let steps: [String] = [
        "expect: {alice.callingSate: idle}", "expect: {alice.callingState: idel}",
        "expect: {alice.callingState: {near: 1}}",
        "expect: {alice.events.call.rung: 1}", "expect: {callingState: idle}",
        "{expect: {alice.callingState: idle}, within: 2}",
        "{always: {alice.callingState: idle}, within: 2s}", "wait: 5", "wait: -1s", "alice: fly",
        "{alice: ring, call: standup}",
        "{alice: accept, colour: red}", "{alice: call.join, throws: SomeError}",
        "{alice: call.join, throws: APIError, code: 9.99}",
        "packets: {count: many}", "packets: {method: FLY}", "packets: {}", "network: {latency: 20}",
        "network: {loss: 20}",
        "network: {alice: {drop: none}}", "network: {profile: pigeon}", "network: {alice: broken}",
        "sameTime: [{alice: accept}]",
        "sameTime: [{wait: 1s}, {alice: accept}]", "sfu: fly", "[]", "accept",
    ]

    @Test func `a mistake that names cannot excuse is none that the schema lets by`() throws {
        var files: [String] = []
        for (index, step) in Self.steps.enumerated() {
            let file = "s\(index).yaml"
            try folder.write("id: A\nname: n\nparticipants: [alice]\nsteps: [\(step)]\n", to: file)
            files.append(file)
        }
        for (index, line) in [
            "id: -x", "id: A B", "tag: [a]", "participants: {}", "participants: []",
            "participants: {alice: {colour: red}}",
            "participants: {alice: {count: 0}}", "settings: {autoCancelTimeout: 5}", "settings: {wait: 5s}",
            "always: {}",
            "network: {}", "steps: []", "covers: VM-01",
        ].enumerated() {
            var lines = ["id: A", "name: n", "participants: [alice]", "steps: [{wait: 1s}]"]
            let key = line.prefix { $0 != ":" } + ":"
            lines = lines.filter { !$0.hasPrefix(key) } + [line]
            let file = "k\(index).yaml"
            try folder.write(lines.joined(separator: "\n"), to: file)
            files.append(file)
        }
        let refused = try complaints(files).map { String($0.prefix { $0 != ":" }) }
        #expect(files.filter { !refused.contains($0) } == [])
    }

    /// Files that `rollcall check` refuses, and that the schema has to refuse as well.
    private static let refusedSteps: [String] = [
        "{alice: ring, members: [bob]}", "{alice: ring, call: default:standup}",
        "{alice: call.get}", "{alice: call.sendCustomEvent}", "{alice: call.sendCustomEvent, custom: text}",
        "{bob: hangUp, members: [alice]}", "{alice: ring, call: default:standup, members: [bob], ring: true}",
        "{alice: call.join, reason: busy}", "{alice: ring, call: [default, standup], members: [bob]}",
        "{alice: call.join, underlying: x}", "{alice: call.join, code: '4.03'}", "{alice: accept, throws: APIError}",
        "{alice: accept, within: 2s}", "{alice: speak, for: 1}", "{call: default:standup}",
        "{sfu: fail}", "{sfu: pause, participant: alice}", "{sfu: fail, path: '*/join', track: audio}",
        "{sfu-1: error}", "{coordinator: accept}", "{coordinator: fail, refusal: rateLimited}",
        "{coordinator: fail, path: '*/join', refusal: sometimes}", "{coordinator: fail, path: '*/join', grants: []}",
        "{repeat: two, steps: [{alice: accept}]}", "{expect: {alice.callingState: idle}, steps: [{alice: accept}]}",
        "{network: {rebind: 7}}",
    ]
    private static let refusedLines: [String] = [
        "participants: {alice: {with: {x: 1}}}", "participants: {alice: {media: {frameRate: 0}}}",
        "participants: {alice: {media: loud}}", "participants: {alice: {role: [admin]}}",
        "participants: {alice: {speaks: 2s}}", "participants: {alice: {source: pigeon}}",
        "participants: {alice: {disconnectionTimeout: 5}}", "participants: {alice: {driver: {patience: 2s}}}",
        "settings: {sfus: 10}", "settings: {membersOnly: 1}", "settings: {journalLimit: 0}",
        "settings: {fastReconnectDeadline: soon}", "media: loud", "wholeRun: [state]", "golden: /x",
        "seeds: 1..20", "seeds: {only: 1..20}", "seeds: {because: x}", "seeds: {only: 1, except: 2, because: x}",
        "seeds: {only: many, because: x}", "seeds: {except: [-1], because: x}",
    ]

    @Test func `check and the schema refuse missing and unknown arguments alike`() throws {
        var files: [String] = []
        for (index, step) in Self.refusedSteps.enumerated() {
            let file = "c\(index).yaml"
            try folder.write("id: C\(index)\nname: n\nparticipants: [alice, bob]\nsteps: [\(step)]\n", to: file)
            files.append(file)
        }
        for (index, line) in Self.refusedLines.enumerated() {
            let key = line.prefix { $0 != ":" } + ":"
            let others = ["id: D\(index)", "name: n", "participants: [alice, bob]", "steps: [{wait: 1s}]"]
            let lines = others.filter { !$0.hasPrefix(key) } + [line]
            let file = "d\(index).yaml"
            try folder.write(lines.joined(separator: "\n") + "\n", to: file)
            files.append(file)
        }
        let checked = try rollcall.run(["check"] + files)
        #expect(checked.status == 65)
        let refused = try complaints(files).map { String($0.prefix { $0 != ":" }) }
        for file in files {
            #expect(checked.errors.contains("\(file):") || checked.output.contains("\(file):"), "\(file) passes check")
            #expect(refused.contains(file), "\(file) passes the schema")
        }
    }

    @Test func `the additions of an embedding program are part of its schema`() throws {
        let host = try Program("TrapHost", in: folder)
        let schema = try host.run("schema").output
        #expect(schema.contains("\"hash\"") && !rollcall.path.path.isEmpty)
        #expect(try !folder.text(of: "schema.json").contains("\"hash\""))
    }

    @Test func `a new scenario names the schema for editors, or the command that writes it`() throws {
        let plain = try rollcall.run("new", "Scenarios/plain")
        #expect(plain.output.contains("for an editor: rollcall schema > scenario.schema.json"))
        try folder.write("{}", to: "scenario.schema.json")
        let outcome = try rollcall.run("new", "Scenarios/ringing/with-schema")
        #expect(!outcome.output.contains("for an editor"))
        let line = "# yaml-language-server: $schema=../../scenario.schema.json\n"
        #expect(try folder.text(of: "Scenarios/ringing/with-schema.yaml").hasPrefix(line))
    }

    @Test func `the schema has an identifier, and the file in the repository is this one`() throws {
        let schema = try folder.text(of: "schema.json")
        #expect(schema.contains("\"$id\": \"https://rollcall.invalid/scenario.schema.json\""))
        let file = Self.root.appendingPathComponent("Docs/scenario.schema.json")
        #expect(
            try String(contentsOf: file, encoding: .utf8) == schema,
            "Scripts/rollcall schema > Docs/scenario.schema.json")
    }

    @Test func `tools that read YAML 1.1 find no truth values for words in the catalogue`() throws {
        try folder.write(
            """
            import sys, yaml
            def walk(node, place):
                if isinstance(node, dict):
                    for key, value in node.items():
                        if not isinstance(key, str): print(place, key)
                        if key == "media" and isinstance(value, bool): print(place, value)
                        walk(value, place)
                elif isinstance(node, list):
                    for item in node: walk(item, place)
            for path in sys.argv[1:]: walk(yaml.safe_load(open(path)), path)
            """, to: "read.py")
        let files = try Program(at: "/usr/bin/find", in: folder).run(
            Self.root.appendingPathComponent("Scenarios").path, "-name", "*.yaml")
        let names = files.output.split(separator: "\n").map(String.init)
        let outcome = try Program(at: "/usr/bin/env", in: folder).run(["python3", "read.py"] + names)
        #expect(outcome.status == 0 && outcome.output == "", "\(outcome.output)\(outcome.errors)")
    }

    @Test func `a new scenario is valid, passes, and is never written over another`() throws {
        let outcome = try rollcall.run("new", "Scenarios/ringing/callee-is-busy")
        #expect(outcome.status == 0)
        #expect(
            outcome.output.hasPrefix(
                "wrote Scenarios/ringing/callee-is-busy.yaml; "
                    + "try it with: rollcall run Scenarios/ringing/callee-is-busy.yaml\n"))
        let file = "Scenarios/ringing/callee-is-busy.yaml"
        #expect(try folder.text(of: file).contains("id: CALLEE-IS-BUSY\nname: \"Callee is busy\"\n"))
        #expect(try complaints([file]) == [])
        #expect(try rollcall.run("run", file, "--twice").status == 0)
        let again = try rollcall.run("new", file)
        #expect(again.status == 65 && again.errors.contains("exists already"))
    }

    @Test(arguments: [[], ["a", "b"], ["Scenarios/"], ["-"], ["..."], ["../.yaml"]])
    func `a name that cannot be is status 64`(
        _ words: [String]
    ) throws {
        let outcome = try rollcall.run(["new"] + words)
        #expect(outcome.status == 64, "\(outcome.errors)")
    }
}
