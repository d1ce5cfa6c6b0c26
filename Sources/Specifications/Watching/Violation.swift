package import Timing

/// An occurrence that a specification does not allow.
package struct Violation: Hashable, Sendable {
    /// The name of the specification.
    package let specification: String
    /// The sections of documents that define the rule.
    package let source: String
    package let refusal: Refusal
    /// The instant of the occurrence.
    package let time: Instant
    /// The number of the journal's entry, or of the capture's packet.
    package let entry: Int
    /// The number of the datagram that caused it, when there is one.
    package let datagram: Int?
    /// The entry as it is written in the journal.
    package let line: String?
}

extension Violation: CustomStringConvertible {
    /// The violation in at most eight lines.
    package var description: String {
        var place = "\(time), entry \(entry)"
        if let datagram { place += ", datagram #\(datagram)" }
        var lines = [
            "\(specification): \(refusal.subject)", "  at        \(place)", "  happened  \(refusal.occurrence)",
            "  allowed   \(Self.list(refusal.allowed))",
        ]
        if !refusal.refused.isEmpty { lines.append("  not met   \(refusal.refused.joined(separator: "; "))") }
        if let line { lines.append("  entry     \(Self.shortened(line))") }
        lines.append("  rule      \(source)")
        return lines.joined(separator: "\n")
    }

    private static func list(_ words: [String]) -> String {
        var known: Set<String> = []
        return words.filter { known.insert($0).inserted }.joined(separator: ", ")
    }

    private static func shortened(_ line: String) -> String {
        line.count > 200 ? line.prefix(199) + "…" : line
    }
}
