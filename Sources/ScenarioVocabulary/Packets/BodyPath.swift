package import ScenarioLanguage
package import Wire

/// The way to a part of a body: keys of maps with dots between them; in a list the number of an item, from 0, or what all
/// its items have there.
package struct BodyPath {
    private let keys: [String]

    package init(_ path: String) {
        keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// What is there; nil when nothing is.
    package func value(in body: CBOR) -> Value? { Self.value(keys[...], in: body) }

    private static func value(_ keys: ArraySlice<String>, in item: CBOR) -> Value? {
        guard let first = keys.first else { return Value(item) }
        if let map = item.map {
            // A key may have dots in it: the longest that is there counts.
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

    /// What is there where the way ends although the path goes on, for a message; nil when the path leads somewhere.
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
