public import CallCore
public import Signaling
public import Sockets

/// One thing that a client did or saw, for logs and tests.
public enum TraceEvent: Sendable {
    /// The view model shows something else.
    case callingState(from: CallingState, to: CallingState)
    /// A call is at another stage of its life.
    case stage(CallCid, from: CallStage, to: CallStage)
    /// A property of a call or of the client changed.
    case property(name: String, from: String, to: String)
    /// An event arrived, and the call's state was updated from it.
    case event(type: String, cid: CallCid?, from: EventSource)
    /// A notification was posted.
    case notification(CallNotification)
    /// The message layer has something to tell, such as a retransmission.
    case transport(CoAPSocket.Event)
    /// Something else worth telling, with its details.
    case mark(name: String, details: [(name: String, value: String)])
}

/// Whose event stream an event came on.
public enum EventSource: String, Sendable {
    /// The coordinator's.
    case coordinator
    /// An SFU's.
    case sfu
}

/// What a client tells everybody in the application.
public enum CallNotification: Hashable, Sendable {
    /// A call is over for this client.
    case callEnded(CallCid)
}
