extension Comparison {
    /// Returns the first condition in it that no value of these forms meets by its type; nil when there is none.
    func mismatch(of forms: [WireTables.Shape]) -> Comparison? {
        func isAny(_ fits: (WireTables.Shape) -> Bool) -> Comparison? { forms.contains(where: fits) ? nil : self }
        switch self {
        case .equal(let value): return isAny { $0.admits(value) }
        case .not(let comparison): return comparison.mismatch(of: forms)
        case .oneOf(let all), .all(let all): return all.lazy.compactMap { $0.mismatch(of: forms) }.first
        case .contains(let parts):
            let items = forms.compactMap { if case .list(let inner) = $0 { inner } else { nil } }
            guard !items.isEmpty else { return isAny(\.isText) }
            return parts.lazy.compactMap { $0.mismatch(of: items) }.first
        case .matches: return isAny(\.isText)
        case .count: return isAny { $0.isText || $0.hasItems }
        case .atLeast, .atMost, .moreThan, .lessThan: return isAny(\.isNumber)
        case .before, .after, .unchanged: return self
        }
    }
}

extension WireTables.Shape {
    fileprivate var isText: Bool {
        switch self {
        case .text, .name, .cid, .bytes, .oneOf: true
        default: false
        }
    }

    fileprivate var hasItems: Bool {
        switch self {
        case .list, .dictionary, .part, .someOf, .map: true
        default: false
        }
    }

    fileprivate var isNumber: Bool { bounds != nil }

    /// The least and the greatest number; nil for another form.
    fileprivate var bounds: ClosedRange<Double>? {
        switch self {
        case .integer, .number: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        case .count, .date: 0...Double.greatestFiniteMagnitude
        case .port: 1...65_535
        case .source: 0...Double(UInt32.max)
        case .range(let range): Double(range.lowerBound)...Double(range.upperBound)
        default: nil
        }
    }

    /// Returns true when a part of this form may have the value.
    func admits(_ value: Value) -> Bool {
        switch (self, value) {
        case (_, .none), (.text, .text), (.name, .text), (.flag, .boolean), (.map, .map), (.part, .map),
            (.someOf, .map):
            true
        case (.cid, .text(let text)): text.dropFirst().dropLast().contains(":")
        case (.bytes, .text(let text)): text.allSatisfy(\.isHexDigit) && text.count.isMultiple(of: 2)
        case (.oneOf(let words), .text(let text)): words.contains(text)
        case (.number, .number): true
        case (_, .integer(let number)): bounds?.contains(Double(number)) ?? false
        case (_, .number(let number)): number == number.rounded() && bounds?.contains(number) ?? false
        case (.list(let inner), .list(let values)): values.allSatisfy(inner.admits)
        case (.dictionary(let inner), .map(let entries)): entries.allSatisfy { inner.admits($0.value) }
        default: false
        }
    }

    /// A description of the form's values for messages.
    var expected: String {
        switch self {
        case .text, .name: "a text"
        case .cid: "a call, such as default:standup"
        case .flag: "true or false"
        case .integer: "a whole number"
        case .count: "a whole number from 0"
        case .port: "a whole number from 1 to 65535"
        case .source: "a whole number from 0 to \(UInt32.max)"
        case .range(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number: "a number"
        case .bytes: "bytes in hexadecimal digits"
        case .date: "a date in milliseconds"
        case .oneOf(let words): Spelling.list(words, joinedBy: "or")
        case .list: "a list"
        case .map, .dictionary, .part, .someOf: "a mapping"
        }
    }
}
