import Loop

/// The reason for which a program ends a run.
package struct ProgramFault: Error, CustomStringConvertible {
    package let program: String
    package let text: String
    /// The last lines of the program's output.
    package let lastLines: [String]
    /// True when the system had no descriptor, process or memory for the program.
    package var isShortage = false

    package init(_ program: String, _ text: String, lastLines: [String] = []) {
        self.program = program
        self.text = text
        self.lastLines = lastLines
    }

    /// Creates the fault of an operation that the system refused with an error number.
    init(_ program: String, _ text: String, error: Int32) {
        self.init(program, "\(text): \(Shortage.text(error))")
        isShortage = Shortage.includes(error)
    }

    package var description: String { "the program \(program) \(text)" }
}
