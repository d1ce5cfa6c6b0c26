/// Why a capture file cannot be read, or not to its end.
public enum CaptureFileError: Error, Hashable, Sendable {
    /// The file is missing, unreadable or no capture.
    case cannotOpen(file: String, reason: String)
    /// The file ends or lies in mid-packet; the packets before are good.
    case damaged(file: String, afterPacket: Int, reason: String)
}

extension CaptureFileError: CustomStringConvertible {
    /// Which file, and what is wrong with it.
    public var description: String {
        switch self {
        case .cannotOpen(let file, let reason): "\(file): \(reason)"
        case .damaged(let file, let packet, let reason): "\(file): after packet \(packet): \(reason)"
        }
    }
}
