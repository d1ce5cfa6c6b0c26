/// Why a capture file cannot be read, or not to its end.
public enum CaptureFileError: Error, Hashable, Sendable {
    /// The file is missing, unreadable or no capture.
    case cannotOpen(file: String, reason: String)
    /// The file ends or lies in mid-packet; the packets before are good, and the bad record begins at `offset`.
    case damaged(file: String, afterPacket: Int, offset: UInt64, reason: String)
    /// The filter is no expression of libpcap's language.
    case badFilter(expression: String, reason: String)
    /// The copy of packets cannot be written.
    case cannotWrite(file: String, reason: String)
}

extension CaptureFileError: CustomStringConvertible {
    /// Which file, and what is wrong with it.
    public var description: String {
        switch self {
        // Libpcap's own words for a file that begins as no capture does.
        case .cannotOpen(let file, "unknown file format"): "\(file): it is no capture, neither pcap nor pcapng"
        case .cannotOpen(let file, let reason): "\(file): \(reason)"
        case .damaged(let file, let packet, let offset, let reason):
            "\(file): record \(packet + 1) at byte \(offset): \(reason)"
        case .badFilter(let expression, let reason): "the filter `\(expression)` is not valid: \(reason)"
        case .cannotWrite(let file, let reason): "cannot write \(file): \(reason)"
        }
    }
}
