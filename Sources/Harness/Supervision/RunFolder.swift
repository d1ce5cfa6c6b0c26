internal import Capture

/// The folder of one run of a scenario.
package struct RunFolder {
    let path: String

    /// Creates a folder named by the scenario's id.
    package init(out: String, id: String) {
        // Ids are single words; this keeps the folder within `out` for any id.
        let name = String(id.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
        path = "\(out)/\(name == ".." || name == "." || name.isEmpty ? "_" : name)"
    }

    /// Creates the value for an existing folder.
    init(existing path: String) {
        self.path = path
    }

    /// Returns the folder of a run with a seed, where there are several.
    func seed(_ seed: UInt64) -> RunFolder { RunFolder(existing: "\(path)/seed-\(seed)") }

    /// Returns the folder of a round with one seed; this folder for the first round.
    func round(_ round: Int) -> RunFolder {
        switch round {
        case ...1: self
        case 2: RunFolder(existing: "\(path)/second")
        default: RunFolder(existing: "\(path)/round-\(round)")
        }
    }

    package var journal: String { "\(path)/journal.ndjson" }
    var capture: String { "\(path)/capture.pcap" }
    /// The capture file that the run wrote.
    var writtenCapture: String { FileStore.beginning(of: annotatedCapture) == nil ? capture : annotatedCapture }
    /// The capture with names and comments, which a run writes on request.
    private var annotatedCapture: String { "\(path)/capture.pcapng" }
    package var verdict: String { "\(path)/verdict.json" }
    var capsule: String { "\(path)/capsule.rollcall" }

    /// True when a path is that of a run's file below a folder of results.
    static func isOwn(_ file: String, in out: String) -> Bool {
        let folder = FileTree.parent(of: file)
        let isNamedLikeOne = RunFolder(existing: folder).files.contains {
            $0.split(separator: "/").last == file.split(separator: "/").last
        }
        return isNamedLikeOne && FileStore.identity(of: FileTree.parent(of: folder)) == FileStore.identity(of: out)
    }

    /// Creates the folder, and truncates the files of an earlier run.
    ///
    /// Files that each run writes are truncated, not deleted: creating one is slow in a folder with many deleted ones.
    func prepare() throws(FileError) {
        // A symbolic link would redirect the run's output to another folder or file.
        FileStore.deleteLink(path)
        try FileStore.makeFolder(path)
        FileStore.delete(annotatedCapture)
        FileStore.delete(capsule)
        // A killed run must not leave an earlier verdict beside its own journal.
        FileStore.delete(verdict)
        for file in [journal, capture] {
            FileStore.deleteLink(file)
            if FileStore.exists(file) { FileStore.cut(file, to: 0) }
        }
    }

    /// Deletes the files that the run has not written.
    func deleteUnwritten() {
        for file in [journal, capture] where FileStore.isEmpty(file) { FileStore.delete(file) }
    }

    /// Deletes the files that the run has written.
    func deleteEvidence() {
        for file in evidence { FileStore.delete(file) }
    }

    /// Deletes the files of a run without a verdict, and the folder where it has no others.
    func forget() {
        for file in files { FileStore.delete(file) }
        if !FileStore.isLink(path) { FileStore.deleteFolder(path) }
    }

    /// Prepares the folder for a run with any number of seeds and rounds.
    func prepareWhole() throws(FileError) {
        try prepare()
        deleteParts()
    }

    /// Deletes the folders of single seeds and rounds.
    func deleteParts() {
        for name in FileTree.folders(in: path) where Self.isPart(name) {
            let part = RunFolder(existing: "\(path)/\(name)")
            for inner in FileTree.folders(in: part.path) where Self.isPart(inner) {
                RunFolder(existing: "\(part.path)/\(inner)").delete()
            }
            part.delete()
        }
    }

    private static func isPart(_ name: String) -> Bool {
        name == "second" || name.hasPrefix("round-") || name.hasPrefix("seed-")
    }

    /// Moves a run's files here from another folder.
    func take(from other: RunFolder) throws(FileError) {
        for (old, new) in zip(other.evidence, evidence) where FileStore.exists(old) {
            try FileStore.move(old, to: new)
        }
        other.delete()
    }

    /// The files that a run itself writes.
    private var evidence: [String] { [journal, capture, annotatedCapture] }
    /// All files of a run.
    var files: [String] { evidence + [verdict, capsule] }

    /// Deletes the folder and a run's files in it; of a link, only the link.
    func delete() {
        guard !FileStore.isLink(path) else { return FileStore.delete(path) }
        for file in files { FileStore.delete(file) }
        FileStore.deleteFolder(path)
    }

    /// Returns the complete lines of the journal, and truncates the file to them: a dead process leaves a longer file.
    func mendedJournal() -> [UInt8] {
        guard let bytes = FileStore.read(journal) else { return [] }
        let text = bytes.prefix(bytes.firstIndex(of: 0) ?? bytes.count)
        let end = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        // A whole file needs no copy.
        guard end < bytes.count else { return bytes }
        FileStore.cut(journal, to: end)
        return Array(text.prefix(end))
    }

    /// Returns the number of whole packets in the capture, and truncates the file to them: a dead process leaves a longer
    /// file.
    func mendedCapture() -> Int {
        guard let bytes = FileStore.read(capture) else { return 0 }
        let whole = CaptureFile.wholePackets(in: bytes)
        if whole.length < bytes.count { FileStore.cut(capture, to: whole.length) }
        return whole.count
    }
}
