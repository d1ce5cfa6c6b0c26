// Bytes that are read eight at a time.
typealias FourWords = SIMD4<UInt64>

extension Span<UInt8> {
    /// The eight bytes from a place on, the first of them uppermost.
    func word(at place: Int) -> UInt64 {
        // Sound: the load checks that all eight bytes are there, and any bits are a number.
        UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// The eight bytes from a place on, the first of them uppermost, with zeros for those that are not there.
    @inline(__always)
    func paddedWord(at place: Int) -> UInt64 {
        // The same check as the load's, which so costs nothing.
        UInt(bitPattern: place) <= UInt(bitPattern: count) && count &- place >= 8 ? word(at: place) : wordAtEnd(place)
    }

    @inline(never)
    private func wordAtEnd(_ place: Int) -> UInt64 {
        guard place < count else { return 0 }
        // The last eight bytes without those before the place.
        if count >= 8 { return word(at: count &- 8) &<< UInt64(truncatingIfNeeded: (place &+ 8 &- count) &* 8) }
        var word: UInt64 = 0
        for place in place..<(place &+ 8) { word = word << 8 | (place < count ? UInt64(self[place]) : 0) }
        return word
    }

    /// The 32 bytes from a place on, as they lie.
    @inline(__always)
    func fourWords(at place: Int) -> FourWords {
        // Sound: as above.
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: FourWords.self)
    }

    /// The four bytes from a place on, the first of them uppermost.
    func halfWord(at place: Int) -> UInt64 {
        // Sound: as above.
        UInt64(UInt32(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }

    /// The number that so many bytes from a place on write, at most eight of them.
    func number(at place: Int, width: Int) -> UInt64 {
        if place <= count &- 8 { return word(at: place) >> UInt64(truncatingIfNeeded: 64 &- 8 &* width) }
        var number: UInt64 = 0
        for offset in 0..<width { number = number << 8 | UInt64(self[place + offset]) }
        return number
    }

    /// Whether these bytes are the others.
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

    /// A number for these bytes, the same for the same bytes.
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
