internal import Journal

/// What the process tells whoever started it.
enum ExitStatus: Int32 {
    /// All passed.
    case success = 0
    /// A scenario failed, crashed or hung.
    case failure = 1
    /// The harness could not do its own work.
    case fault = 2
    /// The command line is wrong, or selects nothing.
    case usage = 64
    /// A scenario or file is invalid.
    case invalid = 65
    /// The user interrupted the run.
    case interrupted = 130

    /// What a run's verdicts come to: where the harness failed, nothing else can be trusted.
    init(_ verdicts: [Verdict]) {
        if verdicts.contains(where: { $0.kind == .harnessFault }) {
            self = .fault
        } else {
            self = verdicts.contains { $0.kind.isBad } ? .failure : .success
        }
    }
}
