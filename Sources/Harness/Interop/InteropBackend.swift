internal import Reporting
internal import ScenarioLanguage

/// A program in place of Rollcall's servers: the value of `--backend` of `rollcall interop`.
enum InteropBackend {
    /// Returns the backends of a command line: Rollcall's own, and programs with different names.
    static func all(_ words: ParsedArguments) throws(UsageError) -> [InteropMatrix.Backend] {
        var programs: [InteropMatrix.Program] = []
        for text in words.all(.backend) {
            let program = try self.program(text)
            guard !programs.contains(where: { $0.name.lowercased() == program.name.lowercased() }) else {
                throw wrong(text, "another backend has this name")
            }
            programs.append(program)
        }
        return [.rollcall] + programs.map { .program($0) }
    }

    /// Parses `NAME=COMMAND`.
    private static func program(_ text: String) throws(UsageError) -> InteropMatrix.Program {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard InteropLibrary.isName(parts[0]), parts[0].lowercased() != "rollcall" else {
            throw wrong(text, "a name has letters, digits, `.`, `-` and `_`, as in `theirs=./server ${port}`")
        }
        guard parts.count > 1 else { throw wrong(text, "it needs a command, as in `theirs=./server ${port}`") }
        do throws(DriverChoice.Mistake) {
            _ = try BackendChoice(parts[1])
        } catch {
            throw wrong(text, error.description)
        }
        return InteropMatrix.Program(name: parts[0], command: parts[1])
    }

    private static func wrong(_ text: String, _ reason: String) -> UsageError {
        UsageError(.interop, "--backend `\(text)`: \(reason)")
    }
}
