internal import Glibc
internal import Journal
internal import Reporting

/// Writes the requested reports, each atomically.
struct ReportWriter {
    private let requests: [ReportRequest]
    private let folders: [String]
    private let usesStandardError: Bool
    /// The folder of the verdicts' files; nil for the current one.
    private let sources: String?
    private let summaryFile: String?
    /// The word that ends GitHub's pause of commands; nil without a report for GitHub.
    private let pauseWord: String?

    /// Prepares reports; throws when one of them cannot be written or would replace an input.
    ///
    /// - Parameters:
    ///   - folders: The folders of results with the journals and captures.
    ///   - inputs: The input files, which no report overwrites.
    ///   - usesStandardError: True when the standard output is used otherwise.
    ///   - sources: The folder of the verdicts' files; nil for the current one.
    init(
        _ requests: [ReportRequest], folders: [String], inputs: [String], usesStandardError: Bool = false,
        sources: String? = nil
    ) throws(FileError) {
        self.requests = requests
        self.folders = folders
        self.usesStandardError = usesStandardError
        self.sources = sources
        let isSummarized = requests.contains { $0.kind == .github }
        summaryFile = isSummarized ? Console.variable("GITHUB_STEP_SUMMARY").flatMap { $0.isEmpty ? nil : $0 } : nil
        let isSpoken = requests.contains { $0.kind == .github && $0.file == nil }
        let secret = try isSpoken ? Entropy.bytes(16) : []
        pauseWord = isSpoken ? "rollcall-\(secret.map { String($0, radix: 36) }.joined())" : nil
        // Checked first: a long run is useless when its report cannot be written.
        let inputs = InputFiles(inputs)
        for folder in requests.compactMap(\.folder) { try FileStore.makeFolder("\(folder)/\(FolderReport.scripts)") }
        for file in requests.compactMap(\.file) {
            try FileStore.checkWritable(file)
            try inputs.check(file, by: "a report")
            try OutputFiles.checkReplaced(file, by: "a report")
            guard !folders.contains(where: { RunFolder.isOwn(file, in: $0) }) else {
                throw FileError(
                    path: file, doing: "replaced by a report", number: EINVAL, reason: "it is a file of a run")
            }
        }
    }

    /// Writes the console's lines, to the standard error when a report uses the standard output.
    var say: (String) -> Void {
        let isTaken = usesStandardError || requests.contains { $0.file == nil && $0.kind != .github }
        return isTaken ? { Console.error($0) } : { Console.say($0) }
    }

    /// Begins GitHub's pause; must be called before any output of code under test.
    func begin() { if let pauseWord { Console.say(GitHubReport.pause(pauseWord)) } }

    /// Writes all reports.
    func write(_ result: RunResult) throws(FileError) {
        if let pauseWord { Console.say(GitHubReport.resume(pauseWord)) }
        for request in requests {
            if let folder = request.folder {
                try write(result, toFolder: folder)
                continue
            }
            let bytes = request.kind.bytes(of: result) { evidence(of: $0, for: request.file ?? "report.html") }
            guard let file = request.file else {
                Console.say(bytes)
                continue
            }
            try FileStore.write(bytes, to: file)
        }
        guard let summaryFile else { return }
        let earlier = FileStore.read(summaryFile) ?? []
        let room = MarkdownReport.defaultLimit - earlier.count
        let text = MarkdownReport.text(of: result, limit: max(2000, room))
        try FileStore.write(earlier + Array(text.utf8), to: summaryFile)
    }

    /// Writes the page of a folder and its scripts, and deletes those of an earlier report.
    private func write(_ result: RunResult, toFolder folder: String) throws(FileError) {
        let page = "\(folder)/\(FolderReport.page)"
        var written: Set<String> = []
        func own(_ verdict: Verdict) -> HTMLReport.Evidence { evidence(of: verdict, for: page) }
        try FolderReport.write(result, evidence: own) { path, bytes throws(FileError) in
            try FileStore.write(bytes, to: "\(folder)/\(path)")
            written.insert("\(folder)/\(path)")
        }
        let scripts = "\(folder)/\(FolderReport.scripts)"
        for name in FileTree.names(in: scripts) where FolderReport.isScript(name) {
            if !written.contains("\(scripts)/\(name)") { FileStore.delete("\(scripts)/\(name)") }
        }
    }

    /// Returns the journal and packets of a verdict's run; those of another run are omitted.
    private func evidence(of verdict: Verdict, for page: String) -> HTMLReport.Evidence {
        let places = folders.map { RunFolder(out: $0, id: verdict.id) }
        guard let folder = places.first(where: { $0.holdsRun(of: verdict) }) else {
            let isOther = places.contains { FileStore.exists($0.verdict) }
            let reason = isOther ? "holds another run of this scenario" : "holds no run of this scenario"
            return .init(
                source: source(of: verdict),
                absence: "The timeline is missing: \(folders.joined(separator: ", ")) \(reason).")
        }
        var evidence = folder.evidence(source: source(of: verdict))
        let place = page.lastIndex(of: "/").map { String(page[...$0]) } ?? "."
        evidence.links = folder.links { RelativeAddress.of($0, from: place) }
        return evidence
    }

    private func source(of verdict: Verdict) -> [UInt8] {
        let file = verdict.failure?.file ?? verdict.file
        return FileStore.read(sources.map { "\($0)/\(file)" } ?? file) ?? []
    }
}
