import Timing

/// Returns the name of a participant's call as a subject, such as `alice, default:standup`.
func callName(_ participant: String, _ cid: Substring) -> String { callNamePrefix(participant) + cid }

private func callNamePrefix(_ participant: String) -> String { "\(participant), " }

extension String {
    /// True for the name of one of a participant's calls.
    func namesCall(of participant: String) -> Bool { hasPrefix(callNamePrefix(participant)) }
}

extension Subjects {
    /// Removes the calls of a participant, whose process has ended without notice.
    mutating func forgetCalls(of participant: String) {
        for name in names where name.namesCall(of: participant) { forget(name) }
    }
}

extension [String] {
    /// Replaces the stage of a call in a list of stages. An idle call has no stage in the list.
    ///
    /// Two calls of a participant may have one id: a ring arrives while its call rejects an earlier one.
    mutating func replaceStage(_ change: PropertyChange) {
        if let index = firstIndex(of: change.from) { remove(at: index) }
        if change.to != "idle" { append(change.to) }
    }
}
