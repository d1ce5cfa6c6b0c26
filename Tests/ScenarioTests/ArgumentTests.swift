import CallLibraryGuest
import Testing
import Timing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// The arguments of commands, the vocabulary and the marks, as readers ask for them.
@Suite struct ArgumentTests {
    private static let argument = Argument("a", .value(.anything), "", such: "a: 1")

    private static func arguments(_ content: Arguments.Content?) -> Arguments {
        var arguments = Arguments()
        arguments[argument] = content
        return arguments
    }

    private static let call = CallReference(type: "default", id: "x")

    /// A content, and what each accessor finds in it.
    @Test(
        arguments: [
            (nil, ""), (Arguments.Content.call(call), "call default:x"),
            (.device(user: "u", name: "n"), "value u, device n, text u"),
            (.device(user: "u", name: nil), "value u, text u"),
            (.interceptor(InterceptorSpec(behaviour: .hangs, after: nil)), "interceptor"),
            (.value(.text("t")), "value t, text t"), (.value(.texts(["t", "u"])), "value [t, u], texts t u"),
            (.value(.list([.integer(1), .text("u")])), "value [1, u], texts u"),
            (.value(.boolean(true)), "value true, boolean true, flag"),
            (.value(.boolean(false)), "value false, boolean false"), (.value(.integer(3)), "value 3, integer 3"),
            (.value(.duration(.seconds(3))), "value 3s, duration 3s"),
            (.value(.map([.init(key: "k", value: .integer(1))])), "value {k: 1}, entries k"),
        ] as [(Arguments.Content?, String)])
    func `an argument has a content of one kind`(_ content: Arguments.Content?, _ found: String) {
        let (arguments, argument) = (Self.arguments(content), Self.argument)
        var words: [String] = []
        if let call = arguments.call(argument) { words.append("call \(call.cid)") }
        if let value = arguments.value(argument) { words.append("value \(value)") }
        if let name = arguments.device(argument) { words.append("device \(name)") }
        if arguments.interceptor(argument) != nil { words.append("interceptor") }
        if let text = arguments.text(argument) { words.append("text \(text)") }
        let texts = arguments.texts(argument)
        if !texts.isEmpty { words.append("texts \(texts.joined(separator: " "))") }
        if let truth = arguments.boolean(argument) { words.append("boolean \(truth)") }
        if arguments.flag(argument) { words.append("flag") }
        if let number = arguments.integer(argument) { words.append("integer \(number)") }
        if let duration = arguments.duration(argument) { words.append("duration \(duration.written)") }
        let entries = arguments.entries(argument)
        if !entries.isEmpty { words.append("entries \(entries.map(\.key).joined())") }
        #expect(words.joined(separator: ", ") == found)
        #expect(arguments.has(argument) == (content != nil))
        #expect(arguments.value(named: "a") == arguments.value(argument) && arguments.value(named: "b") == nil)
    }

    @Test func `a required argument is there, or its absence is an error`() throws {
        #expect(try Self.arguments(.value(.text("t"))).needed(Self.argument) == "t")
        let error = #expect(throws: MissingArgumentError.self) { try Self.arguments(nil).needed(Self.argument) }
        #expect(error?.argument == "a" && error?.description == "the command needs `a`")
    }

    @Test func `arguments are in the order of their names`() {
        var arguments = Arguments()
        for name in ["c", "a", "b"] { arguments[Argument(name, .value(.text), "", such: "")] = .value(.text(name)) }
        #expect(arguments.contents.map(\.name) == ["a", "b", "c"])
        arguments[Self.argument] = nil
        #expect(arguments.contents.map(\.name) == ["b", "c"])
        #expect(Self.call.cid == "default:x" && CallReference(type: "a", id: "b") != CallReference(type: "b", id: "a"))
    }

    // MARK: Vocabulary

    private static let phone = RegisteredKind(
        "phone", required: [Argument("number", .value(.text), "the number", such: "number: \"1\"")],
        optional: [Argument("tone", .value(.text), "the tone", such: "tone: a")], commands: ["connect", "dial"],
        properties: [PropertySpec("line", .text, "the line")])
    private static let vocabulary = Vocabulary.standard.adding(
        commands: [CommandSpec("dial", "dials", isForKindsAlone: true), CommandSpec("connect", "another")],
        interceptors: ["polite"], errors: ["Own"],
        kinds: [phone])

    @Test func `a program adds words, and the language's own come first`() {
        let vocabulary = Self.vocabulary
        #expect(vocabulary.command("dial")?.about == "dials" && vocabulary.command("connect")?.about != "another")
        #expect(vocabulary.command("zzz") == nil && Vocabulary.standard.command("dial") == nil)
        #expect(
            vocabulary.property("line")?.about == "the line" && vocabulary.isReported("line")
                && !vocabulary.isReported("callingState"))
        #expect(
            vocabulary.propertyNames.last == "line"
                && vocabulary.propertyNames.first == vocabulary.properties.first?.name)
        #expect(vocabulary.kind("phone") == Self.phone && vocabulary.kind("dial") == nil)
        #expect(vocabulary.errorWords.all.last == "Own" && vocabulary.errorWords.kind == "error")
        #expect(
            vocabulary.serverProperty("sessions", of: "sfu-2")?.server == "sfu"
                && vocabulary.serverProperty("sessions", of: "coordinator") == nil)
        #expect(vocabulary.eventPattern("log")?.name == "log" && vocabulary.eventPattern("zzz") == nil)
    }

    @Test(
        arguments: [
            ("accept", "accept"), ("leave", "call.leave"), ("acept", "accept"), ("zzzzzz", nil), ("join", "join"),
        ] as [(String, String?)])
    func `a command is meant by its name, its last part or a near word`(_ text: String, _ name: String?) {
        #expect(Vocabulary.standard.command(meantBy: text) == name)
    }

    private func found(_ participants: String, _ steps: String = "- alice: dial") -> [String] {
        complaints(scenario(steps: steps, participants: participants), vocabulary: Self.vocabulary)
    }

    private static let phones = "{alice: {kind: phone, with: {number: \"1\"}}, bob: }"

    @Test func `a participant of a registered kind has its arguments and commands`() throws {
        let text = scenario(
            steps: "- alice: dial\n- expect: {alice.line: free}",
            participants: "{alice: {kind: phone, with: {number: \"1\", tone: b}}, bob: }")
        let scenario = try read(text, vocabulary: Self.vocabulary)
        let part = try #require(scenario.participants.first?.part)
        #expect(part.kind == "phone" && part.arguments.contents.map(\.name) == ["number", "tone"])
        #expect(scenario.participants.first?.kind == .regular && scenario.participants.last?.part == nil)
        #expect(scenario.steps.first?.action.call?.command.spec.name == "dial")
        #expect(scenario.loadObstacles.map(\.reason) == ["`alice` is not a client of the call library"])
    }

    @Test(arguments: [
        (
            "{alice: {kind: phone}}", "- alice: dial",
            "3:16: error: `phone` needs `number`, the number; add a line like `number: \"1\"`"
        ),
        (
            "{alice: {kind: phone, with: {number: \"1\", ton: a}}}", "- alice: dial",
            "3:57: error: `phone` takes no `ton`; did you mean `tone`?"
        ),
        (
            "{alice: {kind: phone, with: [a]}}", "- alice: dial",
            "3:43: error: `with` is a mapping, not a list; write it like `with: {number: \"1\"}`"
        ),
        (
            "{alice: {with: {number: \"1\"}}}", "- alice: connect",
            "3:30: error: `with` is for participants of a kind that your own program registered; write `kind: phone` beside it"
        ),
        (
            phones, "- bob: dial",
            "6:10: error: `bob` cannot do `dial`, which is for participants of a registered kind; `phone` can do it"
        ),
        (
            phones, "- alice: accept",
            "6:12: error: `alice` is of the kind `phone`, which takes no `accept`; it can be `connect` or `dial`"
        ),
        (
            phones, "- everyone: dial",
            "6:15: error: `bob` cannot do `dial`, which is for participants of a registered kind; `phone` can do it"
        ),
        (
            phones, "- expect: {bob.line: free}",
            "6:14: error: `bob` has no property `line`; participants of the kind `phone` have it"
        ),
        (
            phones, "- expect: {everyone.line: free}",
            "6:14: error: `bob` has no property `line`; participants of the kind `phone` have it"
        ),
        (
            "{alice: {kind: phone, with: {number: \"1\"}, driver: {command: [a]}}}", "- alice: dial",
            "3:76: error: a participant of a registered kind has no driver"
        ),
        (
            "{alice: {kind: fax}}", "- alice: connect",
            "3:30: error: `fax` is not a kind of participant; it can be `regular`, `guest`, `anonymous` or `phone`"
        ),
    ])
    func `a mistake about a registered kind is reported`(_ participants: String, _ steps: String, _ message: String) {
        #expect(found(participants, steps) == [message])
    }

    // MARK: Marks

    @Test func `a mark is set once, and before it is used`() {
        var marks = MarkTable()
        let site = Site(file: "x", place: .start)
        marks.step = 3
        #expect(marks.set("m", at: site) == nil)
        #expect(marks.set("m", at: site)?.step == 3 && marks.set.count == 1)
        marks.use("m", at: site)
        marks.step = 4
        marks.use("m", at: site)
        marks.use("n", at: site)
        #expect(marks.used.map { marks.isSet(before: $0) } == [false, true, false])
    }

    @Test func `a name has its last value, and the place of its first`() {
        var scope = Scope()
        let site = Site(file: "x", place: .start)
        scope.bind("b", to: .init(.word("1"), at: site))
        scope.bind("a", to: .init(.list([.word("1"), .list([.word("2")])]), at: site))
        scope.bind("b", to: .init(.map([("k", .word("1")), ("l", .list([]))]), at: site, isUnknown: true))
        #expect(scope.names == ["b", "a"])
        #expect(scope["a"]?.count == 4 && scope["b"]?.count == 5 && scope["c"] == nil)
        #expect(scope["a"]?.shown == "a list" && scope["b"]?.shown == "a mapping" && scope["b"]?.isUnknown == true)
        #expect(Scope.Binding(.word("x"), at: site).shown == "`x`" && !Scope.Binding(.word("x"), at: site).isUnknown)
    }

    @Test(
        arguments: [
            (["callingState"], "a"), (["error"], "an"), (["interceptor"], "an"), (["unit"], "an"), (["x"], "a"),
            ([""], "a"),
        ] as [([String], String)])
    func `a kind of words has an article`(_ kinds: [String], _ article: String) {
        #expect(kinds.map { Words($0, []).article } == [article])
    }

    @Test(arguments: [
        ("5sec", "write `5s`"), ("5secs", "write `5s`"), ("5second", "write `5s`"), ("5seconds", "write `5s`"),
        ("5m", "write `5min`"), ("5mins", "write `5min`"),
        ("5minute", "write `5min`"), ("5minutes", "write `5min`"), ("5msec", "write `5ms`"), ("5millis", "write `5ms`"),
        ("5milliseconds", "write `5ms`"),
        ("5hour", "write `5h`"), ("5hours", "write `5h`"), ("5hr", "write `5h`"),
        ("5B", "the units are `ms`, `s`, `min` and `h`"),
    ])
    func `another name of a unit of time is known`(_ text: String, _ advice: String) {
        let error = #expect(throws: Units.Refusal.self) { try Units.duration(text, longest: .seconds(60)) }
        #expect(error?.suggestion == advice)
    }

    @Test(arguments: [
        ("5byte", "write `5B`"), ("5bytes", "write `5B`"), ("5b", "write `5B`"), ("5kB", "write `5KiB`"),
        ("5KB", "write `5KiB`"), ("5kb", "write `5KiB`"),
        ("5K", "write `5KiB`"), ("5MB", "write `5MiB`"),
    ])
    func `another name of a unit of size is known`(_ text: String, _ advice: String) {
        let error = #expect(throws: Units.Refusal.self) { try Units.bytes(text) }
        #expect(error?.suggestion == advice)
    }

    @Test(arguments: [
        ("5bps", "write `5bit/s`"), ("5kbps", "write `5kbit/s`"), ("5Kbps", "write `5kbit/s`"),
        ("5kb/s", "write `5kbit/s`"), ("5kbit", "write `5kbit/s`"),
        ("5Mbps", "write `5Mbit/s`"), ("5mbps", "write `5Mbit/s`"), ("5Mb/s", "write `5Mbit/s`"),
        ("5Mbit", "write `5Mbit/s`"), ("5Gbps", "write `5Gbit/s`"),
    ])
    func `another name of a unit of bandwidth is known`(_ text: String, _ advice: String) {
        let error = #expect(throws: Units.Refusal.self) { try Units.rate(text) }
        #expect(error?.suggestion == advice)
    }

    @Test(arguments: [
        ("999999999999ms", true), ("1000000000000ms", false), ("0000000000000000001s", true), ("0.123456789s", true),
        ("0.1234567891s", false),
        ("1.0000000000000s", true), ("60s", true), ("60.000000001s", false),
    ])
    func `a number is read with all its digits`(_ text: String, _ isRight: Bool) {
        let longest = text.hasSuffix("ms") ? Duration.seconds(2_000_000_000) : .seconds(60)
        let duration = try? Units.duration(text, longest: longest)
        #expect((duration != nil) == isRight)
    }

    @Test func `seeds are parsed from digits alone`() {
        #expect(SeedRange.read("1..20") == 1...20 && SeedRange.read("5..5") == 5...5)
        for text in ["1...20", "1.20", "..20", "1..", "2..1", "a..b", "1..20 ", "1..2..3", "-1..2", ""] {
            #expect(SeedRange.read(text) == nil, "\(text)")
        }
        #expect(
            SeedRange.seed("007") == 7 && SeedRange.seed("18446744073709551615") == .max
                && SeedRange.seed("18446744073709551616") == nil)
        #expect(SeedRange.seed("") == nil && SeedRange.seed("+1") == nil && SeedRange.most == 1_000_000)
        #expect((3...9).written == "3..9")
        let choice = SeedChoice([1...1, 3...9], because: "why")
        #expect(choice.reason(against: 2) == "it need not hold with the seed 2, only with `1` and `3..9`: why")
        #expect(choice.reason(against: 3) == nil && SeedChoice.usual == 1)
    }
}
