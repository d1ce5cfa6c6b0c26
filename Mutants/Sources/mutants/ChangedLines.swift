/// The lines of the sources that differ from a commit.
struct ChangedLines {
    private var lines: [String: Set<Int>] = [:]

    init(since commit: String, in place: Workplace) throws {
        let words = ["-C", place.root.path, "diff", "--unified=0", "--no-color", commit, "--", "Sources"]
        let (status, output) = try Program("git", words).run()
        guard status == 0 else { throw Failure("git cannot compare with `\(commit)`: \(output.prefix(200))") }
        self.init(of: output)
    }

    /// Reads the output of `git diff --unified=0`.
    init(of difference: String) {
        var file = ""
        for line in difference.split(separator: "\n") {
            if line.hasPrefix("+++ b/Sources/") { file = String(line.dropFirst("+++ b/Sources/".count)) }
            guard let match = line.firstMatch(of: #/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/#), let first = Int(match.1) else {
                continue
            }
            let count = match.2.flatMap { Int($0) } ?? 1
            lines[file, default: []].formUnion(first..<first + count)
        }
    }

    func holds(_ mutant: Mutant) -> Bool { lines[mutant.file]?.contains(mutant.line) ?? false }

    /// The number of changed lines in a file.
    func count(in file: String) -> Int { lines[file]?.count ?? 0 }
}
