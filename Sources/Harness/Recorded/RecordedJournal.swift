internal import Journal
internal import Tracing

/// The journal of a recorded run, with remarks on its end.
///
/// Damage before the end is an error: a cause that is missing in the middle would be replaced by a wrong one.
struct RecordedJournal {
    let trace: RunTrace
    /// The notes on a missing end; empty for a whole journal.
    private(set) var notes: [String] = []

    /// Reads a journal that is, or is in, a file. The file is left as it is.
    ///
    /// - Parameter verdict: The verdict on the run, where it is known.
    init(_ bytes: [UInt8], of file: String, _ verdict: Verdict?) throws(RecordError) {
        let whole = Self.whole(bytes)
        do throws(TraceError) { trace = try RunTrace(journal: whole) } catch {
            throw RecordError("\(file): \(error)")
        }
        let count = trace.entries.count
        if whole.count < bytes.count, bytes[whole.count] != 0 {
            notes.append("\(file): the entry behind entry \(count) of the journal is cut, and is left out")
        }
        // The process of a crashed or hung run wrote no verdict.
        if !trace.hasEnd, verdict == nil || verdict?.kind == .passed || verdict?.kind == .failed {
            notes.append(
                "\(file): the journal ends with entry \(count), before the verdict of the run: the run was ended there, "
                    + "or the rest is missing")
        }
    }

    /// Returns the journal without the zeros that a dead process left, and without a last entry that is cut.
    private static func whole(_ bytes: [UInt8]) -> [UInt8] {
        let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        let start = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let isCut = start > 0 && start < end && (try? JSON(parsing: Array(bytes[start..<end]))) == nil
        let count = isCut ? start : end
        // A whole file needs no copy.
        return count == bytes.count ? bytes : Array(bytes[..<count])
    }
}
