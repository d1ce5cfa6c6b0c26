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

    mutating func field(_ number: UInt64, _ text: String) {
        varint(number << 3 | 2)
        varint(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a message as a field. Its length goes in front of it once it is known, which moves a short message less
    /// far than a buffer of its own would.
    mutating func field(_ number: UInt64, write: (inout ProtobufWriter) -> Void) {
        varint(number << 3 | 2)
        let start = bytes.count
        bytes.append(0)
        write(&self)
        let count = UInt64(bytes.count - start - 1)
        guard count >= 0x80 else {
            bytes[start] = UInt8(count)
            return
        }
        var length = ProtobufWriter()
        length.varint(count)
        bytes.replaceSubrange(start...start, with: length.bytes)
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
