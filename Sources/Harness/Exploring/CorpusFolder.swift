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
            var corpus = try Corpus(reading: bytes) { (name) throws(CorpusError) in try text(of: name) }
            for index in corpus.findings.indices {
                corpus.findings[index].origin = "\(path)/\(corpus.findings[index].file)"
            }
            corpus.lastNumber = lastNumber
            return .success(corpus)
        } catch {
            return .failure(CorpusError(description: "\(record): \(error)"))
        }
    }

    /// Returns the text of a finding's file; nil when it was deleted or moved.
    private func text(of name: String) throws(CorpusError) -> String? {
        guard FileStore.exists("\(path)/\(name)") else { return nil }
        do throws(FileError) {
            return String(decoding: try FileStore.readWhole("\(path)/\(name)"), as: UTF8.self)
        } catch {
            throw CorpusError(description: "the file of a finding, \(error)")
        }
    }

    /// The largest number of a finding with a file in the folder, which no further finding replaces.
    var lastNumber: Int { findingFiles.map(\.number).max() ?? 0 }

    /// The files of findings in the folder, with the numbers in their names.
    private var findingFiles: [(name: String, number: Int)] {
        let ending = ".yaml"
        return FileTree.names(in: path).filter { $0.hasSuffix(ending) }.compactMap { name in
            Finding.number(name.dropLast(ending.count)).map { (name, $0) }
        }
    }

    /// True when a path is that of the record or of a finding's file.
    func isOwn(_ file: String) -> Bool {
        let name = file.split(separator: "/").last.map(String.init) ?? ""
        let isNamedLikeOne =
            name == "exploration.json" || name.hasSuffix(".yaml") && Finding.number(name.dropLast(".yaml".count)) != nil
        return isNamedLikeOne && FileStore.identity(of: FileTree.parent(of: file)) == FileStore.identity(of: path)
    }

    /// Creates the folder, and deletes the files of an earlier search.
    func prepare() throws(FileError) {
        try FileStore.makeFolder(path)
        FileStore.delete(record)
        for file in findingFiles { FileStore.delete("\(path)/\(file.name)") }
    }

    /// Writes the file of a finding, with names of files that hold in the folder.
    func write(_ finding: Finding) throws(FileError) {
        var finding = finding
        finding.scenario = Relocation.text(finding.scenario, of: finding.origin, to: path)
        try FileStore.write(Array(finding.text.utf8), to: "\(path)/\(finding.file)")
    }

    /// Writes the record of the search.
    func write(_ json: [UInt8]) throws(FileError) {
        try FileStore.write(json, to: record)
    }
}
