internal import Journal

/// The folder that one run of a scenario fills.
package struct RunFolder {
    let path: String

    /// The folder of a scenario, which has its id for a name.
    package init(out: String, id: String) {
        // An id is one word already; this keeps the folder inside the other one whatever the id holds.
        let name = String(id.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
        path = "\(out)/\(name == ".." || name == "." || name.isEmpty ? "_" : name)"
    }

    /// A folder that was named and made before.
    init(existing path: String) {
        self.path = path
    }

    /// The folder of a run with a seed, where there are several.
    func seed(_ seed: UInt64) -> RunFolder { RunFolder(existing: "\(path)/seed-\(seed)") }

    /// The folder of a run among several with one seed: the first one's is this.
    func round(_ round: Int) -> RunFolder {
        switch round {
        case ...1: self
        case 2: RunFolder(existing: "\(path)/second")
        default: RunFolder(existing: "\(path)/round-\(round)")
        }
    }

    package var journal: String { "\(path)/journal.ndjson" }
    var capture: String { "\(path)/capture.pcap" }
    /// The capture that a run left there.
    var writtenCapture: String { FileStore.beginning(of: annotatedCapture) == nil ? capture : annotatedCapture }
    /// The capture with names and comments, of a run that was asked for it.
    private var annotatedCapture: String { "\(path)/capture.pcapng" }
    package var verdict: String { "\(path)/verdict.json" }
    var capsule: String { "\(path)/capsule.rollcall" }

    /// Makes the folder, and empties what an earlier run left in it.
    ///
    /// The files that a run writes anew stay, without their bytes: to make one is dear in a folder where many were deleted.
    func prepare() throws(FileError) {
        try FileStore.makeFolder(path)
        FileStore.delete(annotatedCapture)
        FileStore.delete(capsule)
        // A run that is killed leaves no verdict of an earlier one beside its own journal.
        FileStore.delete(verdict)
        for file in [journal, capture] where FileStore.exists(file) { FileStore.cut(file, to: 0) }
    }

    /// Deletes the files that the run has not written.
    func deleteUnwritten() {
        for file in [journal, capture] where FileStore.isEmpty(file) { FileStore.delete(file) }
    }

    /// Deletes the files that the run has written.
    func deleteEvidence() {
        for file in evidence { FileStore.delete(file) }
    }

    /// Deletes the verdict of an earlier run, and with `evidence` all that it left.
    func forget(evidence isForgotten: Bool) {
        for file in isForgotten ? files : [verdict, capsule] { FileStore.delete(file) }
        // An interrupted run leaves a journal that is longer than its text.
        _ = mendedJournal()
        deleteUnwritten()
    }

    /// Makes the folder ready for a run, which may have several seeds and rounds.
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

    /// Takes over what a run left in another folder.
    func take(from other: RunFolder) throws(FileError) {
        for (old, new) in zip(other.evidence, evidence) where FileStore.exists(old) {
            try FileStore.move(old, to: new)
        }
        other.delete()
    }

    /// The files that a run itself writes.
    private var evidence: [String] { [journal, capture, annotatedCapture] }
    private var files: [String] { evidence + [verdict, capsule] }

    /// Deletes the folder with what a run leaves in it.
    func delete() {
        for file in files { FileStore.delete(file) }
        FileStore.deleteFolder(path)
    }

    /// The verdict that lies in the folder; nil when there is none that can be read.
    func readVerdict() -> Verdict? {
        FileStore.read(verdict).flatMap { try? JSON(parsing: $0) }.flatMap { Verdict($0) }
    }

    /// The journal as far as it came. A process that died leaves the file longer than its text: that is cut off.
    func mendedJournal() -> [UInt8] {
        guard let bytes = FileStore.read(journal) else { return [] }
        let text = bytes.prefix { $0 != 0 }
        let end = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if end < bytes.count { FileStore.cut(journal, to: end) }
        return Array(text.prefix(end))
    }
}
