/// The reason for which a program ends a run.
package struct ProgramFault: Error, CustomStringConvertible {
    package let program: String
    package let text: String
    /// The last lines of the program's output.
    package let lastLines: [String]

    package init(_ program: String, _ text: String, lastLines: [String] = []) {
        self.program = program
        self.text = text
        self.lastLines = lastLines
    }

    package var description: String { "the program \(program) \(text)" }
}
