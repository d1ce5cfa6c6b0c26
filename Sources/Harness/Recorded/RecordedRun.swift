internal import Journal
internal import Tracing

/// A recorded run: its folder, its capsule or its journal.
struct RecordedRun {
    let trace: RunTrace
    /// The verdict; nil when the record has none, or a damaged one.
    let verdict: Verdict?
    /// The damage of the verdict, with its file; nil without damage.
    let verdictDamage: String?
    /// The notes on missing parts, without which the rest of the record is right.
    let notes: [String]
    /// The path of the capture beside the journal; nil for a capsule and for a run without one.
    let capture: String?

    /// Reads the record that a word names; an id refers to the run's folder in the folder of results.
    init(_ word: String, in out: String) throws(RecordError) {
        let own = RunFolder(out: out, id: word)
        if !FileStore.exists(word), FileStore.exists(own.path) {
            try self.init(folder: own)
        } else if FileStore.isFolder(word) {
            try self.init(folder: RunFolder(existing: word))
        } else {
            try self.init(file: word, in: out)
        }
    }

    /// True when a file is one of those that a run consists of.
    static func isFile(_ file: String, of word: String, in out: String) -> Bool {
        let folders = [RunFolder(out: out, id: word), RunFolder(existing: word)]
        let own = folders.flatMap { [$0.journal, $0.writtenCapture, $0.verdict, $0.capsule] } + [word]
        return FileStore.exists(file) && own.contains { FileStore.identity(of: $0) == FileStore.identity(of: file) }
    }

    private init(folder: RunFolder) throws(RecordError) {
        guard FileStore.exists(folder.journal) else {
            throw RecordError("\(folder.path) is not a folder of a run: it has no journal.ndjson")
        }
        let bytes: [UInt8]
        do throws(FileError) { bytes = try FileStore.readWhole(folder.journal, atMost: .max) } catch {
            throw RecordError("\(error)")
        }
        var damage: String?
        do throws(FileError) { verdict = try folder.recordedVerdict() } catch {
            verdict = nil
            damage = "\(error)"
        }
        verdictDamage = damage
        let journal = try RecordedJournal(bytes, of: folder.journal, verdict)
        (trace, notes) = (journal.trace, journal.notes + [damage].compactMap(\.self))
        capture = FileStore.exists(folder.writtenCapture) ? folder.writtenCapture : nil
    }

    private init(file: String, in out: String) throws(RecordError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileStore.readWhole(file, atMost: Capsule.largest)
        } catch {
            let isThere = FileStore.exists(file)
            let near = isThere ? "" : hint(file, FileTree.folders(in: out).filter { !$0.hasPrefix(".") })
            throw RecordError("\(error)\(near)")
        }
        guard bytes.first != UInt8(ascii: "{") else {
            let journal = try RecordedJournal(bytes, of: file, nil)
            (trace, notes) = (journal.trace, journal.notes)
            (verdict, verdictDamage, capture) = (nil, nil, nil)
            return
        }
        let capsule: Capsule
        do throws(CapsuleError) {
            capsule = try Capsule(reading: bytes)
        } catch {
            if case .otherFile = error {
                throw RecordError("\(file): it is neither a journal nor a capsule of `rollcall run`")
            }
            throw RecordError("\(file): \(error)")
        }
        var damage: String?
        do throws(VerdictError) { verdict = try Verdict(reading: capsule.verdict) } catch {
            verdict = nil
            damage = "\(file): \(error)"
        }
        verdictDamage = damage
        let journal = try RecordedJournal(capsule.journal, of: file, verdict)
        (trace, notes) = (journal.trace, journal.notes + [damage].compactMap(\.self))
        capture = nil
    }

    /// Writes the notes to the standard error.
    func reportNotes(_ verb: Verb) {
        for note in notes { Console.error(verb, "note: \(note)") }
    }
}

/// The error of an unreadable record.
struct RecordError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
