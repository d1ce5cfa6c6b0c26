internal import Journal

/// The folder that one run of a scenario fills.
struct RunFolder {
    let path: String

    /// The folder of a scenario, which has its id for a name.
    init(out: String, id: String) {
        // An id is one word already; this keeps the folder inside the other one whatever the id holds.
        let name = String(id.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
        path = "\(out)/\(name == ".." || name == "." || name.isEmpty ? "_" : name)"
    }

    /// A folder that was named and made before.
    init(existing path: String) {
        self.path = path
    }

    /// The folder of the run that is compared with this one's.
    var second: RunFolder { RunFolder(existing: "\(path)/second") }

    var journal: String { "\(path)/journal.ndjson" }
    var capture: String { "\(path)/capture.pcap" }
    /// The capture that a run left there.
    var writtenCapture: String { capture }
    var verdict: String { "\(path)/verdict.json" }

    /// Makes the folder, and takes out of it what an earlier run left.
    func prepare() throws(FileError) {
        try FileStore.makeFolder(path)
        for file in [journal, capture, verdict] { FileStore.delete(file) }
    }

    /// Deletes the folder with what a run leaves in it.
    func delete() {
        for file in [journal, capture, verdict] { FileStore.delete(file) }
        FileStore.deleteFolder(path)
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
