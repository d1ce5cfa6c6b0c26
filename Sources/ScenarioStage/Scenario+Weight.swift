import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing

extension Scenario {
    /// Roughly how much there is to do in a run of it, for whoever shares runs out: the seconds that it waits, times the
    /// ways that media go. 0 without media, because all else is soon done.
    package var weight: Int {
        guard hasMedia else { return 0 }
        let seconds = Int(clamping: shortestDuration.nanoseconds / 1_000_000_000) + 1
        let ways = participants.count * participants.count
        return seconds.multipliedReportingOverflow(by: ways).overflow ? .max : seconds * ways
    }

    private var hasMedia: Bool { media != .off || participants.contains { $0.media.isOn ?? false } }
}
