import CallCore
import Signaling

/// An event of a client for its observers, in order of occurrence.
enum ClientEvent {
    /// An event of the coordinator, with the change of a ring that it causes.
    case coordinator(CoordinatorEvent, RingChange?)
    case left(CallCid)
    case reconnection(CallCid, ReconnectionStatus)
    case changed(Call, CallStateChanges)
    case stage(Call)
    case settings(Call)
    case ringing(Call?)
    case active(Call?)
    /// Code other than a view model joins a call for the user.
    case externalJoinBegan(CallCid)
    /// The external join ended with success or failure.
    case externalJoinEnded(CallCid, isJoined: Bool)
}

/// A synchronous observer of a client, such as a view model.
@MainActor
protocol ClientObserver: AnyObject {
    /// True when the observer needs events of calls that the client does not hold.
    var followsEveryCall: Bool { get }
    /// True when the observer needs changes of call properties, and of the ringing and the active call.
    var followsChanges: Bool { get }

    func client(_ client: StreamVideo, saw event: ClientEvent)
}

/// A weak reference to an observer, so that the client does not keep view models alive.
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
