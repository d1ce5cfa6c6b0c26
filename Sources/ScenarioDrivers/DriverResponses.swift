import Journal
import Timing

/// The responses of a driver to the commands of one conversation.
struct DriverResponses {
    private var open: Set<Int> = []
    private var lines: [Int: (word: String, line: String)] = [:]
    /// The first line that responds to no open command.
    private var mistake: String?

    mutating func open(_ id: Int) { open.insert(id) }

    /// True for a command without a response.
    func isOpen(_ id: Int) -> Bool { open.contains(id) }

    /// True when a line responds to no open command.
    var hasMistake: Bool { mistake != nil }

    /// Notes a message, and the line with which the driver wrote it.
    mutating func note(_ message: DriverMessage, _ line: String) {
        let (id, word): (Int, String)
        switch message {
        case .done(let command): (id, word) = (command, "done")
        case .failed(let command, _): (id, word) = (command, "failed")
        case .unsupported(let command, _): (id, word) = (command, "unsupported")
        default: return
        }
        if open.remove(id) != nil {
            lines[id] = (word, line)
        } else if mistake == nil {
            mistake =
                lines[id].map { "\(line) responds to command \(id) a second time, after \($0.line)" }
                ?? "\(line) responds to command \(id), which was not sent"
        }
    }

    /// Returns the result of a command that must have one response.
    func result(of id: Int, _ name: String, _ expected: String) -> DriverCheck.Result {
        guard let (word, line) = lines[id] else {
            return .broken("\(name) was not answered; `\(expected)` with \"id\":\(id) was expected")
        }
        return word == expected
            ? .kept("with \(line)") : .broken("\(name) was answered with \(line); `\(expected)` was expected")
    }

    /// The result of all commands together.
    var result: DriverCheck.Result {
        mistake.map { .broken($0) } ?? .kept("\(lines.count.counted("command"))")
    }
}

/// The timer of a driver in one conversation.
struct DriverTimer {
    /// The highest number of lines after `leave` until the driver has no timer.
    static let maxLinesAfterLeave = 64

    var now = Instant.start
    private(set) var at: Instant?
    private var count = 0
    private var mistake: String?

    /// Removes the timer, because it fires.
    mutating func fire() { at = nil }

    mutating func note(_ message: DriverMessage, _ line: String) {
        guard case .wake(let instant) = message else { return }
        at = instant
        guard let instant else { return }
        count += 1
        if instant <= now, mistake == nil {
            mistake = "\(line) is not later than now, which was \(now.nanoseconds)"
            at = nil
        }
    }

    var result: DriverCheck.Result { mistake.map { .broken($0) } ?? .kept("\(count.counted("timer"))") }
}
