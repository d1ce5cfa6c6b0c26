extension CBOR {
    /// Returns the deterministic encoding (RFC 8949 section 4.2.1): every number, float and length in its shortest
    /// form, definite lengths, keys in ascending order of their encodings.
    public func encoded() -> [UInt8] {
        var writer = Writer(capacity: 256)
        writer.write(self)
        return writer.finished()
    }
}

extension CBOR.Writer {
    /// Writes a data item.
    public mutating func write(_ item: CBOR) {
        switch item {
        case .unsigned(let value): append(.unsigned, value)
        case .negative(let value): append(.negative, value)
        case .bytes(let value): write(value)
        case .text(let value): write(value)
        case .array(let elements):
            beginArray(count: elements.count)
            for element in elements { write(element) }
        case .map(let map): write(map)
        case .tagged(let tag, let content):
            append(.tag, tag)
            write(content)
        case .boolean(let value): write(value)
        case .null: append(.simple, 22)
        case .undefined: append(.simple, 23)
        case .simple(let value): append(.simple, UInt64(value.number))
        case .float(let value): write(value)
        }
    }

    private mutating func write(_ map: CBOR.Map) {
        append(.map, UInt64(map.entries.count))
        // A span lends its entries; iterating over the array would retain and release each.
        let entries = map.entries.span
        for index in entries.indices {
            write(entries[index].key.item)
            write(entries[index].value)
        }
    }
}

/// The upper three bits of an item's first byte (RFC 8949 section 3.1).
enum MajorType: UInt8 {
    case unsigned
    case negative
    case bytes
    case text
    case array
    case map
    case tag
    case simple
}
