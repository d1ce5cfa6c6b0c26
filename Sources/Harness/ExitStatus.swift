internal import Journal

/// The exit status of the process.
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

    /// Returns the status of a run with these verdicts: a fault of the harness outweighs all others.
    ///
    /// A run in which no scenario passed and some are unsupported has tested nothing. That is a failure unless allowed.
    init(_ verdicts: [Verdict], allowsUnsupported: Bool = false) {
        if verdicts.contains(where: { $0.kind == .harnessFault }) {
            self = .fault
        } else {
            let isUntested = !allowsUnsupported && Self.isUntested(verdicts)
            self = isUntested || verdicts.contains(where: \.kind.isBad) ? .failure : .success
        }
    }

    /// Returns true when every scenario is unsupported.
    static func isUntested(_ verdicts: [Verdict]) -> Bool {
        !verdicts.isEmpty && verdicts.allSatisfy { $0.kind == .unsupported }
    }
}
