internal import Reporting
internal import ScenarioDrivers
internal import ScenarioLanguage

/// A call library of `rollcall interop`: the value of `--library`.
struct InteropLibrary {
    /// The name, which is a column, a row and a folder.
    let name: String
    /// The command of its driver; nil for Rollcall's own call library.
    let command: String?

    /// Parses `NAME=COMMAND`, or `NAME` for Rollcall's own call library.
    init(_ text: String) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        name = parts[0]
        command = parts.count > 1 ? parts[1] : nil
        guard Self.isName(name) else {
            throw Self.wrong(text, "a name has letters, digits, `.`, `-` and `_`, as in `mine=python3 driver.py`")
        }
        guard let choice = try Self.choice(command, of: text) else { return }
        guard choice.selection == .everyone else {
            throw Self.wrong(text, "it replaces participants by their role, so its command names no participant")
        }
    }

    /// True for a name that can be a folder, too.
    static func isName(_ text: String) -> Bool { text.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._\-]*/) != nil }

    private static func choice(_ command: String?, of text: String) throws(UsageError) -> DriverChoice? {
        guard let command else { return nil }
        do throws(DriverChoice.Mistake) {
            return try DriverChoice(command)
        } catch {
            throw wrong(text, error.description)
        }
    }

    private static func wrong(_ text: String, _ reason: String) -> UsageError {
        UsageError(.interop, "--library `\(text)`: \(reason)")
    }

    /// Returns the libraries of a command line, with different names.
    static func all(_ words: ParsedArguments) throws(UsageError) -> [InteropLibrary] {
        var libraries: [InteropLibrary] = []
        for text in words.all(.library) {
            let library = try InteropLibrary(text)
            guard !libraries.contains(where: { $0.name.lowercased() == library.name.lowercased() }) else {
                throw wrong(text, "another library has this name")
            }
            libraries.append(library)
        }
        guard !libraries.isEmpty else {
            throw UsageError(
                .interop, "name at least one library, as in --library rollcall --library \"mine=python3 driver.py\"")
        }
        return libraries
    }

    /// Returns the library with the backend that its driver's `hello` names.
    @MainActor
    func described() throws(DriverFault) -> InteropMatrix.Library {
        guard let command, let choice = try? DriverChoice(command) else {
            return InteropMatrix.Library(name: name, command: nil, backend: .rollcall)
        }
        let hello = try DriverProbe.hello(of: DriverSpec(command: choice.command))
        return InteropMatrix.Library(name: name, command: command, backend: hello.hasOwnBackend ? .own : .rollcall)
    }
}
