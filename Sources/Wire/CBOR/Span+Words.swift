// Reads bytes eight at a time.
typealias FourWords = SIMD4<UInt64>

extension Span<UInt8> {
    /// Returns the eight bytes from an offset on as a number, most significant byte first.
    func word(at place: Int) -> UInt64 {
        // Sound: the load checks that all eight bytes are there, and any bits are a number.
        UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Returns the eight bytes from an offset on, most significant byte first; missing bytes are zeros.
    @inline(__always)
    func paddedWord(at place: Int) -> UInt64 {
        // The load has the same check, so this one costs nothing.
        UInt(bitPattern: place) <= UInt(bitPattern: count) && count &- place >= 8 ? word(at: place) : wordAtEnd(place)
    }

    @inline(never)
    private func wordAtEnd(_ place: Int) -> UInt64 {
        guard place < count else { return 0 }
        // The last eight bytes, without those before the offset.
        if count >= 8 { return word(at: count &- 8) &<< UInt64(truncatingIfNeeded: (place &+ 8 &- count) &* 8) }
        var word: UInt64 = 0
        for place in place..<(place &+ 8) { word = word << 8 | (place < count ? UInt64(self[place]) : 0) }
        return word
    }

    /// Returns the 32 bytes from an offset on, in memory order.
    @inline(__always)
    func fourWords(at place: Int) -> FourWords {
        // Sound: as above.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: FourWords.self)
    }

    /// Returns the four bytes from an offset on as a number, most significant byte first.
    func halfWord(at place: Int) -> UInt64 {
        // Sound: as above.
        UInt64(UInt32(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }

    /// Returns the number in `width` bytes from an offset on; at most eight.
    func number(at place: Int, width: Int) -> UInt64 {
        if place <= count &- 8 { return word(at: place) >> UInt64(truncatingIfNeeded: 64 &- 8 &* width) }
        var number: UInt64 = 0
        for offset in 0..<width { number = number << 8 | UInt64(self[place + offset]) }
        return number
    }

    /// Returns true when both spans have the same bytes.
    package func isSame(as others: Span<UInt8>) -> Bool {
        guard count == others.count else { return false }
        var place = 0
        while place <= count &- 32 {
            guard fourWords(at: place) == others.fourWords(at: place) else { return false }
            place &+= 32
        }
        while place <= count &- 8 {
            guard word(at: place) == others.word(at: place) else { return false }
            place &+= 8
        }
        while place < count {
            guard self[place] == others[place] else { return false }
            place &+= 1
        }
        return true
    }

    /// A hash of these bytes.
    var mixed: UInt64 {
        var sum = UInt64(truncatingIfNeeded: count)
        var place = 0
        while place <= count &- 8 {
            sum = (sum ^ word(at: place)) &* 0x9E37_79B9_7F4A_7C15
            sum ^= sum >> 32
            place &+= 8
        }
        while place < count {
            sum = (sum ^ UInt64(self[place])) &* 0x9E37_79B9_7F4A_7C15
            place &+= 1
        }
        return sum ^ sum >> 32
    }
}
