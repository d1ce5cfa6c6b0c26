internal import CProcess
internal import Glibc
internal import Reporting

/// The standard output and error of this process, written to at once.
enum Console {
    /// How words are set off on the standard output.
    static var style: Style {
        Style(isColoured: canMove && (variable("NO_COLOR") ?? "").isEmpty)
    }

    /// Whether the standard output is a terminal that can do more than print one line after the other.
    static var canMove: Bool {
        let isDumb = variable("TERM").map { $0.isEmpty || $0 == "dumb" } ?? true
        return isatty(1) == 1 && !isDumb
    }

    /// Writes to the standard output.
    static func say(_ text: String) { Descriptor.write(Array(text.utf8), to: 1) }

    /// Writes to the standard error.
    static func complain(_ text: String) { Descriptor.write(Array(text.utf8), to: 2) }

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
