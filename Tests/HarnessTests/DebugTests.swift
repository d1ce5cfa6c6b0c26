import Foundation
import Journal
import ProgramTesting
import Testing

/// `rollcall debug`: in a terminal, and as an editor's debug adapter.
@Suite struct DebugTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.writeScenario("A-1", to: "a.yaml")
    }

    private func shell(_ line: String) throws -> Program.Outcome {
        try Program(at: "/bin/sh", in: folder).run(["-c", line], environment: ["R": rollcall.path.path])
    }

    /// Sends requests to the adapter, and returns its messages.
    private func talk(_ requests: [String], _ words: String = "a.yaml") throws -> [JSON] {
        let texts = requests.enumerated().map { "{\"seq\":\($0 + 1),\"type\":\"request\",\($1)}" }
        try folder.write(texts.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined(), to: "input")
        let outcome = try shell("$R debug \(words) < input")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.output.split(separator: "Content-Length: ").map { part in
            let body = try #require(part.firstRange(of: "\r\n\r\n")).upperBound
            #expect(Int(part.prefix { $0.isNumber }) == part[body...].utf8.count)
            return try JSON(parsing: Array(part[body...].utf8))
        }
    }

    private func body(_ messages: [JSON], of sequence: Int) -> JSON? {
        messages.first { $0["request_seq"]?.integer == sequence }?["body"]
    }

    private func reasons(_ messages: [JSON]) -> [String] {
        messages.filter { $0["event"]?.text == "stopped" }.compactMap { $0["body"]?["reason"]?.text }
    }

    @Test func `a terminal steps forwards and backwards, stops where a property changes, and explains it`() throws {
        let outcome = try shell(
            "printf '%s\\n' step back 'watch bob.callingState' c 'p bob.callingState' c 'why bob' r 'break 99' n dance stpe print help q "
                + "| $R debug a.yaml --terminal --seed 3")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("0.000 s  a.yaml:8: step 1: alice: ring"))
        #expect(lines[1].contains("step 2: bob: accept") && lines[2] == lines[0])
        #expect(lines[3] == "stops where bob.callingState changes")
        #expect(lines[5] == "  bob.callingState: incoming")
        #expect(lines[7].hasPrefix("bob.callingState is joining since 0.000 s"))
        #expect(outcome.output.contains("stops at line 12\n") && outcome.output.contains("quit   "))
        #expect(outcome.output.contains("there is no command `dance`; `help` lists the commands\n"))
        #expect(outcome.output.contains("there is no command `stpe`; did you mean `step`?\n"))
        #expect(outcome.output.contains("`print` is not used like this; `help` lists the commands\n"))
    }

    @Test func `an editor stops at a line, sees the properties of all, and steps back`() throws {
        let messages = try talk([
            "\"command\":\"initialize\"", "\"command\":\"launch\"",
            "\"command\":\"setBreakpoints\",\"arguments\":{\"breakpoints\":[{\"line\":13},{\"line\":1}]}",
            "\"command\":\"configurationDone\"", "\"command\":\"threads\"", "\"command\":\"continue\"",
            "\"command\":\"stackTrace\"", "\"command\":\"scopes\"",
            "\"command\":\"variables\",\"arguments\":{\"variablesReference\":2}",
            "\"command\":\"stepBack\"", "\"command\":\"stackTrace\"", "\"command\":\"dance\"",
            "\"command\":\"disconnect\"",
        ])
        #expect(body(messages, of: 1)?["supportsStepBack"] == .boolean(true))
        let breakpoints = body(messages, of: 3)?["breakpoints"]?.elements ?? []
        #expect(breakpoints.map { $0["verified"] } == [.boolean(true), .boolean(false)])
        #expect(breakpoints.first?["line"]?.integer == 12)
        let frame = body(messages, of: 7)?["stackFrames"]?.elements?.first
        #expect(frame?["line"]?.integer == 12 && frame?["source"]?["path"]?.text?.hasSuffix("/a.yaml") == true)
        #expect(
            body(messages, of: 8)?["scopes"]?.elements?.compactMap { $0["name"]?.text } == [
                "alice", "bob", "pending timers", "links",
            ])
        let variables = body(messages, of: 9)?["variables"]?.elements ?? []
        #expect(variables.first { $0["name"]?.text == "callingState" }?["value"]?.text == "inCall")
        #expect(body(messages, of: 11)?["stackFrames"]?.elements?.first?["line"]?.integer == 11)
        let refused = messages.first { $0["request_seq"]?.integer == 12 }
        #expect(refused?["success"] == .boolean(false))
        #expect(reasons(messages) == ["entry", "breakpoint", "step"])
    }

    @Test func `an editor watches a property, goes back to its change, and asks why`() throws {
        #expect(try rollcall.run("run", "a.yaml").status == 0)
        let messages = try talk(
            [
                "\"command\":\"dataBreakpointInfo\",\"arguments\":{\"variablesReference\":1,\"name\":\"callingState\"}",
                "\"command\":\"setDataBreakpoints\",\"arguments\":{\"breakpoints\":[{\"dataId\":\"alice.callingState\"}]}",
                "\"command\":\"continue\"",
                "\"command\":\"evaluate\",\"arguments\":{\"expression\":\"alice.callingState\"}",
                "\"command\":\"continue\"", "\"command\":\"reverseContinue\"",
                "\"command\":\"evaluate\",\"arguments\":{\"expression\":\"why alice.callingState\"}",
                "\"command\":\"evaluate\",\"arguments\":{\"expression\":\"1 + 1\"}", "\"command\":\"disconnect\"",
            ], ".rollcall/A-1")
        #expect(body(messages, of: 1)?["dataId"]?.text == "alice.callingState")
        #expect(body(messages, of: 4)?["result"]?.text == "outgoing")
        #expect(body(messages, of: 7)?["result"]?.text?.contains("command alice: ring") == true)
        #expect(reasons(messages) == ["data breakpoint", "data breakpoint", "data breakpoint"])
        #expect(messages.first { $0["request_seq"]?.integer == 8 }?["success"] == .boolean(false))
    }

    /// Writes a scenario in which bob loses his network, and a datagram with it.
    private func writeLoss() throws {
        try folder.write(
            """
            id: N-1
            name: Bob loses his network
            participants: [alice, bob]
            network: {latency: 20ms}
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
              - within: 1s
                expect: {bob.callingState: incoming}
              - network: {bob: cut}
              - wait: 6s
              - network: {bob: heal}
              - wait: 1s

            """, to: "n.yaml")
    }

    @Test func `a terminal stops at datagrams and timers, and shows pending timers and links`() throws {
        try writeLoss()
        let outcome = try shell(
            "printf '%s\\n' 'break datagram sent call.ring' c links c 'break timer bob ping' timers c timers "
                + "'break datagram bob lost' c links r 'break datagram dance' 'break timer' 'break timer dance' e q "
                + "| $R debug n.yaml --terminal")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        var rest = lines[...]
        /// Skips to a line with this beginning, and returns it.
        func next(_ beginning: String) -> String? {
            rest = rest.drop { !$0.hasPrefix(beginning) }
            return rest.popFirst()
        }
        #expect(next("stops at 2 entries of this run") != nil, "\(outcome.output)")
        #expect(next("0.040 s  n.yaml:9: step 2: expect: ") != nil, "\(outcome.output)")
        let ring = try #require(next("  datagram "), "\(outcome.output)")
        #expect(ring.contains(" sent: coordinator → bob  ") && ring.contains("call.ring"))
        #expect(next("  alice: latency 20ms since 0.000 s") != nil, "\(outcome.output)")
        #expect(next("  bob: latency 20ms since 0.000 s; under way: #") != nil, "\(outcome.output)")
        #expect(next("stops at 1 entry of this run") != nil, "\(outcome.output)")
        #expect(next("  bob: ping of the event stream: fires at 5.000 s, armed at 0.000 s") != nil, "\(outcome.output)")
        #expect(next("  timer of bob fired: ping of the event stream") != nil, "\(outcome.output)")
        let lost = try #require(next("  datagram "), "\(outcome.output)")
        #expect(lost.contains(" lost (") && lost.contains("bob → coordinator  "), "\(lost)")
        #expect(next("  bob: latency 20ms since 0.000 s; cut since 0.0") != nil, "\(outcome.output)")
        #expect(next("  timer of bob fired: ping of the event stream") != nil, "\(outcome.output)")
        #expect(next("no datagram of this run has the words `dance`") != nil, "\(outcome.output)")
        #expect(next("write `datagram` or `timer` and words") != nil, "\(outcome.output)")
        #expect(next("no timer of this run has the words `dance`") != nil, "\(outcome.output)")
    }

    @Test func `an editor stops at datagrams and timers, and sees pending timers and links`() throws {
        try writeLoss()
        let set = #""command":"setFunctionBreakpoints","arguments":{"breakpoints":["#
        let messages = try talk(
            [
                #""command":"initialize""#,
                set
                    + #"{"name":"datagram SENT call.ring"},{"name":"timer bob ping"},{"name":"timer dance"},{"name":"x"}]}"#,
                #""command":"configurationDone""#, #""command":"continue""#,
                #""command":"variables","arguments":{"variablesReference":3}"#,
                #""command":"variables","arguments":{"variablesReference":4}"#,
                #""command":"dataBreakpointInfo","arguments":{"variablesReference":4,"name":"bob"}"#,
                #""command":"evaluate","arguments":{"expression":"links"}"#,
                #""command":"continue""#, #""command":"continue""#, set + "]}", #""command":"continue""#,
                #""command":"disconnect""#,
            ], "n.yaml")
        #expect(body(messages, of: 1)?["supportsFunctionBreakpoints"] == .boolean(true))
        let breakpoints = body(messages, of: 2)?["breakpoints"]?.elements ?? []
        #expect(breakpoints.map { $0["verified"] } == [true, true, false, false].map { .boolean($0) })
        #expect(breakpoints[2]["message"]?.text == "no timer of this run has the words `dance`")
        #expect(breakpoints[3]["message"]?.text?.hasPrefix("write `datagram` or `timer` and words") == true)
        let stops = messages.filter { $0["event"]?.text == "stopped" }.compactMap { $0["body"] }
        #expect(
            stops.compactMap { $0["reason"]?.text } == ["entry"] + [String](repeating: "function breakpoint", count: 3)
                + ["pause"])
        #expect(stops[1]["text"]?.text?.contains(" sent: coordinator → bob  ") == true)
        #expect(stops[3]["text"]?.text == "timer of bob fired: ping of the event stream")
        let timers = body(messages, of: 5)?["variables"]?.elements ?? []
        #expect(timers.contains { $0["name"]?.text == "bob: ping of the event stream" })
        let links = body(messages, of: 6)?["variables"]?.elements ?? []
        #expect(links.compactMap { $0["name"]?.text } == ["alice", "bob"])
        #expect(links.last?["value"]?.text?.contains("latency 20ms since 0.000 s; under way: #") == true)
        #expect(body(messages, of: 7)?["dataId"] == .null)
        #expect(body(messages, of: 8)?["result"]?.text?.contains("  bob: latency 20ms") == true)
    }

    @Test func `at the end a run can be continued backwards, and ends when it is continued forwards`() throws {
        let messages = try talk(
            [
                "\"command\":\"continue\"", "\"command\":\"reverseContinue\"", "\"command\":\"continue\"",
                "\"command\":\"continue\"",
            ])
        #expect(reasons(messages) == ["pause", "pause", "pause"])
        #expect(messages.last?["event"]?.text == "terminated")
    }

    @Test func `a command at a position shows both futures, in a terminal and in an editor`() throws {
        let outcome = try shell(
            "printf '%s\\n' step 'if bob rejects now' 'if bob: dance' 'if wait: 1s' q | $R debug a.yaml --terminal")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("what if `bob: reject`\n"), "\(outcome.output)")
        #expect(outcome.output.contains("as recorded: passed\n  what if: failed: "), "\(outcome.output)")
        #expect(outcome.output.contains("`bob: dance` is not a command: "), "\(outcome.output)")
        #expect(outcome.output.contains("`wait: 1s` is not a command: "), "\(outcome.output)")
        let messages = try talk([
            "\"command\":\"next\"",
            "\"command\":\"evaluate\",\"arguments\":{\"expression\":\"if bob: reject\"}",
            "\"command\":\"whatIf\",\"arguments\":{\"command\":\"bob: reject\"}", "\"command\":\"disconnect\"",
        ])
        let futures = try #require(body(messages, of: 2)?["result"]?.text)
        #expect(outcome.output.contains(futures), "\(futures)")
        #expect(body(messages, of: 3)?["result"]?.text == futures)
    }

    @Test func `a terminal stops where a condition of the language becomes true, forwards and backwards`() throws {
        let outcome = try shell(
            "printf '%s\\n' 'break bob.callingState == inCall' 'break 12 if bob.callingState: idle' breaks c "
                + "'p bob.callingState' 'p bob.callingState: inCall' 'p {bob.callingState: {oneOf: [idle, inCall]}}' "
                + "'p bob.roster: {contains: [alice, bob]}' 'p bob.participantCount > 1' c 'delete 1' r "
                + "'p bob.callingState != idle' 'break bob.callingState' 'break bob.calingState: idle' "
                + "'break alice.callingState: lobby' 'p bob.nothing' 'delete 7' q | $R debug a.yaml --terminal")
        #expect(outcome.status == 0, "\(outcome.errors)")
        var rest = outcome.output.split(separator: "\n").map(String.init)[...]
        func next(_ beginning: String) -> String? {
            rest = rest.drop { !$0.hasPrefix(beginning) }
            return rest.popFirst()
        }
        for line in [
            "stops at 1 entry of this run", "stops at line 12 if bob.callingState: idle",
            "  1  bob.callingState == inCall",
            "  2  line 12 if bob.callingState: idle",
            // The moment is the last one before the next step.
            "0.000 s  a.yaml:11: step 2: bob: accept", "  bob.callingState: inCall",
            "  bob.callingState: inCall: true (bob.callingState: inCall)",
            "  {bob.callingState: {oneOf: [idle, inCall]}}: true (", "  bob.roster: {contains: [alice, bob]}: true (",
            "  bob.participantCount > 1: true (bob.participantCount: 2)", "the end", "  1  line 12 if", "the beginning",
            "  bob.callingState != idle: false (bob.callingState: idle)",
            "write a condition, such as `bob.callingState: ",
        ] { #expect(next(line) != nil, "\(line) in \(outcome.output)") }
        #expect(next("a participant has no property `calingState`; did you mean `callingState`?") != nil)
        #expect(next("`alice.callingState: lobby` becomes true nowhere in this run") != nil, "\(outcome.output)")
        #expect(next("a participant has no property `nothing`") != nil, "\(outcome.output)")
        #expect(next("there is no breakpoint 7") != nil, "\(outcome.output)")
    }

    @Test func `all properties of a participant are values too, and those of the end of a failed run`() throws {
        try folder.writeScenario("B-1", expecting: "lobby", to: "b.yaml")
        let outcome = try shell("printf '%s\\n' c 'p bob.*' 'p alice' q | $R debug b.yaml --terminal")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = Set(outcome.output.split(separator: "\n").map(String.init))
        #expect(lines.isSuperset(of: ["  callingState: inCall", "  participantCount: 2"]), "\(outcome.output)")
        #expect(lines.count > 100, "\(lines.count) lines")
        let messages = try talk(
            [
                #""command":"continue""#, #""command":"variables","arguments":{"variablesReference":2}"#,
                #""command":"variables","arguments":{"variablesReference":100001}"#,
                #""command":"evaluate","arguments":{"expression":"bob.participantCount > 5","context":"watch"}"#,
                #""command":"disconnect""#,
            ], "b.yaml")
        let own = body(messages, of: 2)?["variables"]?.elements ?? []
        #expect(own.last?["name"]?.text == "all properties" && own.last?["variablesReference"]?.integer == 100_001)
        let all = body(messages, of: 3)?["variables"]?.elements ?? []
        #expect(all.count > 100 && all.contains { $0["name"]?.text == "participantCount" && $0["value"]?.text == "2" })
        #expect(body(messages, of: 4)?["result"]?.text == "false (bob.participantCount: 2)")
    }

    /// The requests of Visual Studio Code at the beginning of a session, in its order.
    private func opening(_ breakpoints: String, in file: String) -> [String] {
        [
            #""command":"initialize","arguments":{"clientID":"vscode","adapterID":"rollcall","linesStartAt1":true,"#
                + #""pathFormat":"path","supportsVariableType":true,"supportsRunInTerminalRequest":true}"#,
            #""command":"launch","arguments":{"type":"rollcall","request":"launch","program":"a.yaml"}"#,
            #""command":"setBreakpoints","arguments":{"source":{"name":"other.yaml","path":"/tmp/other.yaml"},"#
                + #""lines":[3],"breakpoints":[{"line":3}],"sourceModified":false}"#,
            #""command":"setBreakpoints","arguments":{"source":{"name":"a.yaml","path":"\#(file)"},"#
                + #""breakpoints":[\#(breakpoints)],"sourceModified":false}"#,
            #""command":"setFunctionBreakpoints","arguments":{"breakpoints":[{"name":"bob.callingState: inCall"}]}"#,
            #""command":"setExceptionBreakpoints","arguments":{"filters":[]}"#, #""command":"configurationDone""#,
            #""command":"threads""#,
        ]
    }

    @Test func `the session of Visual Studio Code has breakpoints of one file, conditions and the verdict`() throws {
        let file = folder.url.appendingPathComponent("a.yaml").path
        let breakpoints =
            #"{"line":11},{"line":12,"condition":"bob.callingState: idle"},{"line":11,"condition":"nothing"}"#
        let messages = try talk(
            opening(breakpoints, in: file) + [
                #""command":"continue","arguments":{"threadId":1}"#,
                #""command":"continue","arguments":{"threadId":1}"#,
                #""command":"continue","arguments":{"threadId":1}"#,
                #""command":"stepBack","arguments":{"threadId":1,"granularity":"line"}"#,
                #""command":"disconnect","arguments":{"restart":false,"terminateDebuggee":true}"#,
            ])
        #expect(body(messages, of: 1)?["supportsConditionalBreakpoints"] == .boolean(true))
        let other = body(messages, of: 3)?["breakpoints"]?.elements?.first
        #expect(other?["verified"] == .boolean(false) && other?["message"]?.text?.contains("in this file") == true)
        let own = body(messages, of: 4)?["breakpoints"]?.elements ?? []
        #expect(own.map { $0["verified"] } == [true, true, false].map { .boolean($0) })
        #expect(body(messages, of: 5)?["breakpoints"]?.elements?.first?["verified"] == .boolean(true))
        let output = messages.first { $0["event"]?.text == "output" }?["body"]?["output"]?.text
        #expect(output?.hasPrefix("passed  A-1  ") == true)
        #expect(reasons(messages) == ["entry", "breakpoint", "function breakpoint", "pause", "step"])
    }

    @Test func `an editor shows why a scenario cannot be debugged`() throws {
        try folder.write("id: A-9\n", to: "bad.yaml")
        let requests = [#""command":"initialize""#, #""command":"launch""#, #""command":"disconnect""#]
        let texts = requests.enumerated().map { "{\"seq\":\($0 + 1),\"type\":\"request\",\($1)}" }
        try folder.write(texts.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined(), to: "input")
        let outcome = try shell("$R debug bad.yaml < input")
        #expect(outcome.status == 65)
        #expect(
            outcome.output.contains("\"success\":false") && outcome.output.contains("bad.yaml"), "\(outcome.output)")
        #expect(outcome.output.contains("\"event\":\"terminated\""))
    }

    @Test(arguments: [
        ("Content-Length: many\\r\\n\\r\\n{}", "message 1 at byte 0: its header has no `Content-Length` with a number"),
        ("Content-Length: 99999999999\\r\\n\\r\\n{}", "message 1 at byte 0: its length is 99999999999"),
        ("Content-Length: 5\\r\\n\\r\\n{1: 2", "message 1 at byte 22: it is not JSON: "),
        ("Content-Length: 2\\r\\n\\r\\n{}", "message 1 at byte 21: it has no `command`"),
        ("Content-Length: 9\\r\\n\\r\\n{}", "message 1 at byte 0: the input ends inside it"),
        (
            #"Content-Length: 32\r\n\r\n{"seq":1,"command":"initialize"} Content"#,
            "message 2 at byte 54: the input ends inside it"
        ),
        ("next", "message 1 at byte 0: the input ends inside it"),
    ]) func `a message that cannot be read ends the debugger with its place`(
        _ input: String, _ message: String
    ) throws {
        let outcome = try shell("printf '\(input)' | $R debug a.yaml")
        #expect(outcome.status == 65 && outcome.errors.contains(message), "\(outcome.status): \(outcome.errors)")
    }

    @Test func `several scenarios and none are refused`() throws {
        try folder.writeScenario("A-2", to: "b.yaml")
        let several = try rollcall.run("debug", ".")
        #expect(several.status == 64 && several.errors.contains(". has 2 scenarios: name one"), "\(several.errors)")
        #expect(try rollcall.run("debug").status == 64)
    }
}
