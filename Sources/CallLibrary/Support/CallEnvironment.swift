public import Chance
public import Sockets
public import Timing

/// What a client needs of the world around it; handed in, so that the same client runs in virtual and in real time.
public struct CallEnvironment {
    /// Tells the time and wakes the client.
    public var scheduler: any Scheduler
    /// Makes session ids, tokens of requests and pauses between retries.
    public var generator: SeededGenerator
    /// The one UDP socket of this client: signalling and media share it.
    public var socket: any DatagramSocket
    /// Is told everything that the client does and sees; nil when nobody wants to know.
    public var onTrace: (@MainActor (TraceEvent) -> Void)?

    /// Gathers the parts.
    public init(
        scheduler: any Scheduler, generator: SeededGenerator, socket: any DatagramSocket,
        trace: (@MainActor (TraceEvent) -> Void)? = nil
    ) {
        self.scheduler = scheduler
        self.generator = generator
        self.socket = socket
        onTrace = trace
    }

    /// Tells what is done and seen; it is not even put into words when nobody wants to know.
    @MainActor
    func trace(_ event: @autoclosure () -> TraceEvent) {
        onTrace?(event())
    }
}
