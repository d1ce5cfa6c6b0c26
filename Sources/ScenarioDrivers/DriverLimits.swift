import ScenarioLanguage
import ScenarioVocabulary
import Timing

/// The limits of drivers: response times and amounts of output.
package enum DriverLimits {
    /// The time from the start to `hello`, and from a `sync` to its `synced`; a scenario may set another one.
    package static let patience = Duration.seconds(20)
    /// The time from `bye` until a program is killed, in milliseconds.
    package static let leaving: Int32 = 1000
    /// The maximum length of a line in bytes.
    package static let line = 65_536
    /// The maximum length of a datagram that a driver sends in virtual time, in bytes; the most that a capture holds.
    package static let datagram = 1878
    /// The length of a datagram that every driver must read in virtual time, in bytes.
    package static let readableDatagram = 16_384
    /// The maximum number of lines of a run.
    package static let lines = 200_000
    /// The virtual time in which the lines to a driver are counted.
    package static let turnWindow = Duration.milliseconds(100)
    /// The maximum number of lines to a driver within ``turnWindow``.
    package static let turns = 10_000
    /// The maximum number of its timers that fire within ``turnWindow``.
    package static let wakes = 1000
    /// The maximum number of bytes that the program has not read yet.
    package static let unread = 1 << 20
    /// The maximum depth of nested values.
    package static let depth = 16
}

/// The progress of a driver before a run.
package enum DriverProgress: Comparable, Sendable {
    case nothing
    /// Its program was started.
    case started
    /// It has said `hello`.
    case hello
}

/// A violation of the protocol by a driver; it ends the run with a verdict.
package struct DriverFault: Error, CustomStringConvertible {
    /// The kind of the violation, in the order of severity.
    package enum Violation {
        case wrong
        case died
        case silent
        case unsupported
        /// The system had no descriptor, process or memory for it.
        case shortage
    }

    package let violation: Violation
    /// The description, which follows the driver's name.
    package private(set) var text: String
    package var line: Int?
    /// The column of the line, from 1.
    package var column: Int?
    /// The wrong member of the line.
    var member: String?
    /// The driver's own line that is wrong; nil where the text contains it.
    var wrote: String?
    /// The last line of the harness, for a response that is missing.
    var asked: String?
    /// The rule of writing that the driver broke; nil for every other fault.
    var writingFault: WritingFault?

    /// A rule of writing that explains the fault better than its kind.
    enum WritingFault {
        /// The driver wrote the response only after its input was closed.
        case flushing
        /// The driver wrote a line without a line of the harness.
        case order
    }

    package var description: String {
        let place = line.map { " (line \($0) of its output\(column.map { ", column \($0)" } ?? ""))" } ?? ""
        return text + place + (wrote.map { ": \($0)" } ?? "") + (asked.map { "; the last line to it was \($0)" } ?? "")
    }

    /// Returns the beginning of a line for a message.
    static func excerpt(_ line: [UInt8]) -> String {
        let line = line.prefix { $0 != UInt8(ascii: "\n") }
        let rest = line.count > longest ? "…" : ""
        return String(decoding: line.prefix(longest), as: UTF8.self).printable + rest
    }

    /// The number of bytes of a line in a message.
    private static let longest = 200

    /// Returns the fault of a driver that did not respond within a time.
    ///
    /// - Parameters:
    ///   - rest: The bytes that it wrote after its input was closed.
    ///   - last: Its last line before; empty without one.
    static func silence(
        _ response: String, within patience: Duration, rest: [UInt8], last: [UInt8]
    ) -> DriverFault {
        var fault = DriverFault(violation: .silent, text: "did not \(response) within \(patience.written)")
        if rest.contains(UInt8(ascii: "\n")) {
            fault.text +=
                ", and wrote `\(excerpt(rest))` when its input was closed: it must flush its output, and handle each "
                + "line when it comes"
            fault.writingFault = .flushing
        } else if !rest.isEmpty {
            fault.text += "; `\(excerpt(rest))` lacks the line feed at its end"
        } else if !last.isEmpty {
            fault.text += "; its last line was \(excerpt(last))"
        }
        return fault
    }
}
