public import Timing

/// A value that a scenario expects, passes to a command, or reads from a participant.
///
/// States, users, calls, errors and other names are texts. A missing value is `none`.
public enum Value: Hashable, Sendable {
    /// No value.
    case none
    /// A Boolean value.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case number(Double)
    /// A text or a name.
    case text(String)
    /// A duration.
    case duration(Duration)
    /// An instant of the run.
    case instant(Instant)
    /// A date on the wire; it is converted to an instant of the run before a comparison.
    case date(Timestamp)
    /// Several values; the order is ignored by comparisons.
    case list([Value])
    /// Named values in the order of the file.
    case map([Entry])

    /// One named value of a map.
    public struct Entry: Hashable, Sendable {
        /// The name.
        public let key: String
        /// The value.
        public let value: Value

        /// Creates a named value.
        public init(key: String, value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// Returns a list of texts.
    public static func texts(_ texts: some Sequence<String>) -> Value {
        .list(texts.map { .text($0) })
    }

    /// Returns a text, or `none`.
    public static func optional(_ text: String?) -> Value {
        text.map { .text($0) } ?? .none
    }
}

extension Value: CustomStringConvertible {
    /// The value in the notation of scenario files.
    public var description: String {
        switch self {
        case .none: "none"
        case .boolean(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .text(let text): Self.isWord(text) ? text : text.debugDescription
        case .duration(let duration): duration.written
        case .instant(let instant): "\(instant)"
        case .date(let date): "\(date.milliseconds)"
        case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
        case .map(let entries):
            "{\(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
        }
    }

    private static func isWord(_ text: String) -> Bool {
        let wordlike = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.:/".unicodeScalars.contains($0)
        }
        return wordlike && !text.isEmpty && !["none", "unchanged", "true", "false"].contains(text)
    }
}

extension Duration {
    /// The duration in the largest unit with a whole number, as in scenario files: `15s`, `1500ms`.
    public var written: String {
        let whole = nanoseconds
        let units: [(name: String, nanoseconds: Int64)] = [
            ("h", 3_600_000_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
        ]
        if whole == 0 { return "0s" }
        for unit in units where whole % unit.nanoseconds == 0 { return "\(whole / unit.nanoseconds)\(unit.name)" }
        let fraction = String(whole.magnitude % 1_000_000)
        let digits = String(repeating: "0", count: 6 - fraction.count) + fraction
        let sign = whole < 0 ? "-" : ""
        return "\(sign)\(whole.magnitude / 1_000_000).\(digits.trimmingZeros)ms"
    }
}

extension String {
    fileprivate var trimmingZeros: Substring {
        guard let last = lastIndex(where: { $0 != "0" }) else { return self[...] }
        return self[...last]
    }
}
