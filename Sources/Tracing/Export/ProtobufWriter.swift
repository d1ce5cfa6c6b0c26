/// Writes fields of Protocol Buffers messages.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    mutating func field(_ number: UInt64, _ value: UInt64) {
        varint(number << 3)
        varint(value)
    }

    /// Writes an integer of eight bytes.
    mutating func field(_ number: UInt64, fixed value: UInt64) {
        varint(number << 3 | 1)
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func field(_ number: UInt64, _ text: String) { field(number, Array(text.utf8)) }

    mutating func field(_ number: UInt64, _ content: [UInt8]) {
        varint(number << 3 | 2)
        varint(UInt64(content.count))
        bytes += content
    }

    /// Writes a message as a field.
    mutating func field(_ number: UInt64, write: (inout ProtobufWriter) -> Void) {
        var inner = ProtobufWriter()
        write(&inner)
        field(number, inner.bytes)
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
