import ScenarioLanguage
import ScenarioVocabulary
import Timing
import Wire

/// One conversation with a driver, and the rules that it shows.
@MainActor
struct DriverConversation {
    private(set) var results: [(rule: String, result: DriverCheck.Result)] = []
    private let words: LibraryWords
    /// The real time that passes before `connect` and before `leave`; nil without a pause.
    private let pause: Duration?
    private(set) var hello: DriverHello?
    private(set) var transcript: [String] = []
    /// The transcript of the conversation that follows `bye`.
    private(set) var secondTranscript: [String] = []
    /// True when every line had its response.
    private(set) var isComplete = false
    private var answers = DriverAnswers()
    private var timer = DriverTimer()
    private var responses: [DriverProbe.Response] = []

    private static let invented = 1
    private static let connect = 2
    static let unknown = #""novelty":{"list":[1,null]}"#

    init(_ words: LibraryWords, pause: Duration? = nil) {
        self.words = words
        self.pause = pause
    }

    /// The text of the first broken rule.
    var complaint: String? {
        results.lazy.compactMap { if case .broken(let text) = $0.result { text } else { nil } }.first
    }

    mutating func lead(_ spec: DriverSpec, _ patience: Duration) {
        let probe: DriverProbe
        do throws(DriverFault) {
            probe = try DriverProbe(spec, patience: patience)
        } catch {
            return add("starts", .broken("the driver \(error)"))
        }
        defer { probe.close() }
        do throws(DriverFault) {
            try talk(with: probe)
            transcript = probe.transcript
            isComplete = hello != nil
            if isComplete { try takeLeave(of: probe) }
        } catch {
            add(error.isUnflushed ? "flushes" : "answers", .broken("the driver \(error)"))
        }
    }

    private mutating func talk(with probe: DriverProbe) throws(DriverFault) {
        let greeting = try probe.exchange(Self.greeting)
        responses.append(greeting)
        hello = probe.hello
        guard let hello = probe.hello else {
            let line = probe.transcript.first.map { "it was \($0)" } ?? "there is none"
            return add("hello", .broken("the first line must be a `hello`, and \(line)"))
        }
        add("hello", Self.order(of: greeting, hello))
        add("names of `hello`", names(of: hello))
        let invented = #""id":\#(Self.invented),"command":"juggle","arguments":{"balls":3}"#
        try ask(probe, "command", invented, command: Self.invented)
        add("invented command is unsupported", answers.result(of: Self.invented, "`juggle`", "unsupported"))
        if hello.isVirtual { try talkInVirtualTime(with: probe, hello) }
        add("commands are answered once", answers.result)
        add("unknown members are ignored", .kept("in \(responses.count) lines"))
        add("flushes", .kept("\(responses.count) responses came at once"))
        add("states", states)
    }

    private mutating func talkInVirtualTime(with probe: DriverProbe, _ hello: DriverHello) throws(DriverFault) {
        try wait(probe)
        if hello.commands.contains("connect") { try connect(probe, hello) }
        try ask(probe, "novelty", Self.unknown)
        add("a line of an unknown type is ignored", .kept("it was answered with `idle`"))
        let strays = ["", "ff", "60000000", "4845000000", "50450000ff"]
        for bytes in strays { try ask(probe, "datagram", #""from":"127.0.0.1:5683","bytes":"\#(bytes)""#) }
        add("a broken datagram is ignored", .kept("\(strays.count) datagrams"))
        if let at = timer.at {
            timer.now = at
            try ask(probe, "wake", Self.unknown)
        }
        try wait(probe)
        try ask(probe, "leave", Self.unknown)
        try endTimers(probe)
        add("timers are later than now", timer.result)
    }

    /// Lets real time pass. A line of the driver during it is one without a line of the harness, which ``ask`` reports.
    private mutating func wait(_ probe: DriverProbe) throws(DriverFault) {
        if let pause, !probe.isSilent(for: pause) { try ask(probe, "novelty", Self.unknown) }
    }

    /// Lets the driver connect to a coordinator that asks it to prove its address, as Rollcall's does.
    private mutating func connect(_ probe: DriverProbe, _ hello: DriverHello) throws(DriverFault) {
        let command = #""id":\#(Self.connect),"command":"connect","arguments":{}"#
        let first = try ask(probe, "command", command, command: Self.connect)
        guard !hello.hasOwnBackend else {
            return add("`connect` sends a datagram", .skipped("its backend is its own"))
        }
        add("`connect` sends a datagram", Self.sending(in: first))
        guard answers.isOpen(Self.connect), let request = DriverCheckCoordinator.request(in: first) else { return }
        let challenge = DriverCheckCoordinator.challenge(request)
        let proved = try deliver(challenge, to: probe)
        guard let again = DriverCheckCoordinator.request(in: proved) else {
            return add("`connect` ends", .broken("the request was answered with 4.01 and Echo, and not repeated"))
        }
        try deliver(DriverCheckCoordinator.acknowledgement(of: again), to: probe)
        try deliver(DriverCheckCoordinator.connection(again), to: probe)
        add("`connect` ends", answers.result(of: Self.connect, "`connect` after `connection.ok`", "done"))
    }

    /// Answers the driver's last requests and fires its timers until none is set.
    private mutating func endTimers(_ probe: DriverProbe) throws(DriverFault) {
        for _ in 0..<DriverTimer.patience {
            if let last = responses.last, let request = DriverCheckCoordinator.request(in: last) {
                try deliver(DriverCheckCoordinator.response(to: request), to: probe)
            } else if let at = timer.at {
                timer.now = at
                try ask(probe, "wake", Self.unknown)
            } else {
                return add("`leave` leaves no timer", .kept("after \(responses.count) lines"))
            }
        }
        add("`leave` leaves no timer", .broken("it set another one \(DriverTimer.patience) times"))
    }

    /// Ends the driver with `bye`, after a second conversation when it is reusable.
    private mutating func takeLeave(of probe: DriverProbe) throws(DriverFault) {
        if hello?.isReusable == true {
            probe.write(#"{"type":"bye"}"#)
            probe.startAnew()
            var again = DriverConversation(words)
            try again.talk(with: probe)
            secondTranscript = probe.transcript
        }
        probe.write(#"{"type":"bye"}"#)
        add(
            "`bye` ends it within a second",
            probe.endsInTime()
                ? .kept("after its input was closed")
                : .broken("it still ran a second after `bye` and the end of its input"))
    }

    private mutating func add(_ rule: String, _ result: DriverCheck.Result) { results.append((rule, result)) }

    // MARK: Lines

    static let greeting =
        #"{"type":"hello","version":1,"versions":[1,2],"clocks":["real","virtual"],"seed":7,"participant":"bob","#
        + #""user":{"id":"bob","name":"Bob","role":"user"},"token":"d18443","coordinator":{"host":"127.0.0.1","#
        + #""port":5683},"own":{"host":"127.1.0.2","port":50000},"options":{},"# + unknown + "}"

    /// Writes a line, and notes what the response says of commands and of the timer.
    @discardableResult
    private mutating func ask(
        _ probe: DriverProbe, _ type: String, _ members: String, command: Int? = nil
    ) throws(DriverFault) -> DriverProbe.Response {
        if let command { answers.open(command) }
        if type == "wake" { timer.fire() }
        let response = try probe.exchange(
            #"{"type":"\#(type)","now":\#(timer.now.nanoseconds),\#(members),"more":{}}"#)
        for (line, message) in zip(response.lines, response.messages) {
            answers.note(message, line)
            timer.note(message, line)
        }
        responses.append(response)
        return response
    }

    @discardableResult
    private mutating func deliver(_ message: CoAP.Message, to probe: DriverProbe) throws(DriverFault)
        -> DriverProbe.Response
    {
        let bytes = Hexadecimal.text(message.encoded())
        return try ask(probe, "datagram", #""from":"127.0.0.1:5683","bytes":"\#(bytes)""#)
    }

    // MARK: Rules

    private static func order(of greeting: DriverProbe.Response, _ hello: DriverHello) -> DriverCheck.Result {
        guard case .hello? = greeting.messages.first else {
            return .broken("it must be the first line, which was \(greeting.lines.first ?? "none")")
        }
        return .kept(hello.isVirtual ? "version 2, virtual time" : "version 1, real time")
    }

    private func names(of hello: DriverHello) -> DriverCheck.Result {
        let commands = Set(words.commands.map(\.name))
        let properties = Set(words.properties.map(\.name))
        let families: Set = ["custom", "events", "notifications", "refusals"]
        let wrong =
            hello.commands.subtracting(commands).sorted().map { ($0, "a command", commands) }
            + hello.properties.subtracting(properties).subtracting(families)
            .filter { !$0.hasPrefix("participants.") && !$0.hasPrefix("members.") }.sorted()
            .map { ($0, "a property", properties) }
            + hello.options.subtracting(DriverOption.names).sorted().map { ($0, "an option", Set(DriverOption.names)) }
        guard let (name, kind, known) = wrong.first else {
            let (commands, properties) = (hello.commands.count, hello.properties.count)
            return .kept(
                "\(commands) command\(commands == 1 ? "" : "s"), \(properties) propert\(properties == 1 ? "y" : "ies")")
        }
        let advice = Spelling.suggestion(for: name, in: known.sorted()).map { "; \($0)" } ?? ""
        return .broken("\(name.quoted) is not \(kind) of scenarios\(advice)")
    }

    private static func sending(in response: DriverProbe.Response) -> DriverCheck.Result {
        let destinations = response.messages.compactMap { if case .send(_, let to) = $0 { "\(to)" } else { nil } }
        guard let first = destinations.first else { return .broken("`connect` was answered without a `send`") }
        return first == "127.0.0.1:5683" ? .kept("to the coordinator") : .broken("to \(first), not 127.0.0.1:5683")
    }

    private var states: DriverCheck.Result {
        var count = 0
        for response in responses {
            for (line, message) in zip(response.lines, response.messages) {
                guard case .state(let members) = message else { continue }
                for member in members {
                    count += 1
                    do throws(DriverReportError) { _ = try DriverReport(member, words) } catch {
                        return .broken("a state \(error.text): \(line)")
                    }
                }
            }
        }
        return .kept("\(count) values")
    }
}
