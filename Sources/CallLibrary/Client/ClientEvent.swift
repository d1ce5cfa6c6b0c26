import CallCore
import Signaling

/// What a client tells its view models, in the order in which it happened.
enum ClientEvent {
    /// An event of the coordinator, with what it means for the ring of a call that the client holds.
    case coordinator(CoordinatorEvent, RingChange?)
    case left(CallCid)
    case reconnection(CallCid, ReconnectionStatus)
    case changed(Call, CallStateChanges)
    case stage(Call)
    case settings(Call)
    case ringing(Call?)
    case active(Call?)
    /// Somebody else than a view model joins a call for the user.
    case externalJoinBegan(CallCid)
    /// That way ended, in the call or elsewhere.
    case externalJoinEnded(CallCid, isJoined: Bool)
    /// The event stream is open again; unless it was resumed, events were missed, and whoever keeps a list of calls
    /// must ask for it again.
    case restored(isResumed: Bool)
}

/// Somebody who follows a client without delay, such as a view model.
@MainActor
protocol ClientObserver: AnyObject {
    /// Whether events of calls that the client does not hold matter as well.
    var followsEveryCall: Bool { get }
    /// Whether it matters which properties of a call have changed, and which call is the ringing or the active one.
    var followsChanges: Bool { get }

    func client(_ client: StreamVideo, saw event: ClientEvent)
}

/// A view model that nobody else holds any more follows nothing.
@MainActor
final class WeakObserver {
    weak var observer: (any ClientObserver)?
    let followsEveryCall: Bool
    let followsChanges: Bool

    init(_ observer: any ClientObserver) {
        self.observer = observer
        followsEveryCall = observer.followsEveryCall
        followsChanges = observer.followsChanges
    }
}
