/// The kernel's ring of a process that captures several runs, one after the other.
///
/// To give a ring back takes the kernel some 20 ms, and to make one takes pages of memory: so it is kept from run to run.
public final class CaptureTap {
    private var ring: LiveRing?

    /// Makes a tap that opens its ring when it is first needed.
    public init() {}

    /// Opens the ring now, if packets are to be captured from an interface there.
    ///
    /// - Parameters:
    ///   - ground: where the process runs.
    ///   - sourcePorts: on the host's interface, the ports from which the runs' sockets send; all when empty.
    public func open(on ground: CaptureGround, sourcePorts: [ClosedRange<UInt16>]) throws(CaptureError) {
        guard ring == nil, ground.isLive else { return }
        ring = try LiveRing(ports: ground.kind == .host ? sourcePorts : [])
    }

    /// The open ring, without anything that came before now; nil where nothing is captured from an interface.
    func ring(on ground: CaptureGround, sourcePorts: [ClosedRange<UInt16>]) throws(CaptureError) -> LiveRing? {
        try open(on: ground, sourcePorts: sourcePorts)
        try ring?.forgetAll()
        return ring
    }
}
