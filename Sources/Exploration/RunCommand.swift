/// The command line that repeats a run of a search.
package struct RunCommand: Sendable {
    private let program: String
    /// The options of every run, quoted for a shell.
    private let options: [String]

    package init(program: String, options: [String] = []) {
        self.program = program
        self.options = options
    }

    /// Returns the command for a scenario file, whose path is quoted for a shell.
    package func text(_ file: String, seed: UInt64) -> String {
        ([program, "run", file, "--seed", "\(seed)"] + options).joined(separator: " ")
    }
}
