package import ScenarioLanguage
package import Wire

/// The path to a part of a body: map keys separated by dots. In a list it is an item's index, from 0, or the key of all
/// items.
package struct BodyPath {
    private let keys: [String]

    package init(_ path: String) {
        keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the value at the path; nil when there is none.
    package func value(in body: CBOR) -> Value? { Self.value(keys[...], in: body) }

    private static func value(_ keys: ArraySlice<String>, in item: CBOR) -> Value? {
        guard let first = keys.first else { return Value(item) }
        if let map = item.map {
            // A key may contain dots: the longest existing key counts.
            for count in stride(from: keys.count, through: 1, by: -1) {
                guard let inner = map[keys.prefix(count).joined(separator: ".")] else { continue }
                return value(keys.dropFirst(count), in: inner)
            }
            return nil
        }
        guard let items = item.array else { return nil }
        if let index = Int(first) {
            return items.indices.contains(index) ? value(keys.dropFirst(), in: items[index]) : nil
        }
        let found = items.compactMap { value(keys, in: $0) }
        return found.isEmpty ? nil : .list(found)
    }

    /// Returns a message on the existing keys where the path ends early; nil when the path has a value.
    package func deadEnd(in body: CBOR) -> String? {
        guard value(in: body) == nil else { return nil }
        var (reached, known) = ([String](), [String]())
        for count in 0..<keys.count {
            let prefix = Array(keys.prefix(count))
            guard case .map(let entries)? = count == 0 ? Value(body) : Self.value(prefix[...], in: body) else {
                continue
            }
            (reached, known) = (prefix, entries.map(\.key))
        }
        guard !known.isEmpty else { return nil }
        let owner = reached.isEmpty ? "it" : "`\(reached.joined(separator: "."))`"
        return "\(owner) has \(Spelling.list(known, joinedBy: "and"))"
    }
}
