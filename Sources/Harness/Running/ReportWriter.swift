internal import Glibc
internal import Journal
internal import Reporting

/// Writes the reports that a command line wants, each whole or not at all.
struct ReportWriter {
    private let requests: [ReportRequest]
    private let out: String
    private let isAside: Bool
    private let summaryFile: String?
    /// What GitHub Actions is told to wait for before it reads commands again, when it listens.
    private let pauseWord: String?

    /// Prepares reports of runs whose results lie in a folder.
    ///
    /// - Parameter isAside: Whether the standard output is for something else.
    init(_ requests: [ReportRequest], out: String, isAside: Bool = false) throws(FileError) {
        self.requests = requests
        self.out = out
        self.isAside = isAside
        let isHeard = requests.contains { $0.kind == .github }
        summaryFile = isHeard ? Console.variable("GITHUB_STEP_SUMMARY").flatMap { $0.isEmpty ? nil : $0 } : nil
        let isSpoken = requests.contains { $0.kind == .github && $0.file == nil }
        let secret = try isSpoken ? Entropy.bytes(16) : []
        pauseWord = isSpoken ? "rollcall-\(secret.map { String($0, radix: 36) }.joined())" : nil
        // Who runs for an hour wants to hear it before.
        for file in requests.compactMap(\.file) { try FileStore.checkWritable(file) }
        if requests.contains(where: \.kind.needsProgram) { try ReportProgram.check() }
    }

    /// What the console's lines go to: the standard error, where a report takes the standard output.
    var say: (String) -> Void {
        let isTaken = isAside || requests.contains { $0.file == nil && $0.kind != .github }
        return isTaken ? { Console.complain($0) } : { Console.say($0) }
    }

    /// Must be said before whatever the code under test can have a word in.
    func begin() { if let pauseWord { Console.say(GitHubReport.pause(pauseWord)) } }

    /// Writes all reports.
    ///
    /// - Parameter json: The file that holds the run's JSON report; nil when none does yet.
    func write(_ result: RunResult, json: String?) throws(FileError) {
        if let pauseWord { Console.say(GitHubReport.resume(pauseWord)) }
        for request in requests {
            let bytes = try bytes(request.kind, of: result, json: json)
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

    private func bytes(_ kind: ReportKind, of result: RunResult, json: String?) throws(FileError) -> [UInt8] {
        let bytes = kind.bytes(of: result) { RunFolder(out: out, id: $0.id).evidence(of: $0) }
        if let bytes { return bytes }
        if let json { return try ReportProgram.bytes(kind, from: json) }
        let draft = ".rollcall-report.\(getpid()).json"
        try FileStore.write(JSONReport.bytes(of: result), to: draft)
        defer { FileStore.delete(draft) }
        return try ReportProgram.bytes(kind, from: draft)
    }
}
