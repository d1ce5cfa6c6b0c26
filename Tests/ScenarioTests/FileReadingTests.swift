import CallLibraryGuest
import Testing
import YAML

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// Every key of a file's head, as it is read.
@Suite struct FileReadingTests {
    private func settings(_ text: String) throws -> ScenarioSettings {
        try read(scenario(steps: "- wait: 1s", more: "settings: {\(text)}")).settings
    }

    private func participant(_ text: String, vocabulary: Vocabulary = .standard) throws -> ParticipantSpec {
        let scenario = try read(
            scenario(steps: "- wait: 1s", participants: "{alice: {\(text)}}"), vocabulary: vocabulary)
        return try #require(scenario.participants.first)
    }

    @Test func `a scenario without settings has the usual ones`() throws {
        let usual = try read(scenario(steps: "- wait: 1s")).settings
        #expect(usual == ScenarioSettings())
        #expect(!usual.membersOnly && !usual.requiresProofs && usual.sfuCount == 1 && usual.order == .usual)
    }

    static let settingRows: [(text: String, change: @Sendable (inout ScenarioSettings) -> Void)] = [
        ("autoCancelTimeout: 1s", { $0.autoCancelTimeout = .seconds(1) }),
        ("incomingCallTimeout: 2s", { $0.incomingCallTimeout = .seconds(2) }),
        ("missedCallTimeout: 3s", { $0.missedCallTimeout = .seconds(3) }),
        ("micDefaultOn: true", { $0.micDefaultOn = true }), ("cameraDefaultOn: false", { $0.cameraDefaultOn = false }),
        ("speakerDefaultOn: true", { $0.speakerDefaultOn = true }),
        ("defaultDevice: earpiece", { $0.defaultDevice = "earpiece" }),
        ("requestLimit: 1000000", { $0.requestLimit = 1_000_000 }), ("requestLimit: 1", { $0.requestLimit = 1 }),
        ("membersOnly: true", { $0.membersOnly = true }),
        ("interceptorLimit: 4s", { $0.interceptorLimit = .seconds(4) }),
        ("egressStart: 5s", { $0.egressStart = .seconds(5) }), ("egressFile: 6s", { $0.egressFile = .seconds(6) }),
        ("egressFrame: 7s", { $0.egressFrame = .seconds(7) }),
        ("disconnectionTimeout: 8s", { $0.disconnectionTimeout = .seconds(8) }),
        ("fastReconnectDeadline: 9s", { $0.fastReconnectDeadline = .seconds(9) }),
        ("requireProof: true", { $0.requiresProofs = true }), ("sfus: 9", { $0.sfuCount = 9 }),
        ("sfus: 1", { $0.sfuCount = 1 }),
        ("rosterLimit: 10000", { $0.rosterLimit = 10_000 }), ("rosterLimit: 1", { $0.rosterLimit = 1 }),
        ("journalLimit: 100000000", { $0.journalLimit = 100_000_000 }), ("journalLimit: 1", { $0.journalLimit = 1 }),
        ("order: 1000000000", { $0.order = .drawn(seed: 1_000_000_000) }), ("order: 0", { $0.order = .usual }),
        ("order: {1: 1000, 1000000: 1}", { $0.order = .chosen([1: 1000, 1_000_000: 1]) }),
        ("membersOnly: false, requireProof: false", { _ in }),
    ]

    @Test(arguments: settingRows.indices) func `each setting changes one thing`(_ index: Int) throws {
        let row = Self.settingRows[index]
        var expected = ScenarioSettings()
        row.change(&expected)
        #expect(try settings(row.text) == expected)
    }

    static let participantRows: [(text: String, change: @Sendable (inout ParticipantSpec) -> Void)] = [
        ("", { _ in }), ("user: anna", { $0.user = "anna" }), ("displayName: Anna B", { $0.displayName = "Anna B" }),
        ("image: a.png", { $0.image = "a.png" }),
        ("role: admin", { $0.role = "admin" }), ("source: sip", { $0.source = "sip" }),
        ("interceptor: ready", { $0.interceptor = InterceptorSpec(behaviour: .ready, after: nil) }),
        (
            "interceptor: {then: return, after: 2s}",
            { $0.interceptor = InterceptorSpec(behaviour: .returns, after: .seconds(2)) }
        ),
        ("interceptorLimit: 3s", { $0.interceptorLimit = .seconds(3) }),
        ("disconnectionTimeout: 4s", { $0.disconnectionTimeout = .seconds(4) }),
        ("rejectCallWhenBusy: true", { $0.rejectCallWhenBusy = true }), ("autoLeave: true", { $0.autoLeave = true }),
        ("leavesWhenLiveEnds: true", { $0.leavesWhenLiveEnds = true }), ("proof: true", { $0.provesRequests = true }),
        ("connected: false", { $0.connected = false }), ("tokenLifetime: 5s", { $0.tokenLifetime = .seconds(5) }),
        ("tokenCall: default:x", { $0.tokenCall = "default:x" }), ("token: valid", { _ in }),
        ("token: expired", { $0.token = .expired }), ("token: forged", { $0.token = .forged }),
        ("token: early", { $0.token = .early }),
        ("token: foreign", { $0.token = .foreign }), ("kind: regular", { _ in }),
        ("kind: guest", { ($0.kind, $0.user) = (.guest, "guest-alice") }),
        ("kind: guest, user: guest-anna", { ($0.kind, $0.user) = (.guest, "guest-anna") }),
        ("kind: anonymous, connected: false", { ($0.kind, $0.connected) = (.anonymous, false) }),
        ("media: on", { $0.media.isOn = true }),
        ("media: off", { $0.media.isOn = false }),
        ("media: {}", { $0.media.isOn = true }),
        (
            "media: on, speaks: 1s..2s",
            { ($0.media.isOn, $0.media.sources.speech) = (true, [.seconds(1)..<(.seconds(2))]) }
        ),
        (
            "media: on, speaks: [1s..2s, 3s..1min]",
            {
                ($0.media.isOn, $0.media.sources.speech) = (
                    true, [.seconds(1)..<(.seconds(2)), .seconds(3)..<(.seconds(60))]
                )
            }
        ),
        (
            "media: {frameRate: 30}, speaks: [0s..1s]",
            {
                ($0.media.isOn, $0.media.sources.frameRate, $0.media.sources.speech) = (
                    true, 30, [.zero..<(.seconds(1))]
                )
            }
        ),
        ("media: {loudness: 127}", { ($0.media.isOn, $0.media.sources.loudness) = (true, 127) }),
        ("media: {loudness: 0}", { ($0.media.isOn, $0.media.sources.loudness) = (true, 0) }),
        ("media: {frameRate: 120}", { ($0.media.isOn, $0.media.sources.frameRate) = (true, 120) }),
        ("media: {screenFrameRate: 1}", { ($0.media.isOn, $0.media.sources.screenFrameRate) = (true, 1) }),
        ("media: {firstSource: 4294967295}", { ($0.media.isOn, $0.media.sources.firstSource) = (true, 4_294_967_295) }),
        ("media: {firstSource: 1}", { ($0.media.isOn, $0.media.sources.firstSource) = (true, 1) }),
        (
            "media: {firstSequenceNumber: 65535}",
            { ($0.media.isOn, $0.media.sources.firstSequenceNumber) = (true, 65_535) }
        ),
        (
            "media: {firstTimestamp: 4294967295}",
            { ($0.media.isOn, $0.media.sources.firstTimestamp) = (true, 4_294_967_295) }
        ),
        (
            "driver: {command: [a, b], patience: 6s}",
            { $0.driver = DriverSpec(command: ["a", "b"], patience: .seconds(6)) }
        ),
        ("driver: {command: [a]}", { $0.driver = DriverSpec(command: ["a"]) }),
    ]

    @Test(arguments: participantRows.indices) func `each key of a participant changes one thing`(_ index: Int) throws {
        let row = Self.participantRows[index]
        let spec = try participant(row.text)
        var expected = ParticipantSpec(name: "alice", place: Place(line: 3, column: 16, endColumn: 21))
        row.change(&expected)
        #expect(spec == expected)
    }

    @Test func `a participant is by default a regular user with a valid token who is connected`() {
        let spec = ParticipantSpec(name: "alice", place: .start)
        #expect(spec.user == "alice" && spec.role == "user" && spec.source == "webrtc" && spec.kind == .regular)
        #expect(
            spec.token == .valid && spec.connected && spec.tokenLifetime == .seconds(86_400) && !spec.provesRequests)
        #expect(!spec.autoLeave && !spec.leavesWhenLiveEnds && !spec.rejectCallWhenBusy)
        #expect(spec.media == MediaSpec() && spec.media.isOn == nil)
    }

    @Test func `a group has numbered users of its own, or one user with many devices`() throws {
        let text = "{g: {count: 2, kind: guest}, d: {count: 2, user: dora}, e: {count: 1}}"
        let scenario = try read(scenario(steps: "- g, e: join\n  call: default:x", participants: text))
        #expect(scenario.participants.map(\.name) == ["g1", "g2", "d1", "d2", "e1"])
        #expect(scenario.participants.map(\.user) == ["guest-g1", "guest-g2", "dora", "dora", "e1"])
        #expect(scenario.steps.first?.action.call?.participants == ["g1", "g2", "e1"])
        #expect(scenario.participants.map(\.place.column) == [16, 16, 44, 44, 71])
    }

    @Test func `the size of the only group can be given from outside`() throws {
        func load(_ participants: String, _ size: Int?) -> ScenarioLibrary {
            ScenarioLibrary.load(
                text: scenario(steps: "- wait: 1s", participants: participants), file: "x.yaml", vocabulary: .standard,
                groupSize: size)
        }
        #expect(load("{a: , g: {count: 2}}", 3).scenarios.first?.participants.map(\.name) == ["a", "g1", "g2", "g3"])
        #expect(load("{a: , g: {count: 2}}", nil).scenarios.first?.participants.count == 3)
        let advice = "; write one group, such as `guest: {count: 2}`"
        let given = "x.yaml:3:15: error: the number of participants is given for the only group, and this scenario"
        #expect(load("[a]", 3).diagnostics.map(\.description) == ["\(given) has none\(advice)"])
        #expect(
            load("{g: {count: 2}, h: {count: 1}}", 3).diagnostics.map(\.description) == ["\(given) has 2\(advice)"])
    }

    @Test(arguments: [
        ("", WholeRunRule.allCases), ("wholeRun: none", []), ("wholeRun: []", []), ("wholeRun: wire", [.wire]),
        ("wholeRun: [states, leftovers]", [.states, .leftovers]),
        ("golden: a.golden", WholeRunRule.allCases.filter { $0 != .leftovers }),
        ("golden: a.golden\nwholeRun: leftovers", [.leftovers]),
        ("programs: {p: {command: [a]}}", [.states]), ("programs: {p: {command: [a]}}\nwholeRun: wire", [.wire]),
    ])
    func `the rules of whole runs are all, or those that apply`(_ more: String, _ rules: [WholeRunRule]) throws {
        #expect(try read(scenario(steps: "- wait: 1s", more: more)).wholeRun == Set(rules))
    }

    @Test(arguments: [("", MediaSwitch.off), ("media: off", .off), ("media: on", .on), ("media: audio", .audio)])
    func `media are off unless the file has them`(_ more: String, _ media: MediaSwitch) throws {
        #expect(try read(scenario(steps: "- wait: 1s", more: more)).media == media)
    }

    @Test func `the head of a file has its values and places`() throws {
        let text = scenario(
            steps: "- wait: ${w}",
            more: "description: d\ncovers: [C-1, C-2]\ntags: [t]\ngolden: sub/a.golden\nvariables: {w: 1s}")
        let library = ScenarioLibrary.load(text: text, file: "S/x.yaml")
        let read = try #require(library.scenarios.first)
        #expect(read.file == "S/x.yaml" && read.description == "d" && read.tags == ["t"] && read.row == nil)
        #expect(read.covers == ["C-1", "C-2"])
        #expect(
            read.coverPlaces == [Place(line: 5, column: 10, endColumn: 13), Place(line: 5, column: 15, endColumn: 18)])
        #expect(read.golden == GoldenReference(file: "S/sub/a.golden", place: Place(line: 7, column: 9, endColumn: 21)))
        #expect(
            read.head.map(\.name) == [
                "id", "name", "participants", "description", "covers", "tags", "golden", "variables",
            ])
        #expect(read.lines(of: "S/x.yaml").count == 11 && read.lines(of: "other") == [])
        #expect(library.sourceLines.keys.sorted() == ["S/x.yaml"] && library.libraryFiles == 0)
    }

    @Test func `names stand for participants, groups, everyone, users and servers`() {
        var cast = Cast()
        for (name, user) in [("alice", "alice"), ("phone", "bob"), ("desk", "bob"), ("g1", "g1")] {
            var spec = ParticipantSpec(name: name, place: .start)
            spec.user = user
            cast.add(spec)
        }
        cast.addGroup("g", members: ["g1"])
        #expect(cast.participants("everyone") == ["alice", "phone", "desk", "g1"])
        #expect(cast.participants("phone") == ["phone"] && cast.participants("g") == ["g1"])
        #expect(cast.participants("bob") == nil)
        #expect(cast.users("everyone") == ["alice", "bob", "bob", "g1"])
        #expect(
            cast.users("desk") == ["bob"] && cast.users("bob") == ["bob"] && cast.users("g") == ["g1"]
                && cast.users("x") == nil)
        #expect(cast.users == ["alice", "bob", "g1"])
        #expect(cast.participantWords == ["alice", "phone", "desk", "g1", "g", "everyone"])
        #expect(cast.userWords == cast.participantWords + ["bob"])
        #expect(cast.hosts("sfu") == ["sfu"] && cast.hosts("sfu-1") == nil && cast.hosts("p") == nil)
        #expect(cast.servers == ["coordinator", "sfu"] && cast.edges == ["sfu-1"])
        (cast.sfuCount, cast.programs) = (2, ["p"])
        #expect(cast.hosts("sfu-2") == ["sfu-2"] && cast.hosts("p") == ["p"] && cast.hosts("sfu-3") == nil)
        #expect(cast.servers == ["coordinator", "sfu", "sfu-1", "sfu-2"] && cast.edges == ["sfu-1", "sfu-2"])
        #expect(Cast.kind(ofServer: "sfu-2") == "sfu" && Cast.kind(ofServer: "coordinator") == "coordinator")
        #expect(Cast.everyServer.count == 11 && Cast.everyServer.last == "sfu-9")
    }

    @Test func `several SFUs have names of their own`() throws {
        let steps = """
            - sfu-2: crash
            - network: {cut: sfu-2}
            - expect: {sfu-1.sessions: 0}
            - packets: {from: sfu-2, to: sfu, count: 0}
            - journal: {sfu-1: {log: x}}
            """
        let scenario = try read(scenario(steps: steps, more: "settings: {sfus: 2}"))
        guard case .server(let call) = scenario.steps[0].action,
            case .expect(let expected, _) = scenario.steps[2].action,
            case .packets(let packets, _) = scenario.steps[3].action
        else { return unexpected() }
        #expect(call.server == "sfu-2" && call.command.spec.name == "crash")
        #expect(expected.map(\.participants) == [["sfu-1"]])
        #expect(packets.filter.from == .oneSFU("sfu-2") && packets.filter.to == .sfu)
        #expect(
            scenario.steps[1].action
                == .network([.link(LinkChange(hosts: ["sfu-2"], direction: .both, conditions: [.cut(true)]))]))
    }

    @Test(arguments: [
        ("- wait: 1s", ["x.yaml: no step expects anything"]), ("- alice: call.join\n  throws: APIError", []),
        ("- alice: call.join\n  mayThrow: true", ["x.yaml: no step expects anything"]),
        ("- sameTime: [{alice: call.join, within: 2s}, {bob: accept}]", []),
        ("- repeat: 1\n  steps: [{packets: {event: custom}}]", []), ("- journal: {alice: {log: x}}", []),
        ("- always: {alice.callingState: idle}", []), ("- {for: 1s, always: {alice.callingState: idle}}", []),
        ("- sfu: crash\n- network: {loss: 1%}", ["x.yaml: no step expects anything"]),
        ("- mark: m\n- packets: {event: custom, time: {after: m}}", []),
        ("- mark: m\n- packets: {event: custom}", ["x.yaml:6: the mark `m` is never used"]),
    ])
    func `a scenario without an expectation, or with a needless name, has a remark`(
        _ steps: String, _ remarks: [String]
    ) throws {
        #expect(try read(scenario(steps: steps)).remarks == remarks)
    }

    @Test(arguments: ["always: {alice.callingState: idle}", "golden: a.golden"])
    func `a rule or a golden file is an expectation`(_ more: String) throws {
        #expect(try read(scenario(steps: "- wait: 1s", more: more)).remarks == [])
    }

    @Test func `a needless name of a row is remarked in that row`() throws {
        let text = scenario(
            steps: "- wait: ${a}\n- packets: {event: custom}", more: "rows: {one: {a: 1s, b: 2s}, two: {a: 1s}}")
        let library = ScenarioLibrary.load(text: text, file: "x.yaml")
        #expect(library.scenarios.map(\.remarks) == [["x.yaml:4: the variable `b` is never used"], []])
    }
}
