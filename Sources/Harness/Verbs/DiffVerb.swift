internal import Capture
internal import Inspection
internal import Reporting

/// `rollcall diff`: compares the calls of two captures, runs or golden files.
enum DiffVerb {
    static func perform(_ words: ParsedArguments) throws(UsageError) -> ExitStatus {
        guard words.operands.count == 2 else {
            throw UsageError(.diff, "name two captures, folders of runs or golden files")
        }
        let tolerance = try words.nanoseconds(.tolerance, of: .diff) ?? 50_000_000
        let (first, second) = (words.operands[0], words.operands[1])
        do throws(UnreadableHistory) {
            if words.has(.approve) { return try approve(second, as: first) }
            return try compare(first, second, tolerance: tolerance)
        } catch {
            Console.error(.diff, "\(error.reason)")
            return .invalid
        }
    }

    private static func compare(
        _ first: String, _ second: String, tolerance: Int64
    ) throws(UnreadableHistory) -> ExitStatus {
        let (left, right) = (try HistorySource(first), try HistorySource(second))
        let comparison = HistoryComparison(left.history, right.history, tolerance: tolerance)
        let lines = comparison.patch(from: left.path, to: right.path, isColoured: Console.style.isColoured)
        Console.say(lines.map { "\($0)\n" }.joined())
        let damages = [left.damage, right.damage].compactMap { $0 }
        for damage in damages { Console.error(.diff, "\(damage)") }
        return damages.isEmpty ? comparison.isSame ? .success : .failure : .invalid
    }

    private static func approve(_ run: String, as golden: String) throws(UnreadableHistory) -> ExitStatus {
        if let bytes = FileStore.read(golden), !bytes.isEmpty, !GoldenFile.isLikely(bytes) {
            throw UnreadableHistory(reason: "\(golden) exists and is not a golden file: it is unchanged")
        }
        let source = try HistorySource(run)
        if let damage = source.damage { throw UnreadableHistory(reason: "\(damage)") }
        do throws(FileError) {
            try FileStore.write(GoldenFile.bytes(of: source.history), to: golden)
        } catch {
            Console.error(.diff, "\(error)")
            return .fault
        }
        let count = source.history.events.count
        Console.say("\(golden) has the \(count) event\(count == 1 ? "" : "s") of \(source.path) now\n")
        return .success
    }
}

/// The reason that a history cannot be compared.
private struct UnreadableHistory: Error {
    let reason: String
}

/// A source of the history of calls: a capture, the folder of a run, or a golden file.
private struct HistorySource {
    let path: String
    let history: CallHistory
    let damage: CaptureFileError?

    init(_ word: String) throws(UnreadableHistory) {
        path = FileStore.isFolder(word) ? RunFolder(existing: word).writtenCapture : word
        if path != "-", let bytes = FileStore.beginning(of: path), GoldenFile.isLikely(bytes) {
            do throws(GoldenFileError) {
                history = try GoldenFile.history(FileStore.read(path) ?? [])
            } catch {
                throw UnreadableHistory(reason: "\(path): \(error)")
            }
            damage = nil
            return
        }
        do throws(CaptureFileError) {
            (history, damage) = try CallHistory.reading(path)
        } catch {
            throw UnreadableHistory(reason: "\(error)")
        }
    }
}
