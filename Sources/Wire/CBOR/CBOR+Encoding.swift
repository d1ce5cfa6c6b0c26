extension CBOR {
    /// The deterministic encoding of the item (RFC 8949 section 4.2.1): every number, float and length in its shortest
    /// form, definite lengths, keys in ascending order of their encodings.
    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        encode(into: &bytes)
        return bytes
    }

    /// Appends the deterministic encoding of the item to `bytes`.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .unsigned(let value): bytes.append(.unsigned, value)
        case .negative(let value): bytes.append(.negative, value)
        case .bytes(let value):
            bytes.append(.bytes, UInt64(value.count))
            bytes.append(contentsOf: value)
        case .text(let value): bytes.append(text: value)
        case .array(let elements):
            bytes.append(.array, UInt64(elements.count))
            for element in elements { element.encode(into: &bytes) }
        case .map(let map): map.encode(into: &bytes)
        case .tagged(let tag, let content):
            bytes.append(.tag, tag)
            content.encode(into: &bytes)
        case .boolean(let value): bytes.append(.simple, value ? 21 : 20)
        case .null: bytes.append(.simple, 22)
        case .undefined: bytes.append(.simple, 23)
        case .simple(let value): bytes.append(.simple, UInt64(value.number))
        case .float(let value): bytes.append(float: value)
        }
    }
}

extension CBOR.Map {
    fileprivate func encode(into bytes: inout [UInt8]) {
        bytes.append(.map, UInt64(entries.count))
        // A span lends its entries; iterating over the array would retain and release each.
        let entries = entries.span
        for index in entries.indices {
            entries[index].key.item.encode(into: &bytes)
            entries[index].value.encode(into: &bytes)
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

extension [UInt8] {
    mutating func append(_ major: MajorType, _ argument: UInt64) {
        let type = major.rawValue << 5
        switch argument {
        case ..<24: append(type | UInt8(truncatingIfNeeded: argument))
        case ...0xFF:
            append(type | 24)
            append(UInt8(truncatingIfNeeded: argument))
        case ...0xFFFF: append(type | 25, argument, width: 2)
        case ...0xFFFF_FFFF: append(type | 26, argument, width: 4)
        default: append(type | 27, argument, width: 8)
        }
    }

    private mutating func append(_ first: UInt8, _ argument: UInt64, width: Int) {
        append(first)
        var shift = width * 8
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: argument >> UInt64(shift)))
        }
    }

    mutating func append(text: String) {
        let units = text.utf8.span
        guard units.count < 24 else {
            append(.text, UInt64(units.count))
            append(contentsOf: text.utf8)
            return
        }
        // Names and most values are this short: one check of the capacity for head and text together.
        append(addingCapacity: units.count + 1) { output in
            output.append(MajorType.text.rawValue << 5 | UInt8(truncatingIfNeeded: units.count))
            for index in units.indices { output.append(units[index]) }
        }
    }

    fileprivate mutating func append(float value: Double) {
        let half = Float16(value)
        let single = Float(value)
        let type = MajorType.simple.rawValue << 5
        if value.isNaN {
            // The one NaN of deterministic encodings (RFC 8949 section 4.2.2).
            append(type | 25, 0x7E00, width: 2)
        } else if Double(half) == value {
            append(type | 25, UInt64(half.bitPattern), width: 2)
        } else if Double(single) == value {
            append(type | 26, UInt64(single.bitPattern), width: 4)
        } else {
            append(type | 27, value.bitPattern, width: 8)
        }
    }
}
