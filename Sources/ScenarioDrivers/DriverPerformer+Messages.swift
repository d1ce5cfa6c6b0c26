import Journal
import Loop
package import ScenarioLanguage
import ScenarioVocabulary

/// The messages of a driver, and their effects.
extension DriverPerformer {
    /// Decodes a line and acts on it.
    func handle(_ line: [UInt8]) throws(DriverFault) {
        try act(on: try read(line))
    }

    func read(_ line: [UInt8]) throws(DriverFault) -> DriverMessage {
        lineNumber += 1
        self.line = line
        return try DriverMessage(line, number: lineNumber)
    }

    func act(on message: DriverMessage) throws(DriverFault) {
        switch message {
        case .hello(let message):
            guard hello == nil else { throw wrong("is a second `hello`") }
            hello = message
        case .synced(let id):
            guard openSync == id else { throw wrong("responds to the `sync` \(id), and that is not open") }
            openSync = nil
            quiescence?.answered()
            return
        case .log(let text):
            record.log(name, text)
            return
        case _ where hello == nil: throw wrong("comes before its `hello`")
        case .done(let id): try answered(id) { $0.resume() }
        case .failed(let id, let error): try answered(id) { $0.resume(throwing: error) }
        case .unsupported(let id, let reason):
            let command = waiting[id].map { "the command \($0.name)" } ?? "command \(id)"
            try answered(id) { $0.resume(throwing: UnsupportedCommand("\(id)")) }
            throw DriverFault(
                violation: .unsupported,
                text: "does not support \(reason.isEmpty ? command : reason)")
        case .state(let values): for value in values { try report(value) }
        case .event(let type, let call): states.count(event: type, cid: call)
        case .notification(let notification, let call):
            states.count(notification: notification, call.map { [JournalAttribute("cid", .text($0))] } ?? [])
        case .send, .wake, .idle: try actInVirtualTime(on: message)
        }
        quiescence?.noteActivity(at: loop.now)
    }

    private func answered(
        _ id: Int, _ resume: (UnsafeContinuation<Void, any Error>) -> Void
    ) throws(DriverFault) {
        guard id > 0, let command = waiting.removeValue(forKey: id) else {
            let open = Spelling.list(waiting.keys.sorted().map { "\($0)" }, joinedBy: "and")
            let expected = waiting.isEmpty ? "no command is open" : "the open commands are \(open)"
            throw wrong("responds to the command \(id), and \(expected)")
        }
        resume(command.continuation)
    }

    private func report(_ member: JSON.Member) throws(DriverFault) {
        let report: DriverReport
        do throws(DriverReportError) {
            report = try DriverReport(member, words)
        } catch {
            var fault = wrong(error.text)
            fault.column = DriverMessage.column(of: member.name, in: line)
            throw fault
        }
        if member.name == "callingState" { check(report.value) }
        states.report(report.property, report.value)
        reportLines[report.property] = (lineNumber, line)
    }

    private func check(_ state: Value) {
        guard illegalTransition == nil, case .text(let to) = state, case .text(let from) = states["callingState"],
            !CallingTransitions.areAllowed(from, to)
        else { return }
        illegalTransition = (from, to)
        illegalMessage =
            "\(name).callingState: reported in line \(lineNumber) of the driver's output: \(DriverFault.excerpt(line))"
    }

    /// Returns the driver's last message about a property, for the report of a failure.
    package func message(about property: Property) -> String {
        reportLines[property.description].map(Self.text(of:)) ?? "the driver never reported it"
    }

    /// The driver's last message with a calling state; nil without one.
    package var lastStateMessage: String? {
        reportLines["callingState"].map { "\(name).callingState: \(Self.text(of: $0))" }
    }

    private static func text(of report: (number: Int, line: [UInt8])) -> String {
        "reported in line \(report.number) of the driver's output: \(String(decoding: report.line, as: UTF8.self))"
    }

    func wrong(_ text: String) -> DriverFault {
        DriverFault(
            violation: .wrong, text: "wrote a message that \(text)", line: lineNumber, wrote: DriverFault.excerpt(line))
    }

    /// Adds the last line of the harness to a fault that is a missing response.
    func withQuestion(_ fault: DriverFault) -> DriverFault {
        guard fault.violation == .silent || fault.violation == .died, hello != nil else { return fault }
        var fault = fault
        fault.asked = DriverFault.excerpt(asked)
        return fault
    }
}
