import ScenarioLanguage
import ScenarioVocabulary
import Timing
import Wire

/// One conversation with a driver, and the rules that it shows.
@MainActor
struct DriverConversation {
    var results: [DriverRule: DriverCheck.Result] = [:]
    let words: LibraryWords
    let addition: DriverAddition
    private(set) var hello: DriverHello?
    /// All lines of the driver but the responses to lines that only this conversation has.
    private(set) var transcript: [String] = []
    /// The transcript of the conversation that follows `bye`.
    private(set) var secondTranscript: [String] = []
    /// True when every line had its response.
    private(set) var isComplete = false
    /// True when it ended because a response was missing.
    private(set) var isSilenced = false
    /// True between the first and the last line that only this conversation has.
    private(set) var isAdding = false
    private(set) var answers = DriverAnswers()
    private(set) var timer = DriverTimer()
    private(set) var responses: [DriverProbe.Response] = []
    var isVirtual: Bool { hello?.isVirtual ?? false }

    private static let invented = 1
    private static let connect = 2
    /// The time in which a driver writes nothing after `idle`.
    private static let silence = Duration.milliseconds(20)
    /// The time in which a driver without a clock writes nothing, and after which it still answers alike.
    private static let pause = Duration.milliseconds(1200)
    private static let novelty = #""novelty":{"list":[1,null,"a \"b\" \u00e9"],"deep":{"empty":{}}}"#

    init(_ words: LibraryWords, with addition: DriverAddition) {
        self.words = words
        self.addition = addition
    }

    mutating func lead(_ spec: DriverSpec, _ patience: Duration) {
        let probe: DriverProbe
        do throws(DriverFault) {
            probe = try DriverProbe(spec, patience: patience)
        } catch {
            results[.starts] = .broken("the driver \(error)")
            return
        }
        defer { probe.close() }
        do throws(DriverFault) {
            try talk(with: probe)
            isComplete = hello != nil
        } catch {
            results[rule(of: error)] = .broken("the driver \(error)")
            isSilenced = error.violation == .silent
        }
        conclude()
        if isComplete { takeLeave(of: probe) }
    }

    private mutating func talk(with probe: DriverProbe) throws(DriverFault) {
        try sendHello(probe)
        guard let hello else { return }
        if addition == .inventedCommand { try juggle(probe) }
        if hello.isVirtual { try talkInVirtualTime(with: probe, hello) } else { try addLines(probe) }
    }

    private mutating func sendHello(_ probe: DriverProbe) throws(DriverFault) {
        let greeting = try probe.exchange(
            addition == .unknownMembers ? "{" + Self.novelty + "," + Self.greeting.dropFirst() : Self.greeting)
        note(greeting)
        hello = probe.hello
        guard let hello else {
            let line = probe.transcript.first.map { "it was \($0)" } ?? "there is none"
            results[.hello] = .broken("the first line must be a `hello`, and \(line)")
            return
        }
        results[.hello] = Self.order(of: greeting, hello)
        results[.names] = names(of: hello)
        if hello.isVirtual { try probe.requireSilence(for: Self.silence) }
    }

    /// Asks for a command that there is not.
    private mutating func juggle(_ probe: DriverProbe) throws(DriverFault) {
        isAdding = true
        let members = #""id":\#(Self.invented),"command":"juggle","arguments":{"balls":3}"#
        try ask(probe, "command", members, command: Self.invented)
        if !isVirtual { try awaitLateAnswer(probe) }
        isAdding = false
        results[.invented] = answers.result(of: Self.invented, "`juggle`", "unsupported")
    }

    /// Reads what a driver in real time writes after its response to `sync`.
    private mutating func awaitLateAnswer(_ probe: DriverProbe) throws(DriverFault) {
        let wasOpen = answers.isOpen(Self.invented)
        let late = try probe.linesAfterResponse(within: wasOpen ? .seconds(1) : .milliseconds(100))
        note(late)
        if wasOpen, !answers.isOpen(Self.invented), let line = late.lines.first {
            results[.order] = .broken("`synced` came before the answer to the command before it, \(line)")
        }
    }

    private mutating func talkInVirtualTime(with probe: DriverProbe, _ hello: DriverHello) throws(DriverFault) {
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
            let bytes = String(repeating: "ff", count: DriverLimits.datagram)
            try ask(probe, "datagram", #""from":"127.0.0.1:5683","bytes":"\#(bytes)""#)
        case .unsendable: try ask(probe, "unsendable")
        case .nothing, .inventedCommand, .unknownMembers, .pauses: break
        }
        isAdding = false
    }

    /// Lets real time pass. A line of the driver during it is one without a line of the harness.
    private func wait(_ probe: DriverProbe) throws(DriverFault) {
        if addition == .pauses { try probe.requireSilence(for: Self.pause) }
    }

    /// Lets the driver connect to a coordinator that asks it to prove its address, as Rollcall's does.
    private mutating func connect(_ probe: DriverProbe, _ hello: DriverHello) throws(DriverFault) {
        let members = #""id":\#(Self.connect),"command":"connect","arguments":{}"#
        let first = try ask(probe, "command", members, command: Self.connect)
        guard !hello.hasOwnBackend else {
            results[.sends] = .skipped("its backend is its own")
            return
        }
        results[.sends] = Self.sending(in: first)
        guard answers.isOpen(Self.connect), let request = DriverCheckCoordinator.request(in: first) else { return }
        let challenge = DriverCheckCoordinator.challenge(request)
        let proved = try deliver(challenge, to: probe)
        guard let again = DriverCheckCoordinator.request(in: proved) else {
            results[.connects] = .broken("the request was answered with 4.01 and Echo, and not repeated")
            return
        }
        try deliver(DriverCheckCoordinator.acknowledgement(of: again), to: probe)
        try deliver(DriverCheckCoordinator.connection(again), to: probe)
        guard !answers.hasMistake else { return }
        results[.connects] = answers.result(of: Self.connect, "`connect` after `connection.ok`", "done")
    }

    /// Answers the driver's last requests and fires its timers until none is set.
    private mutating func endTimers(_ probe: DriverProbe) throws(DriverFault) {
        for _ in 0..<DriverTimer.patience {
            if let last = responses.last, let request = DriverCheckCoordinator.request(in: last) {
                try deliver(DriverCheckCoordinator.response(to: request), to: probe)
            } else if let at = timer.at {
                timer.now = at
                try ask(probe, "wake")
            } else {
                results[.leaves] = .kept("after \(responses.count) lines")
                return
            }
        }
        results[.leaves] = .broken("it set another one \(DriverTimer.patience) times")
    }

    /// Ends the driver with `bye`, after a second conversation when it is reusable.
    private mutating func takeLeave(of probe: DriverProbe) {
        if addition == .nothing, hello?.isReusable == true { talkAgain(with: probe) }
        probe.write(#"{"type":"bye"}"#)
        results[.ends] =
            probe.endsInTime()
            ? .kept("after its input was closed")
            : .broken("it still ran a second after `bye` and the end of its input")
    }

    private mutating func talkAgain(with probe: DriverProbe) {
        probe.write(#"{"type":"bye"}"#)
        probe.startAnew()
        var again = DriverConversation(words, with: addition)
        do throws(DriverFault) {
            try again.talk(with: probe)
            secondTranscript = again.transcript
        } catch {
            results[.repeatsAfterBye] = .broken("after `bye` and another `hello` the driver \(error)")
        }
    }

    // MARK: Lines

    static let greeting =
        #"{"type":"hello","version":1,"versions":[1,2],"clocks":["real","virtual"],"seed":7,"participant":"bob","#
        + #""user":{"id":"bob","name":"Bob","role":"user"},"token":"d18443","coordinator":{"host":"127.0.0.1","#
        + #""port":5683},"own":{"host":"127.1.0.2","port":50000},"options":{}}"#

    /// Datagrams that are not CoAP, and messages without a request.
    private static let strays = ["", "ff", "60000000", "4845000000", "50450000ff"]

    /// Writes a line, and notes what the response says of commands and of the timer.
    @discardableResult
    private mutating func ask(
        _ probe: DriverProbe, _ type: String, _ members: String = "", command: Int? = nil
    ) throws(DriverFault) -> DriverProbe.Response {
        if let command { answers.open(command) }
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
            answers.note(message, line)
            timer.note(message, line)
        }
        responses.append(response)
        if !isAdding { transcript += response.lines }
    }

    @discardableResult
    private mutating func deliver(_ message: CoAP.Message, to probe: DriverProbe) throws(DriverFault)
        -> DriverProbe.Response
    {
        let bytes = message.encoded().hexadecimal
        return try ask(probe, "datagram", #""from":"127.0.0.1:5683","bytes":"\#(bytes)""#)
    }

    /// The addition in words.
    var note: String {
        switch addition {
        case .nothing: "\(responses.count) lines"
        case .inventedCommand: "`juggle`"
        case .unknownMembers: "unknown members in \(responses.count) lines"
        case .unknownType: "a line of the type `novelty`"
        case .brokenDatagrams: "\(Self.strays.count) datagrams"
        case .longLine: "a datagram of \(DriverLimits.datagram) bytes"
        case .unsendable: "with `idle`"
        case .pauses: "pauses of \(Self.pause.written)"
        }
    }
}
