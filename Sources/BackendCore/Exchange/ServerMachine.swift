package import Timing

/// The events that every server's machine handles.
package protocol ServerEvent: Sendable {
    /// A request arrived; exactly one effect responds to it.
    static func request(_ request: ServerRequest) -> Self
    /// The pending notification of the stream was acknowledged.
    static func acknowledged(_ stream: StreamID) -> Self
    /// The stream lost its listener.
    static func lost(_ stream: StreamID, _ loss: StreamLoss) -> Self
}

/// The rules of one server, as its shell uses them.
package protocol ServerMachine: AnyObject {
    associatedtype Event: ServerEvent

    /// True when the response that opens a stream is sent confirmable, because only its acknowledgement reveals a lost
    /// listener.
    static var confirmsStreams: Bool { get }

    /// The instant of the next call of ``wake(at:)``; nil when nothing is pending.
    var nextWake: Instant? { get }

    /// The counts of requests and events.
    var tally: ServerTally { get }

    /// True while a record is kept. Without one, the machine reports only dropped datagrams.
    var isTraced: Bool { get set }

    /// Descriptions of the client state that is left.
    var leftovers: [String] { get }

    /// Handles one event and returns its effects.
    func handle(_ event: Event, at now: Instant) -> [ServerEffect]

    /// Performs the work that is due and returns its effects.
    func wake(at now: Instant) -> [ServerEffect]

    /// Removes what has expired. Otherwise that happens when more is added.
    func removeExpired(at now: Instant)
}

extension CoordinatorMachine.Event: ServerEvent {}
extension CoordinatorMachine: ServerMachine {
    /// A connection lasts until it is closed, so its opening must be acknowledged.
    package static var confirmsStreams: Bool { true }
}
extension SFUMachine.Event: ServerEvent {}
extension SFUMachine: ServerMachine {
    /// A session ends when its health requests end, so its opening needs no acknowledgement.
    package static var confirmsStreams: Bool { false }
}
