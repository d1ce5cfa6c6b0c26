internal import CProcess

/// A comparison of a worker process with its state before its first scenario, as far as the system shows it.
struct Fitness {
    /// After so many scenarios a worker is replaced, whatever it looks like.
    static let mostScenarios = 100
    /// By how much the memory in use may have grown.
    static let mostGrowth = 32 << 20

    private let descriptors = cpr_open_descriptors()
    private let threads = cpr_threads()
    private let allocated = cpr_allocated_bytes()
    private var scenarios = 0

    /// To be asked after each scenario.
    mutating func holds() -> Bool {
        scenarios += 1
        return scenarios < Self.mostScenarios && cpr_open_descriptors() == descriptors && cpr_threads() == threads
            && cpr_allocated_bytes() < allocated + Self.mostGrowth
    }
}
