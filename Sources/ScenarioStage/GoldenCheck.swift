import Capture
import Inspection
import Journal
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary

/// The comparison of a run's calls with the scenario's expected calls.
struct GoldenCheck {
    let golden: GoldenReference

    /// The tolerance of times. A run in virtual time has the same times again, except for omitted digits in a file.
    private static let tolerance: Int64 = 1_000_000
    private static let shownLines = 80

    /// Returns the difference and the lines that show it; nil when the calls are as expected.
    func difference(
        from capture: String, _ journal: Journal
    ) throws(CaptureFileError) -> (failure: ExpectationFailure, lines: [String])? {
        let (actual, damage) = try CallHistory.reading(capture, journal: journal)
        if let damage { throw damage }
        guard let bytes = ScenarioFile.bytes(of: golden.file) else {
            return (failure("there is no file \(golden.file.quoted) to compare the calls with"), [])
        }
        let expected: CallHistory
        do throws(GoldenFileError) {
            expected = try GoldenFile.history(bytes)
        } catch {
            return (failure("the file \(golden.file.quoted) is not a golden file: \(error)"), [])
        }
        let comparison = HistoryComparison(expected, actual, tolerance: Self.tolerance)
        guard !comparison.isSame else { return nil }
        let lines = comparison.patch(from: golden.file, to: capture)
        let more = lines.count > Self.shownLines ? ["and \(lines.count - Self.shownLines) more lines"] : []
        return (
            failure("the calls are not those of \(golden.file.quoted): \(comparison.summary)"),
            lines.prefix(Self.shownLines) + more
        )
    }

    private func failure(_ reason: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "\(reason); to make this run the one that is expected: "
                + "`rollcall diff --approve \(golden.file) RUN`, where RUN is the run's folder",
            place: golden.place)
    }
}
