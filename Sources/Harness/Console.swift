internal import CProcess
internal import Glibc
internal import Reporting
internal import Synchronization

/// The standard output and error of this process, written to at once.
package enum Console {
    /// How words are set off on the standard output.
    static var style: Style {
        Style(isColoured: canMove && (variable("NO_COLOR") ?? "").isEmpty)
    }

    /// True when the standard output is a terminal that can move its cursor.
    static var canMove: Bool {
        let isDumb = variable("TERM").map { $0.isEmpty || $0 == "dumb" } ?? true
        return isatty(1) == 1 && !isDumb
    }

    /// Writes to the standard output; ``outputTrouble`` reports a failure at the end.
    static func say(_ text: String) { say(Array(text.utf8)) }

    /// Writes bytes to the standard output; ``outputTrouble`` reports a failure at the end.
    @discardableResult
    static func say(_ bytes: [UInt8]) -> Bool {
        guard !Descriptor.write(bytes, to: 1) else { return true }
        let number = errno
        if trouble.load(ordering: .relaxed) == 0 { trouble.store(number, ordering: .relaxed) }
        return false
    }

    /// Why something could not be written to the standard output; 0 when all could be. Who stopped reading it, as `head`
    /// does, has what they wanted.
    static var outputTrouble: Int32 {
        let number = trouble.load(ordering: .relaxed)
        return number == EPIPE ? 0 : number
    }

    private static let trouble = Atomic<Int32>(0)

    /// Writes to the standard error.
    package static func complain(_ text: String) { Descriptor.write(Array(text.utf8), to: 2) }

    /// Writes a message of a verb to the standard error.
    static func complain(_ verb: Verb, _ message: String) {
        complain("\(ProgramName.shown) \(verb.rawValue): \(message)\n")
    }

    /// The width of lines on a terminal that can show colours; nil elsewhere, where lines are as long as they are.
    static var columns: Int? { canMove ? width : nil }

    /// How many columns the terminal has; nil when the standard output is none.
    static var width: Int? {
        let columns = Int(cpr_terminal_width(1))
        return columns > 0 ? columns : nil
    }

    /// How many cores this process may use.
    static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// A variable of the environment.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
