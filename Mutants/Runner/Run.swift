/// A scenario that is to be run, written as `SCENARIO:MILLISECONDS`.
struct Run {
    let scenario: Int
    /// The seconds of processor time that it has.
    let limit: Double

    init(scenario: Int, limit: Double) {
        self.scenario = scenario
        self.limit = limit
    }

    init?(_ word: Substring) {
        let parts = word.split(separator: ":")
        guard parts.count == 2, let scenario = Int(parts[0]), let milliseconds = Double(parts[1]) else { return nil }
        self.init(scenario: scenario, limit: milliseconds / 1000)
    }
}
