public import CallCore
public import Signaling
public import Sockets

/// An action or observation of a client, for logs and tests.
public enum TraceEvent: Sendable {
    /// The view model's calling state changed.
    case callingState(from: CallingState, to: CallingState)
    /// A call moved to another stage.
    case stage(CallCid, from: CallStage, to: CallStage)
    /// A property of a call or of the client changed.
    case property(name: String, from: String, to: String)
    /// An event arrived, and the call's state was updated from it.
    case event(type: String, cid: CallCid?, from: EventSource)
    /// A notification was posted.
    case notification(CallNotification)
    /// An event of the message layer, such as a retransmission.
    case transport(CoAPSocket.Event)
    /// Any other occurrence, with its details.
    case mark(name: String, details: [(name: String, value: String)])
}

/// The event stream that delivered an event.
public enum EventSource: String, Sendable {
    /// The coordinator's.
    case coordinator
    /// An SFU's.
    case sfu
}

/// A notification to the whole application.
public enum CallNotification: Hashable, Sendable {
    /// The call has ended for this client.
    case callEnded(CallCid)
}
