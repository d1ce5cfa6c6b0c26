internal import CProcess
internal import Glibc
internal import Journal
internal import Reporting
internal import Synchronization

/// The standard output and error of this process, without a buffer.
package enum Console {
    /// The style of words on the standard output.
    static var style: Style {
        Style(isColoured: canMove && (variable("NO_COLOR") ?? "").isEmpty)
    }

    /// True when the standard output is a terminal.
    static var isTerminal: Bool { isatty(1) == 1 }

    /// True when the standard output is a terminal that can move its cursor.
    static var canMove: Bool {
        isatty(1) == 1 && hasCursor
    }

    /// True when terminals can move their cursors, as far as the environment says.
    static var hasCursor: Bool { variable("TERM").map { !$0.isEmpty && $0 != "dumb" } ?? false }

    /// Writes to the standard output; ``outputError`` reports a failure at the end.
    static func say(_ text: String) { say(Array(text.utf8)) }

    /// Writes bytes to the standard output; ``outputError`` reports a failure at the end.
    @discardableResult
    static func say(_ bytes: [UInt8]) -> Bool {
        guard !Descriptor.write(bytes, to: 1) else { return true }
        let number = errno
        if trouble.load(ordering: .relaxed) == 0 { trouble.store(number, ordering: .relaxed) }
        return false
    }

    /// The error number of the first failed write to the standard output; 0 without a failure. A reader that closes the
    /// pipe, as `head` does, is not a failure.
    static var outputError: Int32 {
        let number = trouble.load(ordering: .relaxed)
        return number == EPIPE ? 0 : number
    }

    private static let trouble = Atomic<Int32>(0)

    /// Writes to the standard error.
    package static func error(_ text: String) { Descriptor.write(Array(text.utf8), to: 2) }

    /// Writes a message of a verb to the standard error.
    static func error(_ verb: Verb, _ message: String) {
        error("\(ProgramName.shown) \(verb.rawValue): \(message.withoutCommands(keeping: ["\n"]))\n")
    }

    /// The line width of a terminal that supports colours; nil elsewhere, where lines are not shortened.
    static var columns: Int? { canMove ? width : nil }

    /// The number of columns of the terminal; nil when the standard output is not a terminal.
    static var width: Int? {
        let columns = Int(cpr_terminal_width(1))
        return columns > 0 ? columns : nil
    }

    /// The number of cores that this process may use.
    static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Returns the value of an environment variable.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
