import Journal
import ScenarioLanguage
import ScenarioVocabulary
import Timing
import Wire

/// One conversation with a driver, and the rules that it shows as kept or broken.
@MainActor
struct DriverConversation {
    var results: [DriverRule: DriverCheck.Result] = [:]
    let words: LibraryWords
    let addition: DriverAddition
    private(set) var hello: DriverHello?
    /// The lines of the driver, without the responses to lines that only this conversation has.
    private(set) var transcript: [String] = []
    /// The transcript of the conversation that follows `bye`.
    private(set) var secondTranscript: [String] = []
    /// True when every line had its response.
    private(set) var isComplete = false
    /// True when it ended because a response was missing.
    private(set) var isSilenced = false
    /// True between the first and the last line that only this conversation has.
    private(set) var isAdding = false
    private(set) var commandResponses = DriverResponses()
    private(set) var timer = DriverTimer()
    private(set) var responses: [DriverProbe.Response] = []
    /// The first message of the event stream, once it was delivered.
    var opening: CoAP.Message?
    var isVirtual: Bool { hello?.isVirtual ?? false }

    private static let invented = 1
    static let connect = 2
    /// The time in which a driver writes nothing after `idle`.
    private static let silence = Duration.milliseconds(20)
    /// A pause in real time, which must not change the lines of a driver without a clock.
    private static let pause = Duration.milliseconds(1200)
    private static let novelty = #""novelty":{"list":[1,null,"a \"b\" \u00e9"],"deep":{"empty":{}}}"#

    init(_ words: LibraryWords, with addition: DriverAddition) {
        self.words = words
        self.addition = addition
    }

    mutating func run(_ spec: DriverSpec, _ patience: Duration) {
        let probe: DriverProbe
        do throws(DriverFault) {
            probe = try DriverProbe(spec, patience: patience)
        } catch {
            results[.starts] = .broken("the driver \(error)")
            return
        }
        defer { probe.close() }
        do throws(DriverFault) {
            try converse(with: probe)
            isComplete = hello != nil
        } catch {
            results[rule(of: error)] = .broken("the driver \(error)")
            isSilenced = error.violation == .silent
        }
        conclude()
        if isComplete { endDriver(of: probe) }
    }

    private mutating func converse(with probe: DriverProbe) throws(DriverFault) {
        try sendHello(probe)
        guard let hello else { return }
        if addition == .inventedCommand { try askForUnknownCommand(probe) }
        if hello.isVirtual { try converseInVirtualTime(with: probe, hello) } else { try addLines(probe) }
    }

    private mutating func sendHello(_ probe: DriverProbe) throws(DriverFault) {
        let helloResponse = try probe.exchange(
            addition == .unknownMembers ? "{" + Self.novelty + "," + Self.helloLine.dropFirst() : Self.helloLine)
        note(helloResponse)
        hello = probe.hello
        guard let hello else {
            let line = probe.transcript.first.map { "it was \($0)" } ?? "there is none"
            results[.hello] = .broken("the first line must be a `hello`, and \(line)")
            return
        }
        results[.hello] = Self.order(of: helloResponse, hello)
        results[.names] = names(of: hello)
        if hello.isVirtual { try probe.requireSilence(for: Self.silence) }
    }

    /// Requests a command that does not exist.
    private mutating func askForUnknownCommand(_ probe: DriverProbe) throws(DriverFault) {
        isAdding = true
        let members = #""id":\#(Self.invented),"command":"juggle","arguments":{"balls":3}"#
        try ask(probe, "command", members, command: Self.invented)
        if !isVirtual { try awaitLateAnswer(probe) }
        isAdding = false
        results[.invented] = commandResponses.result(of: Self.invented, "`juggle`", "unsupported")
    }

    /// Reads the lines of a driver in real time after its response to `sync`.
    private mutating func awaitLateAnswer(_ probe: DriverProbe) throws(DriverFault) {
        let wasOpen = commandResponses.isOpen(Self.invented)
        let late = try probe.linesAfterResponse(within: wasOpen ? .seconds(1) : .milliseconds(100))
        note(late)
        if wasOpen, !commandResponses.isOpen(Self.invented), let line = late.lines.first {
            results[.order] = .broken("`synced` came before the response to the earlier command, \(line)")
        }
    }

    private mutating func converseInVirtualTime(with probe: DriverProbe, _ hello: DriverHello) throws(DriverFault) {
        try wait(probe)
        if hello.commands.contains("connect") { try connect(probe, hello) }
        try addLines(probe)
        if let at = timer.at {
            timer.now = at
            try ask(probe, "wake")
        }
        try wait(probe)
        try ask(probe, "leave")
        try endTimers(probe)
    }

    /// Writes the lines that only this conversation has.
    private mutating func addLines(_ probe: DriverProbe) throws(DriverFault) {
        isAdding = true
        switch addition {
        case .unknownType: try ask(probe, "novelty")
        case .brokenDatagrams:
            for bytes in Self.strays { try ask(probe, "datagram", #""from":"127.0.0.1:5683","bytes":"\#(bytes)""#) }
        case .longLine:
            let bytes = String(repeating: "ff", count: DriverLimits.readableDatagram)
            try ask(probe, "datagram", #""from":"127.0.0.1:5683","bytes":"\#(bytes)""#)
        case .unsendable: try ask(probe, "unsendable")
        case .repeatedMessage: try deliverAgain(to: probe)
        case .nothing, .inventedCommand, .unknownMembers, .pauses: break
        }
        isAdding = false
    }

    /// Waits in real time. The driver must write no line during the wait.
    private func wait(_ probe: DriverProbe) throws(DriverFault) {
        if addition == .pauses { try probe.requireSilence(for: Self.pause) }
    }

    /// Responds to the driver's last requests, and fires its timers until none is set.
    private mutating func endTimers(_ probe: DriverProbe) throws(DriverFault) {
        for _ in 0..<DriverTimer.maxLinesAfterLeave {
            if let last = responses.last, let request = DriverCheckCoordinator.request(in: last) {
                try deliver(DriverCheckCoordinator.response(to: request), to: probe)
            } else if let at = timer.at {
                timer.now = at
                try ask(probe, "wake")
            } else {
                results[.leaves] = .kept("after \(responses.count.counted("line"))")
                return
            }
        }
        results[.leaves] = .broken("it set another one \(DriverTimer.maxLinesAfterLeave) times")
    }

    /// Ends the driver with `bye`, after a second conversation when it is reusable.
    private mutating func endDriver(of probe: DriverProbe) {
        if addition == .nothing, hello?.isReusable == true { repeatConversation(with: probe) }
        probe.write(#"{"type":"bye"}"#)
        results[.ends] =
            probe.endsInTime()
            ? .kept("after its input was closed")
            : .broken("it still ran a second after `bye` and the end of its input")
    }

    private mutating func repeatConversation(with probe: DriverProbe) {
        probe.write(#"{"type":"bye"}"#)
        probe.startAnew()
        var again = DriverConversation(words, with: addition)
        do throws(DriverFault) {
            try again.converse(with: probe)
            secondTranscript = again.transcript
        } catch {
            results[.repeatsAfterBye] = .broken("after `bye` and another `hello` the driver \(error)")
        }
    }

    // MARK: Lines

    static let helloLine =
        #"{"type":"hello","version":1,"versions":[1,2],"clocks":["real","virtual"],"seed":7,"participant":"bob","#
        + #""user":{"id":"bob","name":"Bob","role":"user"},"token":"d18443","coordinator":{"host":"127.0.0.1","#
        + #""port":5683},"own":{"host":"127.1.0.2","port":50000},"options":{}}"#

    /// Datagrams that are not CoAP, and messages without a request.
    private static let strays = ["", "ff", "60000000", "4845000000", "50450000ff"]

    /// Writes a line, and notes the driver's results of commands and its timer.
    @discardableResult
    mutating func ask(
        _ probe: DriverProbe, _ type: String, _ members: String = "", command: Int? = nil
    ) throws(DriverFault) -> DriverProbe.Response {
        if let command { commandResponses.open(command) }
        if type == "wake" { timer.fire() }
        let novelty = addition == .unknownMembers ? Self.novelty : ""
        let now = isVirtual ? #""now":\#(timer.now.nanoseconds)"# : ""
        let parts = [novelty, #""type":"\#(type)""#, now, members, novelty.isEmpty ? "" : #""more":-1.5e3"#]
        let response = try probe.exchange("{\(parts.filter { !$0.isEmpty }.joined(separator: ","))}")
        note(response)
        if isVirtual, addition == .nothing { try probe.requireSilence(for: Self.silence) }
        return response
    }

    private mutating func note(_ response: DriverProbe.Response) {
        for (line, message) in zip(response.lines, response.messages) {
            commandResponses.note(message, line)
            timer.note(message, line)
        }
        responses.append(response)
        if !isAdding { transcript += response.lines }
    }

    @discardableResult
    mutating func deliver(_ message: CoAP.Message, to probe: DriverProbe) throws(DriverFault)
        -> DriverProbe.Response
    {
        let bytes = message.encoded().hexadecimal
        return try ask(probe, "datagram", #""from":"127.0.0.1:5683","bytes":"\#(bytes)""#)
    }

    /// The addition in words.
    var note: String {
        switch addition {
        case .nothing: "\(responses.count.counted("line"))"
        case .inventedCommand: "`juggle`"
        case .unknownMembers: "unknown members in \(responses.count.counted("line"))"
        case .unknownType: "a line of the type `novelty`"
        case .brokenDatagrams: "\(Self.strays.count.counted("datagram"))"
        case .longLine: "a datagram of \(DriverLimits.readableDatagram) bytes"
        case .unsendable: "with `idle`"
        case .repeatedMessage: "a message that arrives twice"
        case .pauses: "pauses of \(Self.pause.written)"
        }
    }
}
