import Load
import Timing

/// One instance of a load, from its start until its last object is removed.
@MainActor
protocol LoadUnit: AnyObject {
    var number: Int { get }
    /// The planned instant of the start; ``started`` is the actual one.
    var intended: Instant { get }
    var started: Instant { get }
    /// The cause of its failure; nil while it runs, and for an instance that passed.
    var failure: LoadFailure? { get }
    /// The value that was found where it failed.
    var example: String? { get }
    /// True when an interrupt ended it.
    var isInterrupted: Bool { get }
    /// True while a check is pending.
    var needsCheck: Bool { get set }

    /// Called with each phase that ends, and how late its command was.
    var onPhase: @MainActor (PhaseClock.Finding, Duration) -> Void { get set }
    /// Called with each event after which the instance must be checked.
    var onCheckNeeded: @MainActor (any LoadUnit) -> Void { get set }
    /// Called once the instance has ended.
    var onOver: @MainActor (any LoadUnit) -> Void { get set }
    /// Called with each message that is sent again.
    var onRetransmission: @MainActor () -> Void { get set }

    /// Performs the actions that are due at an idle point. Returns true when it started one.
    func performDueActions() -> Bool
    /// Makes its participants leave at any stage.
    func interrupt()
}

/// The source of a load's instances, and the network that they share.
@MainActor
protocol LoadEnvironment: AnyObject {
    /// Opens the servers or sockets, whose datagrams the meter counts.
    func open(_ meter: LoadMeter) throws
    /// True when there are addresses for one more instance.
    var hasRoom: Bool { get }
    /// Returns an instance that has not started yet.
    func makeUnit(_ number: Int, intended: Instant) -> any LoadUnit
    func start(_ unit: any LoadUnit)
    /// The first fault of the harness itself; nil without one.
    var fault: String? { get }
    /// The sessions at SFUs.
    var sessions: Int { get }
    /// The datagrams that the kernel dropped at open sockets.
    var kernelDrops: Int { get }
    /// Writes what was captured since the last idle point.
    func drain(at now: Instant)
    /// Completes the capture, and returns the number of datagrams that it lacks.
    func finishCapture(at now: Instant) throws -> Int
    /// The datagrams that passed the kernel joined to others.
    var joinedDatagrams: Int { get }
    func close()
}

extension LoadEnvironment {
    func drain(at now: Instant) {}
    func finishCapture(at now: Instant) throws -> Int { 0 }
}
