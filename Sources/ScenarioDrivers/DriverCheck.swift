package import ScenarioLanguage
package import ScenarioVocabulary
import Timing
import Wire

/// The rules of the protocol that a driver can break without a scenario (`Docs/driver.md`), each with its result.
@MainActor
package struct DriverCheck {
    /// The result of one rule.
    package enum Result: Equatable {
        case kept(String)
        case broken(String)
        case skipped(String)
    }

    package private(set) var results: [(rule: String, result: Result)] = []
    private let spec: DriverSpec
    private let words: LibraryWords
    private let patience: Duration

    /// Checks all rules. A rule that cannot be checked, because the driver died before, is skipped.
    package init(_ spec: DriverSpec, _ words: LibraryWords, patience: Duration = .seconds(5)) {
        self.spec = spec
        self.words = words
        self.patience = patience
        var first = DriverConversation(words)
        first.lead(spec, patience)
        results = first.results
        compare(first)
    }

    package var isKept: Bool {
        results.allSatisfy { if case .broken = $0.result { false } else { true } }
    }

    /// Compares the responses to equal lines: a virtual-time driver is deterministic, in a new process and after `bye`.
    private mutating func compare(_ first: DriverConversation) {
        guard let hello = first.hello, hello.isVirtual, first.isComplete else {
            results.append(("same answers twice", .skipped("only for a whole conversation in virtual time")))
            return
        }
        var second = DriverConversation(words)
        second.lead(spec, patience)
        results.append(("same answers twice", Self.difference(first.transcript, second.transcript)))
        guard hello.isReusable else { return }
        results.append(("same answers after `bye`", Self.difference(first.transcript, first.secondTranscript)))
    }

    private static func difference(_ one: [String], _ other: [String]) -> Result {
        for (index, pair) in zip(one, other).enumerated() where pair.0 != pair.1 {
            return .broken("line \(index + 1) was \(pair.0), and then \(pair.1)")
        }
        guard one.count == other.count else { return .broken("\(one.count) lines, and then \(other.count)") }
        return .kept("\(one.count) lines")
    }
}

/// One conversation with a driver, and the rules that it shows.
@MainActor
struct DriverConversation {
    private(set) var results: [(rule: String, result: DriverCheck.Result)] = []
    private let words: LibraryWords
    private(set) var hello: DriverHello?
    private(set) var transcript: [String] = []
    /// The transcript of the conversation that follows `bye`.
    private(set) var secondTranscript: [String] = []
    /// True when every line had its response.
    private(set) var isComplete = false

    private static let second = 1_000_000_000
    static let unknown = #""novelty":{"list":[1,null]}"#

    init(_ words: LibraryWords) {
        self.words = words
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
            isComplete = true
            try takeLeave(of: probe)
        } catch {
            add("answers", .broken("the driver \(error)"))
        }
    }

    private mutating func talk(with probe: DriverProbe) throws(DriverFault) {
        let greeting = try probe.exchange(Self.greeting)
        hello = probe.hello
        guard let hello = probe.hello else { return add("hello", .broken("the first response has no `hello`")) }
        add("hello", .kept(hello.isVirtual ? "version 2, virtual time" : "version 1, real time"))
        add("names of `hello`", names(of: hello))
        var responses = [greeting]
        let invented = try probe.exchange(
            Self.line("command", 0, #""id":1,"command":"juggle","arguments":{"balls":3}"#))
        add("invented command is unsupported", Self.refusal(in: invented))
        responses.append(invented)
        if hello.isVirtual { responses += try talkInVirtualTime(with: probe, hello) }
        add("unknown members are ignored", .kept("in \(responses.count) lines"))
        add("states", states(in: responses))
    }

    private mutating func talkInVirtualTime(
        with probe: DriverProbe, _ hello: DriverHello
    ) throws(DriverFault) -> [DriverProbe.Response] {
        var responses: [DriverProbe.Response] = []
        if hello.commands.contains("connect") {
            let connect = try probe.exchange(Self.line("command", 0, #""id":2,"command":"connect","arguments":{}"#))
            add("`connect` sends a datagram", Self.sending(in: connect, hello))
            responses.append(connect)
        }
        responses.append(try probe.exchange(Self.line("novelty", 0, Self.unknown)))
        add("a line of an unknown type is ignored", .kept("it was answered with `idle`"))
        let strays = ["", "ff", "60000000", "4845000000"]
        for bytes in strays {
            responses.append(
                try probe.exchange(Self.line("datagram", 0, #""from":"127.0.0.1:5683","bytes":"\#(bytes)""#)))
        }
        add("a broken datagram is ignored", .kept("\(strays.count) datagrams"))
        let timers = responses.flatMap(\.messages).compactMap { if case .wake(let at) = $0 { at } else { nil } }
        if let at = timers.last {
            responses.append(try probe.exchange(Self.line("wake", Int(at.nanoseconds), Self.unknown)))
        }
        add("timers are later than now", Self.timers(in: responses))
        responses.append(try probe.exchange(Self.line("leave", 100 * Self.second, Self.unknown)))
        return responses
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
            probe.endsInTime() ? .kept("after its input was closed") : .broken("it still ran"))
    }

    private mutating func add(_ rule: String, _ result: DriverCheck.Result) { results.append((rule, result)) }

    // MARK: Lines

    static let greeting =
        #"{"type":"hello","version":1,"versions":[1,2],"clocks":["real","virtual"],"seed":7,"participant":"bob","#
        + #""user":{"id":"bob","name":"Bob","role":"user"},"token":"d18443","coordinator":{"host":"127.0.0.1","#
        + #""port":5683},"own":{"host":"127.1.0.2","port":50000},"options":{},"# + unknown + "}"

    private static func line(_ type: String, _ now: Int, _ members: String) -> String {
        #"{"type":"\#(type)","now":\#(now),\#(members),"more":{}}"#
    }

    // MARK: Rules

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
            return .kept("\(hello.commands.count) commands, \(hello.properties.count) properties")
        }
        let advice = Spelling.suggestion(for: name, in: known.sorted()).map { "; \($0)" } ?? ""
        return .broken("\(name.quoted) is not \(kind) of scenarios\(advice)")
    }

    private static func refusal(in response: DriverProbe.Response) -> DriverCheck.Result {
        let answers = response.messages.compactMap { message -> String? in
            switch message {
            case .done(1): "done"
            case .failed(1, _): "failed"
            case .unsupported(1, _): "unsupported"
            default: nil
            }
        }
        return answers == ["unsupported"]
            ? .kept("`juggle` was") : .broken("`juggle` was answered with \(answers.isEmpty ? ["nothing"] : answers)")
    }

    private static func sending(in response: DriverProbe.Response, _ hello: DriverHello) -> DriverCheck.Result {
        guard !hello.hasOwnBackend else { return .skipped("its backend is its own") }
        let destinations = response.messages.compactMap { if case .send(_, let to) = $0 { "\(to)" } else { nil } }
        guard let first = destinations.first else { return .broken("`connect` was answered without a `send`") }
        return first == "127.0.0.1:5683" ? .kept("to the coordinator") : .broken("to \(first), not 127.0.0.1:5683")
    }

    private static func timers(in responses: [DriverProbe.Response]) -> DriverCheck.Result {
        let instants = responses.flatMap(\.messages).compactMap { if case .wake(let at?) = $0 { at } else { nil } }
        if let early = instants.first(where: { $0 <= .start }) {
            return .broken("`wake` at \(early.nanoseconds), and it was 0")
        }
        return .kept("\(instants.count) timers")
    }

    private func states(in responses: [DriverProbe.Response]) -> DriverCheck.Result {
        var count = 0
        for message in responses.flatMap(\.messages) {
            guard case .state(let members) = message else { continue }
            for member in members {
                count += 1
                do throws(DriverReportError) { _ = try DriverReport(member, words) } catch {
                    return .broken("a state \(error.text)")
                }
            }
        }
        return .kept("\(count) values")
    }
}
