import Timing

/// The limits of a ring, as a participant's settings show them. Zero means never.
struct RingLimits: Sendable {
    /// The limit of the caller; nil for never.
    var autoCancel: Duration?
    /// The limit of a callee; nil for never.
    var incoming: Duration?
    /// The limit after which a ring is missed; nil for never.
    var missed: Duration?

    /// Reads `ring autoCancel=15000ms incoming=15000ms missed=15000ms`.
    init?(_ text: String) {
        guard text.hasPrefix("ring ") else { return nil }
        for word in text.split(separator: " ") {
            guard let sign = word.firstIndex(of: "="), let milliseconds = Int64(word[sign...].dropFirst().dropLast(2))
            else { continue }
            let limit = milliseconds > 0 ? Duration.milliseconds(milliseconds) : nil
            switch word[..<sign] {
            case "autoCancel": autoCancel = limit
            case "incoming": incoming = limit
            case "missed": missed = limit
            default: break
            }
        }
    }
}
