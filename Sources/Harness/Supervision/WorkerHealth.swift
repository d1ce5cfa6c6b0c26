internal import CProcess

/// A comparison of a worker process with its state before its first scenario, as far as the system shows it.
struct WorkerHealth {
    /// The number of scenarios after which a worker is replaced in any case.
    static let maxScenarios = 100
    /// The maximum growth of used memory, in bytes.
    static let maxGrowth = 32 << 20

    private let descriptors = cpr_open_descriptors()
    private let threads = cpr_threads()
    private let allocated = cpr_allocated_bytes()
    private var scenarios = 0

    /// Returns true when the process is unchanged; called after each scenario.
    ///
    /// - Parameter kept: The number of descriptors that the process keeps deliberately.
    mutating func isUnchanged(keeping kept: Int32 = 0) -> Bool {
        scenarios += 1
        return scenarios < Self.maxScenarios && cpr_open_descriptors() == descriptors + kept
            && cpr_threads() == threads
            && cpr_allocated_bytes() < allocated + Self.maxGrowth
    }
}
