import Journal
import Loop
package import ScenarioLanguage
import ScenarioVocabulary
import Timing
import Wire

/// A conversation with a driver outside of a run; only the caller writes the harness's lines.
@MainActor
package final class DriverProbe {
    /// A response: its lines and their messages.
    package struct Response {
        package var lines: [String] = []
        package var messages: [DriverMessage] = []
    }

    package private(set) var hello: DriverHello?
    /// All lines of the driver.
    package private(set) var transcript: [String] = []
    private let process: DriverProcess
    private let patience: Duration
    private var lines = DriverLines()
    private var unhandled: [[UInt8]] = []
    private var lastSync = 1_000_000
    /// The last line of the harness.
    private var asked = ""

    /// Starts the driver.
    package init(_ spec: DriverSpec, patience: Duration) throws(DriverFault) {
        process = try DriverProcess(spec)
        self.patience = patience
    }

    /// Starts a driver, and returns its abilities.
    package static func hello(of spec: DriverSpec, patience: Duration = .seconds(20)) throws(DriverFault) -> DriverHello
    {
        let probe = try DriverProbe(spec, patience: patience)
        defer { probe.close() }
        _ = try probe.exchange(DriverConversation.helloLine)
        guard let hello = probe.hello else {
            throw DriverFault(violation: .wrong, text: "answered `hello` with lines that have no `hello`")
        }
        return hello
    }

    /// Writes a line and returns the response: up to `idle`, or in real time up to the response to a `sync`.
    package func exchange(_ line: String) throws(DriverFault) -> Response {
        let isReal = hello?.isVirtual == false
        if !isReal { try requireSilence(for: .zero) }
        asked = line
        do throws(DriverFault) {
            return try response(to: line, isReal: isReal)
        } catch {
            var fault = error
            fault.asked = DriverFault.excerpt(Array(line.utf8))
            throw fault
        }
    }

    private func response(to line: String, isReal: Bool) throws(DriverFault) -> Response {
        write(line)
        if isReal { sync() }
        var response = Response()
        while true {
            let (text, message) = try read()
            switch message {
            case .idle where !isReal: return response
            case .synced(lastSync): return response
            case .hello(let hello):
                self.hello = hello
                response.add(text, message)
                if !hello.isVirtual { sync() }
            default: response.add(text, message)
            }
        }
    }

    /// Discards the response to `hello`, so that another one can follow `bye`.
    package func startAnew() {
        hello = nil
        transcript = []
    }

    package func write(_ line: String) { _ = process.write(Array((line + "\n").utf8)) }

    /// Throws when the driver writes within a time without a line of the harness.
    func requireSilence(for time: Duration) throws(DriverFault) {
        guard !unhandled.isEmpty || lines.unfinished > 0 || !process.isSilent(for: time) else { return }
        let question = asked.isEmpty ? "`hello`" : DriverFault.excerpt(Array(asked.utf8))
        let line = DriverFault.excerpt(Array(try next().utf8))
        var fault = DriverFault(
            violation: .wrong, text: "wrote `\(line)` without a line of the harness; the last one was \(question)")
        fault.writingFault = .order
        throw fault
    }

    /// Returns the lines that a driver in real time writes within a time after its response.
    func linesAfterResponse(within time: Duration) throws(DriverFault) -> Response {
        var response = Response()
        guard !unhandled.isEmpty || !process.isSilent(for: time) else { return response }
        repeat {
            let (text, message) = try read()
            response.add(text, message)
        } while !unhandled.isEmpty
        return response
    }

    /// Closes the driver's input; returns true when the driver ends within a second.
    package func endsInTime() -> Bool {
        process.closeInput()
        return process.endsWithin(DriverLimits.leaving)
    }

    package func close() { process.kill() }

    private func sync() {
        lastSync += 1
        _ = process.write(DriverOrder.sync(id: lastSync))
    }

    private func next() throws(DriverFault) -> String {
        // An interpreter or a virtual machine may start slowly.
        let patience = hello == nil ? max(patience, DriverLimits.patience) : patience
        while unhandled.isEmpty {
            switch process.awaitOutput(patience) {
            case .bytes(let bytes): unhandled += try lines.take(bytes)
            case .ended:
                throw DriverFault(violation: .died, text: process.endAfterOutput() + lines.endOfSentence)
            case .timedOut:
                let end = hello == nil ? "`hello`" : hello?.isVirtual == false ? "`synced`" : "`idle`"
                throw DriverFault.silence(
                    "answer with \(end)", within: patience, rest: lines.rest + process.outputAtEnd(),
                    last: Array((transcript.last ?? "").utf8))
            }
        }
        return String(decoding: unhandled.removeFirst(), as: UTF8.self)
    }

    private func read() throws(DriverFault) -> (text: String, message: DriverMessage) {
        let text = try next()
        transcript.append(text)
        return (text, try DriverMessage(Array(text.utf8), number: transcript.count))
    }
}

extension DriverProbe.Response {
    fileprivate mutating func add(_ line: String, _ message: DriverMessage) {
        lines.append(line)
        messages.append(message)
    }
}
