public import Chance
public import Sockets
public import Timing

/// The time, the randomness and the socket of a client. They are passed in, so the same client runs in virtual and in
/// real time.
public struct CallEnvironment {
    /// The clock and the timers.
    public var scheduler: any Scheduler
    /// The source of session ids, request tokens and pauses between retries.
    public var generator: SeededGenerator
    /// The client's only UDP socket, shared by signaling and media.
    public var socket: any DatagramSocket
    /// Called with every trace event of the client; nil when no trace is needed.
    public var onTrace: (@MainActor (TraceEvent) -> Void)?

    /// Creates an environment from its parts.
    public init(
        scheduler: any Scheduler, generator: SeededGenerator, socket: any DatagramSocket,
        trace: (@MainActor (TraceEvent) -> Void)? = nil
    ) {
        self.scheduler = scheduler
        self.generator = generator
        self.socket = socket
        onTrace = trace
    }

    /// Traces an action or observation. The event is not created without a trace.
    @MainActor
    func trace(_ event: @autoclosure () -> TraceEvent) {
        onTrace?(event())
    }
}
