public import Signaling

/// What happens to what leaves a call without anybody asking for it; a scenario may cause it.
public enum EgressCommand: Hashable, Sendable {
    /// Whatever makes it breaks; nothing happens when it is neither starting nor running.
    case fail(CallCid, EgressKind)
    /// A user says something; nothing happens when the call has no closed captions.
    case say(CallCid, userId: String, text: String)
}

extension CoordinatorMachine {
    mutating func perform(_ command: EgressCommand) {
        switch command {
        case .fail(let cid, let kind): end(kind, in: cid, .fail)
        case .say(let cid, let userId, let text): say(text, by: userId, in: cid)
        }
    }
}
