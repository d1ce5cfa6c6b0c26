public import Timing

/// What every server's machine is told in the same way.
public protocol ServerEvent: Sendable {
    /// A request came; exactly one effect answers it.
    static func request(_ request: ServerRequest) -> Self
    /// The notification under way on the stream has arrived.
    static func acknowledged(_ stream: StreamID) -> Self
    /// The stream has no listener any more.
    static func lost(_ stream: StreamID, _ loss: StreamLoss) -> Self
}

/// The rules of one server, as a shell sees them.
public protocol ServerMachine: Sendable {
    /// What can happen to it.
    associatedtype Event: ServerEvent

    /// Whether the answer that opens a stream must be acknowledged by itself, since nothing else would show that its
    /// listener has given up meanwhile and is not there.
    static var confirmsStreams: Bool { get }

    /// When ``wake(at:)`` must be called; nil when nothing is pending.
    var nextWake: Instant? { get }

    /// The same; a shell that asks in this way copies nothing of the machine.
    mutating func wakeIsAt() -> Instant?

    /// Takes back what was done, so that what is to be done next needs no memory of its own.
    mutating func takeBack(_ done: consuming [ServerEffect])

    /// What it has done so far, in numbers.
    var tally: ServerTally { get }

    /// Whether somebody keeps the record; nothing is told of what happens when nobody does, but of drops.
    var isTraced: Bool { get set }

    /// What it still has of clients, each in words.
    var leftovers: [String] { get }

    /// Takes one event and says what to do.
    mutating func handle(_ event: Event, at now: Instant) -> [ServerEffect]

    /// Does what has fallen due.
    mutating func wake(at now: Instant) -> [ServerEffect]
}

extension CoordinatorMachine.Event: ServerEvent {}
extension CoordinatorMachine: ServerMachine {
    /// It is: a connection lasts as long as nobody says otherwise.
    public static var confirmsStreams: Bool { true }

    /// When ``wake(at:)`` must be called; nil when nothing is pending.
    @inline(never)
    public mutating func wakeIsAt() -> Instant? { nextWake }

    /// Takes back what was done, so that what is to be done next needs no memory of its own.
    public mutating func takeBack(_ done: consuming [ServerEffect]) { reuse(done) }
}
extension SFUMachine.Event: ServerEvent {}
extension SFUMachine: ServerMachine {
    /// It is not: a stay ends when its client asks for its health no more.
    public static var confirmsStreams: Bool { false }

    /// When ``wake(at:)`` must be called; nil when nothing is pending.
    @inline(never)
    public mutating func wakeIsAt() -> Instant? { nextWake }

    /// Takes back what was done, so that what is to be done next needs no memory of its own.
    public mutating func takeBack(_ done: consuming [ServerEffect]) { reuse(done) }
}
