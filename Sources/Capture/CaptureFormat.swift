/// The format of a capture file.
public enum CaptureFormat: String, CaseIterable, Sendable {
    /// libpcap's own, which everything reads.
    case pcap
    /// Its successor, which also holds the names of hosts and comments on packets.
    case pcapng
}
