import CallLibraryGuest
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// Programs in place of participants and of servers, as the command line chooses them.
@Suite struct ChoiceTests {
    @Test(
        arguments: [
            ("python3 driver.py", DriverChoice.Selection.everyone, ["python3", "driver.py"]),
            ("bob=python3 driver.py", .named("bob"), ["python3", "driver.py"]), ("@first=a", .first, ["a"]),
            ("@others=a  b ", .others, ["a", "b"]), ("a b=c", .everyone, ["a", "b=c"]), ("./x=y", .everyone, ["./x=y"]),
            ("=x", .everyone, ["=x"]), ("bob=a=b", .named("bob"), ["a=b"]), ("bob=='x'", .named("bob"), ["=x"]),
            ("a 'b c' \"d e\"f", .everyone, ["a", "b c", "d ef"]), ("a '' \"\"", .everyone, ["a", "", ""]),
            (#"a 'b"c' "d'e""#, .everyone, ["a", "b\"c", "d'e"]),
        ] as [(String, DriverChoice.Selection, [String])])
    func `a choice is a program, perhaps after the name of its participants`(
        _ text: String, _ selection: DriverChoice.Selection, _ command: [String]
    ) throws {
        let choice = try DriverChoice(text)
        #expect(choice.selection == selection)
        #expect(choice.command == command)
        #expect(choice.text == text)
    }

    @Test(arguments: [
        ("", "it needs a command, as in `bob=python3 driver.py`"),
        ("bob=", "it needs a command, as in `bob=python3 driver.py`"),
        ("  ", "it needs a command, as in `bob=python3 driver.py`"),
        ("'' a", "it needs a command, as in `bob=python3 driver.py`"),
        ("@all=a", "there is no `@all`; there is `@first` and `@others`"), ("a 'b", "a quote in it does not end"),
        ("a \"b'", "a quote in it does not end"),
    ])
    func `a text that chooses no program is refused`(_ text: String, _ message: String) {
        let error = #expect(throws: DriverChoice.Mistake.self) { try DriverChoice(text) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("a b", "carol=a b"), ("bob=a b=c", "carol=a b=c"), ("@others=a", "carol=a"),
    ])
    func `a choice can be for another participant`(_ text: String, _ other: String) throws {
        let choice = try DriverChoice(text).named("carol")
        #expect(choice?.selection == .named("carol"))
        #expect(choice?.text == other)
    }

    private static let three = """
        id: A
        name: n
        participants: [alice, bob, carol]
        golden: a.golden
        steps:
          - alice: connect
          - repeat: 2
            steps:
              - wait: 1s
              - bob: join
                call: default:x
          - always: {alice.callingState: idle}
            for: 3s
          - within: 9s
            expect: {alice.callingState: idle}
          - carol: join
            call: default:x

        """

    private func programs(_ choices: String...) throws -> [String] {
        let scenario = try read(Self.three)
        let driven = scenario.driven(by: try choices.map { try DriverChoice($0) })
        return driven.participants.map { $0.driver?.command.joined(separator: " ") ?? "-" }
    }

    @Test func `the first participant is that of the first command after connecting`() throws {
        #expect(try read(Self.three).firstParticipant == "bob")
        #expect(try read(scenario(steps: "- bob: connect\n- wait: 1s")).firstParticipant == "alice")
        let together = "- sameTime:\n  - bob: accept\n  - alice: accept"
        #expect(try read(scenario(steps: together)).firstParticipant == "bob")
        #expect(try programs("@first=a", "@others=b") == ["b", "a", "b"])
    }

    @Test func `a name counts before a role, a role before everyone, and a later choice before an earlier one`() throws
    {
        #expect(try programs() == ["-", "-", "-"])
        #expect(try programs("a") == ["a", "a", "a"])
        #expect(try programs("a", "@others=b", "bob=c", "alice=d") == ["d", "c", "b"])
        #expect(try programs("bob=c", "@first=b", "a", "bob=d", "z") == ["z", "d", "z"])
        #expect(try programs("dave=c") == ["-", "-", "-"])
    }

    @Test func `a scenario with a program in place of a participant has no golden file`() throws {
        let scenario = try read(Self.three)
        #expect(scenario.driven(by: [try DriverChoice("dave=a")]).golden == scenario.golden && scenario.golden != nil)
        let driven = scenario.driven(by: [try DriverChoice("bob=a b")])
        #expect(driven.golden == nil)
        #expect(!scenario.isDriven && driven.isDriven)
        #expect(driven.driven.map(\.name) == ["bob"])
        #expect(scenario.choice(of: "dave", among: [try DriverChoice("a")]) == nil)
    }

    @Test func `the commands of a scenario's programs are named once each`() throws {
        let text = """
            id: A
            name: n
            programs: {proxy: {command: [p, "${host}"]}}
            participants: {alice: {driver: {command: [d, x]}}, bob: {driver: {command: [d, x]}}, carol: {driver: {command: [e]}}}
            steps: [{wait: 1s}]
            """
        let scenario = try read(text)
        #expect(scenario.outsideCommands == ["`d x`", "`e`", "`p ${host}`"])
        #expect(scenario.isDriven)
        #expect(try read(text.replacing("programs: {proxy: {command: [p, \"${host}\"]}}\n", with: "")).isDriven)
        #expect(try read(Self.three).outsideCommands == [])
    }

    @Test func `the least time of a scenario is that of its waits`() throws {
        #expect(try read(Self.three).shortestDuration == .seconds(5))
        #expect(try read(scenario(steps: "- alice: accept")).shortestDuration == .zero)
        #expect(
            try read(scenario(steps: "- sameTime: [{alice: accept}, {bob: accept}]\n- wait: 2s")).shortestDuration
                == .seconds(2))
    }

    // MARK: Servers

    @Test func `a program in place of the servers has a port, its key and its users`() throws {
        let choice = try BackendChoice("serve 'a b' --at ${host}:${port} ${folder}/x $${y}")
        #expect(
            choice.command.map(\.description) == ["serve", "a b", "--at", "${host}:${port}", "${folder}/x", "${y}"])
        #expect(choice.text == "serve 'a b' --at ${host}:${port} ${folder}/x $${y}")
        let program = choice.program(port: 5683, secret: "k", users: "")
        #expect(program.name == "backend" && program.command == choice.command)
        #expect(program.readiness == .udp(5683))
        #expect(program.filesArePrivate && !program.mayEnd)
        #expect(program.scenarioFolder == "" && program.place == .start)
        let files = [
            ProgramSpec.File(name: "secret", text: Template([.text("k")])),
            ProgramSpec.File(name: "users.yaml", text: Template([])),
        ]
        #expect(program.files == .texts(files))
        let secret = choice.program(port: 1, secret: "${x}", users: "u")
        guard case .texts(let texts) = secret.files else { return unexpected() }
        #expect(texts.map(\.text.pieces) == [[.text("${x}")], [.text("u")]])
    }

    @Test(arguments: [
        ("", "it needs a command, as in `server --port ${port}`"),
        ("''", "it needs a command, as in `server --port ${port}`"),
        ("a ${name}", "`${name}`: there is `${folder}`, `${host}` and `${port}`; `$${` stands for `${`"),
        ("a x${host", "`x${host`: there is `${folder}`, `${host}` and `${port}`; `$${` stands for `${`"),
        ("a 'b", "a quote in it does not end"),
    ])
    func `a text that is no server is refused`(_ text: String, _ message: String) {
        let error = #expect(throws: DriverChoice.Mistake.self) { try BackendChoice(text) }
        #expect(error?.description == message)
    }

    @Test func `a scenario at another program's servers keeps the rule of states alone`() throws {
        let scenario = try read(Self.three)
        #expect(scenario.served(by: nil) == scenario)
        let choice = try BackendChoice("x")
        let served = scenario.served(by: choice)
        #expect(served.backend == choice && served.golden == nil && served.wholeRun == [.states])
        #expect(served.isDriven)
        var without = scenario
        without.wholeRun = [.wire]
        #expect(without.served(by: choice).wholeRun == [])
    }

    @Test(arguments: [
        ("autoCancelTimeout", "0s"), ("incomingCallTimeout", "1s"), ("missedCallTimeout", "1s"),
        ("micDefaultOn", "false"),
        ("cameraDefaultOn", "true"), ("speakerDefaultOn", "true"), ("defaultDevice", "speaker"), ("requestLimit", "1"),
        ("rosterLimit", "1"), ("egressStart", "1s"), ("egressFile", "1s"), ("egressFrame", "1s"),
        ("membersOnly", "true"),
        ("requireProof", "true"), ("fastReconnectDeadline", "1s"), ("sfus", "2"),
    ])
    func `a setting of Rollcall's servers is named`(_ key: String, _ value: String) throws {
        let settings = try read(scenario(steps: "- wait: 1s", more: "settings: {\(key): \(value)}")).settings
        let name = ["requireProof": "requiresProofs", "sfus": "sfuCount"][key] ?? key
        #expect(settings.namesOfServers == [name])
    }

    @Test func `settings of clients are none of servers, and several are in order`() throws {
        let clients =
            "settings: {interceptorLimit: 1s, disconnectionTimeout: 1s, journalLimit: 5, order: 3, sfus: 1, membersOnly: false}"
        #expect(try read(scenario(steps: "- wait: 1s", more: clients)).settings.namesOfServers == [])
        let both = "settings: {sfus: 2, egressFile: 1s, autoCancelTimeout: 1s}"
        #expect(
            try read(scenario(steps: "- wait: 1s", more: both)).settings.namesOfServers == [
                "autoCancelTimeout", "egressFile", "sfuCount",
            ])
    }
}
