internal import Exploration

/// The folder of a search: its record, and a scenario file for each finding.
struct CorpusFolder {
    let path: String

    private var record: String { "\(path)/exploration.json" }

    /// Returns the corpus of an earlier search; nil without one.
    func read() throws(FileError) -> Result<Corpus, CorpusError>? {
        guard FileStore.exists(record) else { return nil }
        let bytes = try FileStore.readWhole(record)
        do throws(CorpusError) {
            return .success(
                try Corpus(reading: bytes) { name in
                    FileStore.read("\(path)/\(name)").map { Self.withoutComments(String(decoding: $0, as: UTF8.self)) }
                })
        } catch {
            return .failure(CorpusError(description: "\(record): \(error)"))
        }
    }

    /// Returns the lines of a file after its leading comments.
    private static func withoutComments(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0.hasPrefix("#") }.joined(separator: "\n")
    }

    /// Creates the folder, and deletes the files of an earlier search.
    func prepare() throws(FileError) {
        try FileStore.makeFolder(path)
        FileStore.delete(record)
        for name in FileTree.names(in: path) where name.hasPrefix("FOUND-") && name.hasSuffix(".yaml") {
            FileStore.delete("\(path)/\(name)")
        }
    }

    func write(_ finding: Finding) throws(FileError) {
        try FileStore.write(Array(finding.text.utf8), to: "\(path)/\(finding.file)")
    }

    func write(_ json: [UInt8]) throws(FileError) {
        try FileStore.write(json, to: record)
    }
}
