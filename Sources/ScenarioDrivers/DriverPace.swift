import ScenarioLanguage
import ScenarioVocabulary
import Timing

/// The lines to a driver in virtual time. A driver that always causes another one keeps the run from going on.
struct DriverPace {
    private var windowStart = Instant.start
    private var turns = 0
    private var wakes = 0

    /// Counts a line; returns the fault of too many in little virtual time, in words.
    mutating func count(_ type: String, at now: Instant) -> String? {
        if windowStart.duration(to: now) >= DriverLimits.turnWindow { self = DriverPace(windowStart: now) }
        turns += 1
        if type == "wake" { wakes += 1 }
        let window = "within \(DriverLimits.turnWindow.written) of virtual time"
        if wakes > DriverLimits.wakes { return "set its timer more than \(DriverLimits.wakes) times \(window)" }
        return turns > DriverLimits.turns ? "caused more than \(DriverLimits.turns) lines to itself \(window)" : nil
    }
}

extension DriverPace {
    private init(windowStart: Instant) {
        self.windowStart = windowStart
    }
}
