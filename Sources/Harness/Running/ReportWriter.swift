internal import Glibc
internal import Journal
internal import Reporting

/// Writes the reports that a command line wants, each whole or not at all.
struct ReportWriter {
    private let requests: [ReportRequest]
    private let folders: [String]
    private let isAside: Bool
    private let summaryFile: String?
    /// The word after which GitHub Actions reads commands again; nil without a report for it.
    private let pauseWord: String?

    /// Prepares reports, and throws when one of them cannot be written or would replace an input.
    ///
    /// - Parameters:
    ///   - folders: The folders of results with the journals and captures.
    ///   - inputs: The files that were read, which no report overwrites.
    ///   - isAside: True when the standard output is taken.
    init(
        _ requests: [ReportRequest], folders: [String], inputs: [String], isAside: Bool = false
    ) throws(FileError) {
        self.requests = requests
        self.folders = folders
        self.isAside = isAside
        let isHeard = requests.contains { $0.kind == .github }
        summaryFile = isHeard ? Console.variable("GITHUB_STEP_SUMMARY").flatMap { $0.isEmpty ? nil : $0 } : nil
        let isSpoken = requests.contains { $0.kind == .github && $0.file == nil }
        let secret = try isSpoken ? Entropy.bytes(16) : []
        pauseWord = isSpoken ? "rollcall-\(secret.map { String($0, radix: 36) }.joined())" : nil
        // A long run is not worth starting when its report cannot be written.
        let kept = Set(inputs.map(FileStore.identity))
        for file in requests.compactMap(\.file) {
            try FileStore.checkWritable(file)
            guard !kept.contains(FileStore.identity(of: file)) else {
                throw FileError(path: file, doing: "replaced by a report", number: EINVAL, reason: "it is an input")
            }
        }
    }

    /// Writes the console's lines, to the standard error when a report takes the standard output.
    var say: (String) -> Void {
        let isTaken = isAside || requests.contains { $0.file == nil && $0.kind != .github }
        return isTaken ? { Console.complain($0) } : { Console.say($0) }
    }

    /// Must be said before whatever the code under test can have a word in.
    func begin() { if let pauseWord { Console.say(GitHubReport.pause(pauseWord)) } }

    /// Writes all reports.
    func write(_ result: RunResult) throws(FileError) {
        if let pauseWord { Console.say(GitHubReport.resume(pauseWord)) }
        for request in requests {
            let bytes = request.kind.bytes(of: result, evidence: evidence)
            guard let file = request.file else {
                Console.say(bytes)
                continue
            }
            try FileStore.write(bytes, to: file)
        }
        guard let summaryFile else { return }
        let earlier = FileStore.read(summaryFile) ?? []
        let room = MarkdownReport.usualLimit - earlier.count
        let text = MarkdownReport.text(of: result, limit: max(2000, room))
        try FileStore.write(earlier + Array(text.utf8), to: summaryFile)
    }

    /// The journal and packets of the run that a verdict is about; those of another run are left out.
    private func evidence(of verdict: Verdict) -> HTMLReport.Evidence {
        let places = folders.map { RunFolder(out: $0, id: verdict.id) }
        guard let folder = places.first(where: { $0.holdsRun(of: verdict) }) else {
            let isOther = places.contains { FileStore.exists($0.verdict) }
            let reason = isOther ? "holds another run of this scenario" : "holds no run of this scenario"
            return .init(
                source: FileStore.read(verdict.failure?.file ?? verdict.file) ?? [],
                absence: "The timeline is missing: \(folders.joined(separator: ", ")) \(reason).")
        }
        return folder.evidence(of: verdict)
    }
}
