import ScenarioLanguage
import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The check of the requests of commands.
@Suite struct ArgumentWatchTests {
    private static let alice = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    private static let server = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)

    private static func request(_ body: CBOR, query: [String] = [], from: SocketAddress = alice) -> DatagramRecord {
        var message = CoAP.Message(type: .confirmable, code: .post, messageID: 1)
        message.options.uriPath = ["video", "call", "default", "standup"]
        message.options.uriQuery = query
        message.payload = body.encoded()
        return DatagramRecord(
            number: 1, time: .start, from: from, to: server, bytes: message.encoded(), fate: .sent)
    }

    private static func violation(of step: String, _ datagrams: [DatagramRecord], isDone: Bool = true) throws -> String?
    {
        let command = try #require(try actions("- alice: \(step)").first?.call?.command)
        var watch = ArgumentWatch()
        watch.begin(command, number: 1, at: alice.host)
        for datagram in datagrams { watch.made(datagram) }
        watch.end(number: 1, isDone: isDone)
        return watch.violation
    }

    @Test(arguments: [
        ("call.update\n  custom: {topic: birds}", CBOR.map(["custom": .map(["topic": .text("birds")])])),
        ("call.collectUserFeedback\n  rating: 4", .map(["rating": .integer(4)])),
        ("call.delete\n  hard: true", .map(["hard": .boolean(true)])),
        ("call.blockUser\n  participant: bob", .map(["user_id": .text("bob")])),
        ("call.update\n  startsIn: 10min", .map(["starts_at": .integer(1)])),
        ("call.goLive\n  start: [hls]", .map(["start_hls": .boolean(true)])),
        ("call.queryMembers\n  sort: [-name]", .map(["sort": .array([.map(["field": .text("name")])])])),
        ("call.requestPermissions\n  permissions: [send-audio]", .map(["permissions": .array([.text("send-audio")])])),
    ])
    func `a command that returns has sent its arguments`(_ step: String, _ body: CBOR) throws {
        #expect(try Self.violation(of: step, [Self.request(body)]) == nil)
        #expect(try Self.violation(of: step, [Self.request(.map([:]))]) != nil)
        #expect(try Self.violation(of: step, []) != nil)
    }

    @Test(
        arguments: [
            ("maxItems: 3", ["maxItems": CBOR.integer(3)]), ("isOpen: true", ["isOpen": .boolean(true)]),
            ("n: [1, 2]", ["n": .array([.integer(1), .integer(2)])]), ("n: [true, 1]", ["n": .array([.boolean(true)])]),
            ("start: soon", ["start": .text("soon")]), ("has_video: true", ["has_video": .boolean(true)]),
            (
                "deep: {camelCase: [{itsKey: 7}]}",
                ["deep": .map(["camelCase": .array([.map(["itsKey": .integer(7)])])])]
            ),
        ] as [(String, CBOR.Map)])
    func `custom data of any form counts as sent`(_ text: String, _ custom: CBOR.Map) throws {
        let step = "call.create\n  call: default:standup\n  custom: {\(text)}"
        let body = CBOR.map(["data": .map(["custom": .map(custom)])])
        #expect(try Self.violation(of: step, [Self.request(body)]) == nil)
    }

    @Test func `another number, another client and an earlier request do not count`() throws {
        let step = "call.collectUserFeedback\n  rating: 4"
        #expect(try Self.violation(of: step, [Self.request(.map(["rating": .integer(5)]))]) != nil)
        let other = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 50_000)
        #expect(try Self.violation(of: step, [Self.request(.map(["rating": .integer(4)]), from: other)]) != nil)
    }

    @Test(arguments: ["accept", "answerOutside", "call.join\n  call: default:standup", nil])
    func `a join that another command has begun may send nothing`(_ earlier: String?) throws {
        var watch = ArgumentWatch()
        let steps = [earlier, "call.join\n  call: default:standup\n  ring: true"].compactMap(\.self)
        for (number, step) in steps.enumerated() {
            let command = try #require(try actions("- alice: \(step)").first?.call?.command)
            watch.begin(command, number: number, at: Self.alice.host)
            watch.end(number: number, isDone: true)
        }
        #expect((watch.violation == nil) == (earlier != nil))
    }

    @Test(arguments: [
        ("call.join\n  call: default:standup", nil, false),
        ("call.join\n  call: default:standup\n  ring: true", nil, true),
        ("call.get\n  call: default:standup", "ring\n  call: default:standup\n  members: [bob]", true),
        ("call.get\n  call: default:standup", "hangUp", false),
        ("call.get\n  call: default:standup", "call.join\n  call: default:other\n  ring: true", true),
    ])
    func `a request rings only when a command says it`(_ step: String, _ earlier: String?, isRight: Bool) throws {
        var watch = ArgumentWatch()
        for (number, text) in [earlier, step].compactMap(\.self).enumerated() {
            let command = try #require(try actions("- alice: \(text)").first?.call?.command)
            watch.begin(command, number: number, at: Self.alice.host)
            if text == step { watch.made(Self.request(.map(["ring": .boolean(true)]))) }
            watch.end(number: number, isDone: text == step)
        }
        #expect((watch.violation == nil) == isRight, "\(watch.violation ?? "")")
    }

    @Test func `a long text is judged only where its blocks arrive in their order`() throws {
        for (count, isInOrder, isJudged) in [(512, false, true), (513, false, false), (513, true, true)] {
            let text = String(repeating: "a", count: count)
            let command = try #require(
                try actions("- alice: call.sendCustomEvent\n  custom: {topic: \(text)}").first?.call?.command)
            var watch = ArgumentWatch()
            watch.begin(command, number: 1, at: Self.alice.host)
            watch.end(number: 1, isDone: true, isInOrder: isInOrder)
            #expect((watch.violation != nil) == isJudged, "\(count)")
        }
    }

    @Test(arguments: [true, false]) func `a flag in a request may be that of a later command`(isLater: Bool) throws {
        var watch = ArgumentWatch()
        let steps = ["call.ring\n  call: default:standup", "call.muteAllUsers\n  call: default:standup"]
        for (number, step) in steps.prefix(isLater ? 2 : 1).enumerated() {
            let command = try #require(try actions("- alice: \(step)").first?.call?.command)
            watch.begin(command, number: number, at: Self.alice.host)
        }
        watch.made(Self.request(.map(["video": .boolean(true)])))
        watch.end(number: 0, isDone: true)
        #expect((watch.violation == nil) == isLater)
    }

    @Test func `a number may be in a query, and a command that throws is not judged`() throws {
        let step = "call.get\n  call: default:standup\n  membersLimit: 2"
        #expect(try Self.violation(of: step, [Self.request(.map([:]), query: ["members_limit=2"])]) == nil)
        #expect(try Self.violation(of: step, [], isDone: false) == nil)
    }

    /// Commands whose arguments leave nothing in a request, or something of another form.
    @Test(
        arguments: [
            ("call.update\n  custom: {topic: \"\"}", CBOR.map([:]), nil),
            ("call.update\n  custom: {count: 0}", .map([:]), nil),
            ("call.update\n  custom: {flag: false}", .map([:]), nil),
            ("call.update\n  custom: {share: 1.5, none: ~}", .map([:]), nil),
            ("call.update\n  custom: {flag: true}", .map(["flag": .boolean(true)]), nil),
            ("call.update\n  custom: {flag: true}", .map(["flag": .boolean(false)]), "custom"),
            ("call.update\n  custom: {count: 3}", .map(["count": .integer(3)]), nil),
            ("call.update\n  custom: {count: 3}", .map(["other": .integer(3)]), "custom"),
            ("call.update\n  custom: {a: {b: [x, y]}}", .map(["b": .array([.text("x"), .text("y")])]), nil),
            ("call.update\n  custom: {a: {b: [x, y]}}", .map(["b": .text("x")]), "custom"),
        ] as [(String, CBOR, String?)])
    func `each part of an argument is in a request`(_ step: String, _ body: CBOR, _ missing: String?) throws {
        let text = try Self.violation(of: step, [Self.request(body)])
        #expect(text == missing.map { "call.update returned, and no request up to #1 contains its argument `\($0)`" })
    }

    @Test func `without a request none is named, and several requests count together`() throws {
        let step = "call.update\n  custom: {a: x, b: y}"
        #expect(
            try Self.violation(of: step, []) == "call.update returned, and no request contains its argument `custom`")
        #expect(
            try Self.violation(
                of: step, [Self.request(.map(["a": .text("x")])), Self.request(.map(["b": .text("y")]))]) == nil)
    }

    /// The response to a request of this suite.
    private static func response(_ code: CoAP.Code, from: SocketAddress = server) -> DatagramRecord {
        let message = CoAP.Message(type: .acknowledgement, code: code, messageID: 1)
        return DatagramRecord(number: 2, time: .start, from: from, to: alice, bytes: message.encoded(), fate: .sent)
    }

    @Test func `a refused request does not count, and a repeated one has all arguments again`() throws {
        let step = "call.get\n  call: default:standup\n  ring: true"
        let (right, bare) = (request(["ring=true"]), request([]))
        let refusal = Self.response(.unauthorized)
        #expect(try Self.violation(of: step, [right, refusal, bare]) != nil)
        #expect(try Self.violation(of: step, [right, refusal]) != nil)
        #expect(try Self.violation(of: step, [right, refusal, right]) == nil)
        #expect(try Self.violation(of: step, [right, Self.response(.content), bare]) == nil)
        let elsewhere = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 5683)
        #expect(try Self.violation(of: step, [right, Self.response(.unauthorized, from: elsewhere), bare]) == nil)
    }

    @Test func `a join that is tried again does not ring again`() throws {
        let step = "call.join\n  call: default:standup\n  ring: true"
        let (ringing, bare) = (Self.request(.map(["ring": .boolean(true)])), Self.request(.map([:])))
        let refusal = Self.response(.internalServerError)
        #expect(try Self.violation(of: step, [ringing, refusal, bare]) == nil)
        #expect(try Self.violation(of: step, [bare, refusal, bare]) != nil)
        let named = "call.join\n  call: default:standup\n  create: true\n  team: red"
        let red = Self.request(.map(["team": .text("red")]))
        #expect(try Self.violation(of: named, [red, refusal, bare]) != nil)
    }

    @Test func `a copy of a request does not separate the parts of a text`() throws {
        let step = "call.update\n  custom: {a: \"one and two\"}"
        let parts = ["one an", "d two"].enumerated().map { index, part in
            let message = CoAP.Message(
                type: .confirmable, code: .post, messageID: UInt16(index), payload: Array(part.utf8))
            return DatagramRecord(
                number: index + 1, time: .start, from: Self.alice, to: Self.server, bytes: message.encoded(),
                fate: .sent)
        }
        #expect(try Self.violation(of: step, [parts[0], parts[0], parts[1]]) == nil)
        #expect(try Self.violation(of: step, [parts[1], parts[0]]) != nil)
    }

    private func request(_ query: [String]) -> DatagramRecord { Self.request(.map([:]), query: query) }

    @Test func `the flag that a request sets on its own is named`() throws {
        let ringing = Self.request(.map(["ring": .boolean(true)]))
        let text = "call.join returned, and a request up to #1 sets `ring`, which the command does not"
        #expect(try Self.violation(of: "call.join\n  call: default:standup", [ringing]) == text)
        let notifying = Self.request(.map([:]), query: ["notify=true"])
        let other = "call.join returned, and a request up to #1 sets `notify`, which the command does not"
        #expect(try Self.violation(of: "call.join\n  call: default:standup", [notifying]) == other)
    }
}
