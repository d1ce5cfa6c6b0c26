// Reads bytes eight at a time.
typealias FourWords = SIMD4<UInt64>

extension Span<UInt8> {
    /// Returns the eight bytes from an offset on as a number, most significant byte first.
    func word(at offset: Int) -> UInt64 {
        // Sound: the load checks that all eight bytes are there, and any bits are a number.
        UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Returns the eight bytes from an offset on, most significant byte first; missing bytes are zeros.
    @inline(__always)
    func paddedWord(at offset: Int) -> UInt64 {
        // The load has the same check, so this one costs nothing.
        UInt(bitPattern: offset) <= UInt(bitPattern: count) && count &- offset >= 8
            ? word(at: offset) : wordAtEnd(offset)
    }

    @inline(never)
    private func wordAtEnd(_ offset: Int) -> UInt64 {
        guard offset < count else { return 0 }
        // The last eight bytes, without those before the offset.
        if count >= 8 { return word(at: count &- 8) &<< UInt64(truncatingIfNeeded: (offset &+ 8 &- count) &* 8) }
        var word: UInt64 = 0
        for index in offset..<(offset &+ 8) { word = word << 8 | (index < count ? UInt64(self[index]) : 0) }
        return word
    }

    /// Returns the 32 bytes from an offset on, in memory order.
    @inline(__always)
    func fourWords(at offset: Int) -> FourWords {
        // Sound: as above.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: FourWords.self)
    }

    /// Returns the four bytes from an offset on as a number, most significant byte first.
    func halfWord(at offset: Int) -> UInt64 {
        // Sound: as above.
        UInt64(UInt32(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    /// Returns the number in `width` bytes from an offset on; at most eight.
    func number(at offset: Int, width: Int) -> UInt64 {
        if offset <= count &- 8 { return word(at: offset) >> UInt64(truncatingIfNeeded: 64 &- 8 &* width) }
        var number: UInt64 = 0
        for index in 0..<width { number = number << 8 | UInt64(self[offset + index]) }
        return number
    }

    /// Returns true when both spans have the same bytes.
    package func isSame(as others: Span<UInt8>) -> Bool {
        guard count == others.count else { return false }
        var offset = 0
        while offset <= count &- 32 {
            guard fourWords(at: offset) == others.fourWords(at: offset) else { return false }
            offset &+= 32
        }
        while offset <= count &- 8 {
            guard word(at: offset) == others.word(at: offset) else { return false }
            offset &+= 8
        }
        while offset < count {
            guard self[offset] == others[offset] else { return false }
            offset &+= 1
        }
        return true
    }

    /// A hash of these bytes.
    var mixed: UInt64 {
        var sum = UInt64(truncatingIfNeeded: count)
        var offset = 0
        while offset <= count &- 8 {
            sum = (sum ^ word(at: offset)) &* 0x9E37_79B9_7F4A_7C15
            sum ^= sum >> 32
            offset &+= 8
        }
        while offset < count {
            sum = (sum ^ UInt64(self[offset])) &* 0x9E37_79B9_7F4A_7C15
            offset &+= 1
        }
        return sum ^ sum >> 32
    }

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
