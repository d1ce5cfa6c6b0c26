/// Appends numbers in network byte order: most significant byte first.
struct ByteWriter {
    var bytes: [UInt8] = []

    mutating func append(_ number: some FixedWidthInteger & UnsignedInteger) {
        var shift = number.bitWidth
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func append(_ more: [UInt8]) {
        bytes += more
    }

    /// Appends zeros up to the next multiple of four.
    mutating func pad() {
        while bytes.count % 4 != 0 { bytes.append(0) }
    }
}

extension Span<UInt8> {
    /// Returns the number at an offset, which must be in bounds.
    func number<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int, as type: Number.Type) -> Number {
        var number: Number = 0
        for index in offset..<(offset + Number.bitWidth / 8) { number = number << 8 | Number(self[index]) }
        return number
    }

    /// Returns the bytes of a range, which must be in bounds.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        range.map { self[$0] }
    }
}
