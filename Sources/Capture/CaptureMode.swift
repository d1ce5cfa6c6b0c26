/// The requested source of a capture.
package enum CaptureMode: String, CaseIterable, Sendable {
    /// Live where possible, otherwise from the ledger.
    case auto
    /// Live, or an error.
    case live
    /// From the datagrams that sockets report.
    case ledger
    /// No capture.
    case off
}

/// The actual source of a capture.
package enum CaptureKind: String, Sendable {
    /// The loopback interface of the process's network namespace.
    case namespace
    /// The loopback interface of the host, filtered by the process's ports.
    case host
    /// The datagrams that sockets report.
    case ledger
    /// No capture.
    case off
}

/// A capture file format.
package enum CaptureFormat: String, CaseIterable, Sendable {
    /// The original format, which every tool reads.
    case pcap
    /// Its successor, which also holds names of hosts and comments on packets.
    case pcapng
}
