/// The command line that repeats a run of a search.
package struct RunCommand: Sendable {
    private let program: String
    /// Returns a word as a shell reads it.
    private let quoted: @Sendable (String) -> String

    package init(program: String, quoted: @escaping @Sendable (String) -> String = { $0 }) {
        self.program = program
        self.quoted = quoted
    }

    /// Returns the command for a scenario file, with the options of its run.
    package func text(_ file: String, seed: UInt64, options: [String]) -> String {
        ([program, "run", file, "--seed", "\(seed)"] + options).map(quoted).joined(separator: " ")
    }

    /// Returns the command for the scenario of a finding in a folder.
    package func text(_ finding: Finding, in folder: String) -> String {
        text("\(folder)/\(finding.file)", seed: finding.seed, options: finding.options)
    }
}
