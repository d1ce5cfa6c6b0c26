/// A text in which `*` stands for anything, also for nothing.
package struct Pattern: Hashable, Sendable {
    private let parts: [Substring]

    package init(_ text: String) {
        parts = text.split(separator: "*", omittingEmptySubsequences: false)
    }

    /// Whether the whole of a text is like it.
    package func fits(_ text: String) -> Bool {
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            return text == (parts.first ?? "")
        }
        guard text.hasPrefix(first), text.hasSuffix(last), text.count >= first.count + last.count else { return false }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
