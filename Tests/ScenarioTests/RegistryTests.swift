import CallLibraryGuest
import Testing
import Timing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// The additions of an embedding program to the language.
@Suite struct RegistryTests {
    private typealias Text = StepArgument<String>

    private struct OwnError: Error {}

    private static let interceptor = RegisteredInterceptor { _ in nil }

    private static func kind(
        commands: [String] = [], properties: [ReportedProperty] = [], needs: [any DeclaredArgument] = []
    ) -> ParticipantKind {
        ParticipantKind("is", needs: needs, commands: commands, properties: properties) { _ in throw OwnError() }
    }

    private static func step(
        needs: [any DeclaredArgument] = [], takes: [any DeclaredArgument] = []
    ) -> RegisteredStep {
        RegisteredStep(ofKinds: "does", needs: needs, takes: takes)
    }

    private static func text(_ name: String) -> Text { .text(name, "about \(name)", such: "\(name): x") }

    @Test func `a registry without mistakes has none`() {
        let registry = Registry(
            interceptors: ["a.b1": Self.interceptor], steps: ["wave": Self.step(needs: [Self.text("how")])],
            participants: ["echo": Self.kind(commands: ["wave", "ring"], needs: [Self.text("delay")])],
            guest: GuestLibrary("Bell", commands: ["ring", "wave"], properties: []) { _ in throw OwnError() }
        ).withOwnLibrary
        #expect(registry.mistakes == [] && Registry().mistakes == [])
        #expect(Registry().quietTimers.isEmpty && Registry().stateGraphs.isEmpty && Registry().words.commands.isEmpty)
        #expect(!registry.quietTimers.isEmpty && !registry.stateGraphs.isEmpty && !registry.words.commands.isEmpty)
    }

    @Test func `names are words that the language does not have, and each mistake is a line`() {
        let registry = Registry(
            interceptors: ["hang": Self.interceptor, "1st": Self.interceptor, "": Self.interceptor],
            steps: ["ring": Self.step(), "two words": Self.step(), "fine": Self.step()],
            participants: ["guest": Self.kind(), "é-e": Self.kind()]
        ).withOwnLibrary
        #expect(
            registry.mistakes == [
                "the interceptor `` needs a name of letters, digits and dots",
                "the interceptor `1st` needs a name of letters, digits and dots",
                "the interceptor `hang` has a name that the language has already",
                "the step `ring` has a name that the language has already",
                "the step `two words` needs a name of letters, digits and dots",
                "the kind of participant `guest` has a name that the language has already",
                "the kind of participant `é-e` needs a name of letters, digits and dots",
            ])
    }

    @Test func `arguments, commands and properties are checked in the order of names`() {
        let registry = Registry(
            steps: [
                "b": Self.step(
                    needs: [Self.text("within"), Self.text("a")], takes: [Self.text("a"), Self.text("a b")]),
                "a": Self.step(takes: [Self.text("throws")]),
            ],
            participants: [
                "y": Self.kind(commands: ["fly", "ring", "b", "swim"], needs: [Self.text("as")]),
                "x": Self.kind(properties: [.init("roster", .users, "who"), .init("mood", .text, "how")]),
            ],
            guest: GuestLibrary("Bell", commands: ["rnig", "ring", "a", "apply"], properties: []) { _ in
                throw OwnError()
            }
        ).withOwnLibrary
        #expect(
            registry.mistakes == [
                "the step a cannot take an argument `throws`", "the step b cannot take an argument `within`",
                "the step b takes `a` twice", "the step b cannot take an argument `a b`",
                "the kind of participant x has a property `roster`, which the language has already",
                "the kind of participant y takes the command `fly`, which is not registered",
                "the kind of participant y takes the command `swim`, which is not registered",
                "the kind of participant y cannot take an argument `as`",
                "the guest library Bell takes the command `apply`, which the language does not have",
                "the guest library Bell takes the command `rnig`, which the language does not have",
            ])
    }

    @Test func `the language has the registered words behind its own, sorted`() throws {
        let registry = Registry(
            interceptors: ["slow": Self.interceptor, "polite": Self.interceptor],
            steps: ["wave": Self.step(needs: [Self.text("how")], takes: [Self.text("far")]), "nod": Self.step()],
            participants: [
                "radio": Self.kind(), "echo": Self.kind(commands: ["nod"], properties: [.init("m", .number, "it")]),
            ],
            errors: [OwnError.self]
        ).withOwnLibrary
        let (vocabulary, own) = (Vocabulary(registry), Vocabulary.standard)
        #expect(vocabulary.commands.map(\.name) == own.commands.map(\.name) + ["nod", "wave"])
        #expect(vocabulary.interceptors == own.interceptors + ["polite", "slow"])
        #expect(vocabulary.errors == own.errors + ["OwnError"])
        let echo = RegisteredKind(
            "echo", required: [], optional: [], commands: ["nod"], properties: [PropertySpec("m", .number, "it")])
        let radio = RegisteredKind("radio", required: [], optional: [], commands: [], properties: [])
        #expect(vocabulary.kinds == [echo, radio])
        let wave = try #require(vocabulary.command("wave"))
        #expect(wave.required.map(\.name) == ["how"] && wave.optional.map(\.name) == ["far"])
        #expect(wave.about == "does" && wave.isForKindsAlone && wave.canThrow && wave.server == nil)
        #expect(vocabulary.properties == own.properties && vocabulary.packetFields == own.packetFields)
        #expect(vocabulary.serverCommands == own.serverCommands)
        #expect(vocabulary.serverProperties == own.serverProperties)
    }

    @Test func `a kind has its arguments in its signature`() {
        let kind = ParticipantKind("is", needs: [Self.text("a")], takes: [Self.text("b")], commands: []) { _ in
            throw OwnError()
        }
        let signature = kind.signature(named: "k")
        #expect(signature.name == "k" && signature.required.map(\.name) == ["a"])
        #expect(signature.optional.map(\.name) == ["b"] && kind.arguments.map(\.name) == ["a", "b"])
    }

    /// The contents that arguments of a step can have.
    private static let contents: [Arguments.Content] = [
        .value(.text("x")), .value(.texts(["x", "y"])), .value(.boolean(true)), .value(.boolean(false)),
        .value(.integer(2)), .value(.number(0.5)), .value(.duration(.seconds(3))),
        .call(CallReference(type: "default", id: "c")), .device(user: "bob", name: "phone"),
    ]

    /// Returns the value that an argument of a Swift type reads from each content, with a dash where it is absent.
    private func read<Value: Sendable>(_ argument: StepArgument<Value>) -> [String] {
        Self.contents.map { content in
            var arguments = Arguments()
            arguments[argument.argument] = content
            return arguments[argument].map { "\($0)" } ?? "-"
        }
    }

    private func absent<Value>(_ argument: StepArgument<Value>) -> Bool {
        #expect(throws: MissingArgumentError.self) { try Arguments().needed(argument) }
        return Arguments()[argument] == nil
    }

    @Test func `an argument has its form, and reads values of its type alone`() throws {
        let word = Text.word("w", of: ["a", "b"], "about", such: "w: a")
        let texts = StepArgument<[String]>.texts("t", "about", such: "t: [a]")
        let users = StepArgument<[String]>.users("u", "about", such: "u: [a]")
        let flag = StepArgument<Bool>.flag("f", "about", such: "f: true")
        let number = StepArgument<Double>.number("n", "about", such: "n: 1")
        let duration = StepArgument<Duration>.duration("d", "about", such: "d: 1s")
        let call = StepArgument<CallReference>.call("c", "about", such: "c: default:x")
        let user = Text.user("u", "about", such: "u: bob")
        let aText = ["x", "-", "-", "-", "-", "-", "-", "-", "bob"]
        #expect(read(Self.text("a")) == aText && read(word) == aText && read(user) == aText)
        let list = #"["x", "y"]"#
        let several = ["[]", list, "[]", "[]", "[]", "[]", "[]", "[]", "[]"]
        #expect(read(texts) == several && read(users) == several)
        #expect(read(flag) == ["-", "-", "true", "false", "-", "-", "-", "-", "-"])
        #expect(read(number) == ["-", "-", "-", "-", "2.0", "0.5", "-", "-", "-"])
        #expect(read(duration) == ["-", "-", "-", "-", "-", "-", "3.0 seconds", "-", "-"])
        #expect(read(call).filter { $0 != "-" }.count == 1 && read(call)[7].contains(#"id: "c""#))
        #expect(absent(word) && absent(texts) && absent(users) && absent(flag) && absent(number))
        #expect(absent(duration) && absent(call) && absent(user))
        let forms: [(Argument, Argument.Form)] = [
            (Self.text("a").argument, .value(.text)), (word.argument, .value(.word(Words("word for w", ["a", "b"])))),
            (texts.argument, .value(.texts)), (users.argument, .users), (flag.argument, .value(.boolean)),
            (number.argument, .value(.number)), (duration.argument, .value(.duration)), (call.argument, .call),
            (user.argument, .value(.user)),
        ]
        for (argument, form) in forms { #expect(argument.form == form) }
        #expect(word.argument.about == "about" && word.argument.example == "w: a" && word.argument.name == "w")
        var arguments = Arguments()
        arguments[number.argument] = .value(.integer(7))
        #expect(try arguments.needed(number) == 7)
        let missing = #expect(throws: MissingArgumentError.self) { try arguments.needed(flag) }
        #expect(missing?.description == "the command needs `f`")
    }

    @Test func `a received command has its call, its members and other values`() {
        var arguments = Arguments()
        let bare = ReceivedCommand(name: "ring", arguments: arguments)
        #expect(bare.call == nil && bare.members == [] && bare.value("reason") == nil && bare.name == "ring")
        arguments[.call] = .call(CallReference(type: "default", id: "c"))
        arguments[.members] = .value(.texts(["alice", "bob"]))
        arguments[.reason] = .value(.text("busy"))
        let command = ReceivedCommand(name: "ring", arguments: arguments)
        #expect(command.call?.cid == "default:c" && command.members == ["alice", "bob"])
        #expect(command.value("reason") == .text("busy") && command.value("call") == nil)
    }

    @Test func `limits of zero stand for never`() {
        let usual = ParticipantLimits()
        #expect(usual.cancel == .seconds(15) && usual.incoming == .seconds(15) && usual.interceptor == .seconds(5))
        let never = ParticipantLimits(cancel: .zero, incoming: .zero, interceptor: .zero)
        #expect(never.cancel == nil && never.incoming == nil && never.interceptor == nil)
        let least = Duration.nanoseconds(1)
        let short = ParticipantLimits(cancel: least, incoming: least * 2, interceptor: least * 3)
        #expect(short.cancel == least && short.incoming == least * 2 && short.interceptor == least * 3)
    }

    @Test func `a guest library always connects`() {
        let guest = GuestLibrary("Bell", commands: ["ring"], properties: ["a", "b"], options: ["c"]) { _ in
            throw OwnError()
        }
        #expect(guest.commands == ["ring", "connect"] && guest.properties == ["a", "b"] && guest.options == ["c"])
        #expect(guest.name == "Bell" && guest.server == nil)
    }
}
