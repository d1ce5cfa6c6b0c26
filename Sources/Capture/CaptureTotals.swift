/// What a capture amounts to when it is finished.
public struct CaptureTotals: Hashable, Sendable {
    /// Datagrams that the sockets said they sent.
    public var sent = 0
    /// Datagrams in the file.
    public var captured = 0
    /// Datagrams of other processes that were seen and left out.
    public var foreign = 0
    /// Datagrams in the file of which only the beginning is there.
    public var cut = 0
    /// Packets that the kernel dropped because its ring was full.
    public var dropped = 0
    /// A digest of the payloads in order; two runs that put the same payloads onto the wire have the same.
    public var payloadDigest: UInt64 = 0

    /// What is wrong when the sockets have sent more than the capture holds; nil when it holds all that they have sent.
    public var shortfall: String? { captured > sent && dropped == 0 && cut == 0 ? nil : mismatch }

    /// What is wrong when the sockets and the capture disagree; nil when they agree.
    ///
    /// Where other processes are seen too, a packet that the kernel dropped may have been theirs.
    public var mismatch: String? {
        if sent != captured || dropped > 0 && foreign == 0 {
            return "\(sent) datagrams sent, \(captured) captured, \(dropped) dropped by the kernel"
        }
        guard cut > 0 else { return nil }
        return "\(cut) datagrams were longer than the \(CaptureSession.largestDatagram) bytes that a capture holds"
    }
}
