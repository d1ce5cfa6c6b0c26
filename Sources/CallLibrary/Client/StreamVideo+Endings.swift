import CallCore
import Signaling

/// An SFU's word that a call is over may overtake the coordinator's event, which alone says who ended it.
extension StreamVideo {
    /// A call that was left for its end still takes over who ended it, as long as somebody holds it.
    func awaitEnder(of call: Call) {
        endings[call.cid] = Ending(call: call)
    }

    /// Tells a call that was left before who ended it.
    func tellEnder(_ event: CoordinatorEvent) {
        guard case .ended(let ended) = event else { return }
        endings.removeValue(forKey: ended.callCid)?.call?.updateState { $0.apply(event) }
    }

    /// A call whose ender is not known yet.
    struct Ending {
        weak var call: Call?
    }
}
