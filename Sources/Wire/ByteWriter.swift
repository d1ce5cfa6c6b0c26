/// Appends numbers, the most significant byte first.
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

    /// Zeros up to the next multiple of four.
    mutating func pad() {
        while bytes.count % 4 != 0 { bytes.append(0) }
    }
}

extension Span<UInt8> {
    /// The number at an offset that must be inside.
    func number<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int, as type: Number.Type) -> Number {
        var number: Number = 0
        for index in offset..<(offset + Number.bitWidth / 8) { number = number << 8 | Number(self[index]) }
        return number
    }

    /// The bytes of a range that must be inside.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        range.map { self[$0] }
    }
}
