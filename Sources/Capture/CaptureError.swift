/// The reason for which there is no capture.
package enum CaptureError: Error, Hashable, Sendable {
    /// A live capture was requested and the system permits none.
    case liveNotPermitted(reason: String, advice: String)
    /// libpcap could not open or read the loopback interface.
    case cannotCapture(reason: String)
    /// The capture file could not be written.
    case cannotWrite(file: String, reason: String)
}

extension CaptureError: CustomStringConvertible {
    /// The problem, and the remedy.
    package var description: String {
        switch self {
        case .liveNotPermitted(let reason, let advice): "a live capture is not permitted: \(reason). \(advice)"
        case .cannotCapture(let reason): "cannot capture on the loopback interface: \(reason)"
        case .cannotWrite(let file, let reason): "cannot write the capture \(file): \(reason)"
        }
    }
}

/// The reason for which a capture file cannot be read to its end.
package enum CaptureFileError: Error, Hashable, Sendable {
    /// The file is missing, unreadable or not a capture.
    case cannotOpen(file: String, reason: String)
    /// The file is truncated or damaged. Earlier packets are valid, and the bad record begins at `offset`.
    case damaged(file: String, afterPacket: Int, offset: UInt64, reason: String)
    /// The filter is not valid.
    case badFilter(expression: String, reason: String)
    /// The copy of packets cannot be written.
    case cannotWrite(file: String, reason: String)
}

extension CaptureFileError: CustomStringConvertible {
    /// Returns the correction that follows a reason of libpcap's; empty for others.
    private static func advice(on reason: String) -> String {
        let right = Self.advices.first { reason.contains($0.reason) }?.right
        return right.map { "; \($0)" } ?? ""
    }

    private static let advices: [(reason: String, right: String)] = [
        ("different from the type of the first interface", "write a capture for each interface"),
        ("Interface Description Block", "a pcapng file describes each interface before the packets from it"),
        ("savefile version", "pcap has version 2.4, and pcapng 1.0"),
        ("truncated", "the file is cut there: write it again, or copy it whole"),
        ("bigger than snaplen", "the length of the record is damaged"),
        ("pcapng block size", "the length of the block is damaged"),
        ("block in pcapng dump file", "the length of the block is damaged"),
    ]

    /// libpcap's text for a file with an unknown signature.
    static let otherFormat = "unknown file format"

    /// The file, and the problem.
    package var description: String {
        switch self {
        case .cannotOpen(let file, Self.otherFormat): "\(file): it is not a capture, neither pcap nor pcapng"
        case .cannotOpen(let file, let reason): "\(file): \(reason)\(Self.advice(on: reason))"
        case .damaged(let file, let packet, let offset, let reason):
            "\(file): record \(packet + 1) at byte \(offset): \(reason)\(Self.advice(on: reason))"
        case .badFilter(let expression, let reason): "the filter `\(expression)` is not valid: \(reason)"
        case .cannotWrite(let file, let reason): "cannot write \(file): \(reason)"
        }
    }
}
