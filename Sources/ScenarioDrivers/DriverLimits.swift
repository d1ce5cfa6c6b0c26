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
    /// The maximum length of a datagram in virtual time, in bytes.
    package static let datagram = 16_384
    /// The maximum number of lines of a run.
    package static let lines = 200_000
    /// The maximum number of bytes that the program has not read yet.
    package static let unread = 1 << 20
    /// The maximum depth of nested values.
    package static let depth = 16
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
    package let text: String
    package var line: Int?
    /// The column of the line, from 1.
    package var column: Int?
    /// The wrong member of the line.
    var member: String?

    package var description: String {
        let place = line.map { " (line \($0) of its output\(column.map { ", column \($0)" } ?? ""))" } ?? ""
        return text + place
    }
}
