import CallCore
import Signaling

/// The ender of a call. An SFU's `callEnded` may overtake the coordinator's event, which alone names the ender.
extension StreamVideo {
    /// Keeps a weak reference to a call that was left because it ended, so that its ender can be set later.
    func awaitEndingUser(of call: Call) {
        endings[call.cid] = Ending(call: call)
    }

    /// Sets the ender of a call that was left earlier.
    func setEndingUser(_ event: CoordinatorEvent) {
        guard case .ended(let ended) = event else { return }
        endings.removeValue(forKey: ended.callCid)?.call?.updateState { $0.apply(event) }
    }

    /// A call without a known ender.
    struct Ending {
        weak var call: Call?
    }
}
