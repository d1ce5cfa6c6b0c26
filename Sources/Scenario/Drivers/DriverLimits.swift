import Timing

/// How long drivers may take, and how much they may say.
enum DriverLimits {
    /// From its start to its `hello`, and from a `sync` to its `synced`, when the scenario says nothing else.
    static let patience = Duration.seconds(20)
    /// From `bye` until it is killed, in milliseconds, for each program.
    static let leaving: Int32 = 1000
    /// Bytes of a line.
    static let line = 65_536
    /// Lines of a run.
    static let lines = 200_000
    /// Bytes that wait for the program to read them.
    static let unread = 1 << 20
    /// Values inside one another.
    static let depth = 16
}

/// What a driver did that it must not; it ends the run with a verdict.
struct DriverFault: Error, CustomStringConvertible {
    /// What is the matter, in the order in which it weighs.
    enum Kind {
        case wrong
        case died
        case silent
        case unsupported
    }

    let kind: Kind
    /// What it did, behind its name.
    let text: String
    var line: Int?
    /// The byte of the line, from 1.
    var column: Int?

    var description: String {
        let place = line.map { " (line \($0) of its output\(column.map { ", column \($0)" } ?? ""))" } ?? ""
        return text + place
    }
}
