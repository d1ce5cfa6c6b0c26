/// Why there is no capture.
public enum CaptureError: Error, Hashable, Sendable {
    /// A live capture was asked for, and the system permits none.
    case liveNotPermitted(reason: String, advice: String)
    /// libpcap could not open or read the loopback interface.
    case cannotCapture(reason: String)
    /// The capture file could not be written.
    case cannotWrite(file: String, reason: String)
}

extension CaptureError: CustomStringConvertible {
    /// What is wrong and what would help.
    public var description: String {
        switch self {
        case .liveNotPermitted(let reason, let advice): "a live capture is not permitted: \(reason). \(advice)"
        case .cannotCapture(let reason): "cannot capture on the loopback interface: \(reason)"
        case .cannotWrite(let file, let reason): "cannot write the capture \(file): \(reason)"
        }
    }
}
