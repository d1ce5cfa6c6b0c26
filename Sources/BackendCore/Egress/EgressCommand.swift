package import Signaling

/// An occurrence in the egress of a call that no request causes; a scenario may cause it.
package enum EgressCommand: Hashable, Sendable {
    /// The egress fails, if it is starting or running.
    case fail(CallCid, EgressKind)
    /// A user speaks, which closed captions show if they run.
    case say(CallCid, userId: String, text: String)
}

extension CoordinatorMachine {
    func perform(_ command: EgressCommand) {
        switch command {
        case .fail(let cid, let kind): if let call = calls[cid] { end(kind, in: call, .fail) }
        case .say(let cid, let userId, let text): notifyCaption(text, by: userId, in: cid)
        }
    }
}
