import ScenarioLanguage
import ScenarioVocabulary
import Timing

/// How long drivers may take, and how much they may say.
package enum DriverLimits {
    /// From its start to its `hello`, and from a `sync` to its `synced`, when the scenario says nothing else.
    package static let patience = Duration.seconds(20)
    /// From `bye` until it is killed, in milliseconds, for each program.
    package static let leaving: Int32 = 1000
    /// Bytes of a line.
    package static let line = 65_536
    /// Lines of a run.
    package static let lines = 200_000
    /// Bytes that wait for the program to read them.
    package static let unread = 1 << 20
    /// Values inside one another.
    package static let depth = 16
}

/// What a driver did that it must not; it ends the run with a verdict.
package struct DriverFault: Error, CustomStringConvertible {
    /// What is the matter, in the order in which it weighs.
    package enum Kind {
        case wrong
        case died
        case silent
        case unsupported
    }

    package let kind: Kind
    /// What it did, behind its name.
    package let text: String
    package var line: Int?
    /// The byte of the line, from 1.
    package var column: Int?

    package var description: String {
        let place = line.map { " (line \($0) of its output\(column.map { ", column \($0)" } ?? ""))" } ?? ""
        return text + place
    }
}
