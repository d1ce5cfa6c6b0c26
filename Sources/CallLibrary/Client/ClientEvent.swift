import CallCore
import Signaling

/// An event of a client for its observers, in order of occurrence.
enum ClientEvent {
    /// An event of the coordinator, with the change of a ring that it causes.
    case coordinator(CoordinatorEvent, RingChange?)
    /// A change of a ring by an earlier event.
    case ring(CallCid, RingChange)
    /// The client left a call.
    case left(CallCid)
    /// The status of the connection to a call changed.
    case reconnection(CallCid, ReconnectionStatus)
    /// Properties of a call changed.
    case changed(Call, CallStateChanges)
    /// A call moved to another stage.
    case stage(Call)
    /// The user's media settings in a call changed.
    case settings(Call)
    /// Another call rings; nil when none does.
    case ringing(Call?)
    /// Another call is active; nil when none is.
    case active(Call?)
    /// Code other than a view model joins a call for the user.
    case externalJoinBegan(CallCid)
    /// The external join ended with success or failure.
    case externalJoinEnded(CallCid, isJoined: Bool)
}

/// A synchronous observer of a client, such as a view model.
@MainActor
protocol ClientObserver: AnyObject {
    /// True when the observer needs events of calls without an object at the client.
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
