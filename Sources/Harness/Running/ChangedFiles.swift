internal import ScenarioLanguage

/// The files that differ from a commit or are unknown to git.
struct ChangedFiles {
    private let identities: Set<String>

    init(since ref: String, _ verb: Verb) throws(UsageError) {
        do throws(FileError) {
            let root = try Tool.run(["git", "rev-parse", "--show-toplevel"]).prefix { $0 != "\n" }
            let changed = try Tool.run(["git", "diff", "--name-only", "-z", "--end-of-options", ref, "--"])
            let new = try Tool.run(["git", "-C", String(root), "ls-files", "--others", "--exclude-standard", "-z"])
            let names = (changed + new).split(separator: "\0")
            identities = Set(names.map { FileStore.identity(of: "\(root)/\($0)") })
        } catch {
            let lines = "\(error)".split(separator: "\n")
            let fatal = lines.compactMap { line in line.firstRange(of: "fatal: ").map { line[$0.lowerBound...] } }.last
            let message = fatal.map(String.init) ?? "\(error)"
            throw UsageError(verb, "--only-changed needs a git repository and a commit in it: \(message)")
        }
    }

    /// Returns true when the scenario's file, or one that it includes, has changed.
    func touch(_ scenario: Scenario) -> Bool {
        ([scenario.file] + scenario.includes.map(\.file)).contains { identities.contains(FileStore.identity(of: $0)) }
    }
}
