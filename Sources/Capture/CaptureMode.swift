/// What a user asks of the capture.
public enum CaptureMode: String, CaseIterable, Sendable {
    /// Live where that is possible, else from the ledger.
    case auto
    /// Live, or not at all.
    case live
    /// From what the sockets say they sent.
    case ledger
    /// None.
    case off
}

/// Where the packets of a capture come from.
public enum CaptureKind: String, Sendable {
    /// The loopback interface of a network namespace of the process's own.
    case namespace
    /// The loopback interface of the host, with a filter for the process's own datagrams.
    case host
    /// What the sockets say they sent; nothing was captured live.
    case ledger
    /// There is no capture.
    case off
}
