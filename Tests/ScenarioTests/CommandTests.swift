import CallCore
import Testing

@testable import CallLibraryGuest
@testable import ScenarioLanguage
@testable import ScenarioVocabulary

@Suite struct CommandTests {
    private static let call = CallReference(type: "default", id: "x")

    /// One step for each argument, and what it is read as.
    static let arguments: [(step: String, argument: String, content: Arguments.Content)] = [
        ("call.get\n  call: default:x", "call", .call(call)),
        ("call.ring\n  members: [bob, alice, bob]", "members", .value(.texts(["bob", "alice"]))),
        ("call.ring\n  members: everyone", "members", .value(.texts(["alice", "bob"]))),
        ("call.join\n  create: true", "create", .value(.boolean(true))),
        ("call.join\n  interceptor: hang", "interceptor", .interceptor(.init(behaviour: .hangs, after: nil))),
        ("call.reject\n  reason: busy", "reason", .value(.text("busy"))),
        ("call.pinHere\n  participant: bob", "participant", .device(user: "bob", name: "bob")),
        ("call.sort\n  by: [pinned, name]", "by", .value(.texts(["pinned", "name"]))),
        ("call.sort\n  by: name", "by", .value(.texts(["name"]))),
    ]

    @Test(arguments: arguments) func `an argument is read by its type`(
        _ row: (step: String, argument: String, content: Arguments.Content)
    ) throws {
        let command = try #require(try actions("- alice: \(row.step)").first?.call?.command)
        let argument = try #require(command.spec.arguments.first { $0.name == row.argument })
        #expect(command.arguments[argument] == row.content)
    }

    @Test(arguments: Vocabulary.standard.commands.map(\.name)) func `each command is read with all that it takes`(
        _ name: String
    ) throws {
        let spec = try #require(Vocabulary.standard.commands.first { $0.name == name })
        let keys = spec.arguments.map { "\n  \($0.example)" }.joined()
        let command = try #require(try actions("- alice: \(name)\(keys)", more: "media: on").first?.call?.command)
        #expect(command.spec.name == name)
        #expect(spec.arguments.allSatisfy(command.arguments.has))
    }

    @Test func `each name means one thing`() {
        for names in [
            Vocabulary.standard.commands.map(\.name),
            ServerCommands.table.words.map { "\($0.server ?? "") \($0.name)" },
            Vocabulary.standard.properties.map(\.name), Vocabulary.standard.participantProperties.map(\.name),
            DocumentTables.allArguments.map(\.name),
        ] {
            #expect(Set(names).count == names.count)
        }
    }

    @Test(arguments: CallStateProperties.all.filter { $0.about != nil }.map(\.name))
    func `a scenario can read each described property of a call's state`(name: String) {
        #expect(Properties.stateProperties.contains { $0.word.name == name })
    }

    @Test func `no argument has the name of a key for a command's outcome`() {
        #expect(DocumentTables.allArguments.filter { Keys.outcome.contains($0.name) }.isEmpty)
    }

    @Test func `a command can state its outcome`() throws {
        let steps = """
            - bob: call.join
              throws: CallJoinInterceptionError
              underlying: InterceptorVeto
              within: 2s
            - bob: call.get
              call: default:x
              throws: APIError
              code: 4.04
            - bob: connect
              within: 1s
            """
        let outcomes = try actions(steps).map(\.call?.outcome)
        let veto = CommandCall.Thrown(error: "CallJoinInterceptionError", underlying: "InterceptorVeto", code: nil)
        let missing = CommandCall.Thrown(error: "APIError", underlying: nil, code: "4.04")
        #expect(
            outcomes == [
                .init(thrown: veto, within: .seconds(2)), .init(thrown: missing, within: nil),
                .init(thrown: nil, within: .seconds(1)),
            ])
    }

    @Test func `an embedding program adds interceptors and errors by name`() throws {
        let text = scenario(
            steps: "- bob: call.join\n  interceptor: polite\n  throws: OwnError", participants: "[bob]")
        let vocabulary = Vocabulary.standard.adding(interceptors: ["polite"], errors: ["OwnError"])
        guard case .command(let call) = try read(text, vocabulary: vocabulary).steps.first?.action,
            let interceptor = call.command.spec.arguments.first(where: { $0.name == "interceptor" })
        else { return unexpected() }
        let polite = InterceptorSpec(behaviour: .registered("polite"), after: nil)
        #expect(call.command.arguments.interceptor(interceptor) == polite)
        #expect(call.outcome?.thrown?.error == "OwnError")
    }

    @Test func `custom data may be of any kind`() throws {
        let actions = try actions(
            "- bob: call.sendCustomEvent\n  custom: {a: {b: [1, 2.5, true, ~, \"5\"]}, participant.ready: bob}")
        let custom = actions.first?.call?.command.arguments.entries(.custom)
        let list = Value.list([.integer(1), .number(2.5), .boolean(true), .none, .text("5")])
        #expect(
            custom == [
                .init(key: "a", value: .map([.init(key: "b", value: list)])),
                .init(key: "participant.ready", value: .text("bob")),
            ])
    }
}
