/// Bytes that are put together from small pieces.
///
/// The room for them is there, and zero, before they come: to write into it costs a fraction of what it costs to append
/// each piece to an array.
struct OutputBuffer: ~Copyable, Sendable {
    /// What was written, and room behind it.
    private(set) var bytes: [UInt8]
    /// How many bytes were written.
    private(set) var count = 0

    /// Makes a buffer with nothing in it, and room for so many bytes; for more of them it grows.
    init(capacity: Int) {
        // To reserve and to fill costs a third of what an array costs that begins with its elements.
        let size = capacity + Self.wordSize
        bytes = []
        bytes.reserveCapacity(size)
        bytes.append(addingCapacity: size) { $0.append(repeating: 0, count: size) }
    }

    /// A number is put as a whole word, whatever its width is: behind it there is room for that.
    private static let wordSize = 8

    /// All that was written.
    consuming func finished() -> [UInt8] {
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// All that was written, and bytes behind it.
    consuming func finished(with more: ArraySlice<UInt8>) -> [UInt8] {
        bytes.removeLast(bytes.count - count)
        bytes.append(contentsOf: more)
        return bytes
    }

    /// Forgets all that lies behind a place.
    mutating func cut(to place: Int) {
        count = place
    }

    /// Writes over a byte that was written.
    mutating func replace(_ place: Int, _ byte: UInt8) {
        bytes[place] = byte
    }

    /// Appends a byte.
    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        bytes[count] = byte
        count &+= 1
    }

    /// Appends the lower bytes of a number, highest first.
    mutating func append(_ number: UInt64, width: Int) {
        makeRoom(for: Self.wordSize)
        let place = count
        var room = bytes.mutableSpan
        count = room.put(number, width: width, at: place)
    }

    /// Appends a byte, and behind it the lower bytes of a number, highest first.
    mutating func append(_ first: UInt8, _ number: UInt64, width: Int) {
        makeRoom(for: 1 + Self.wordSize)
        let place = count
        var room = bytes.mutableSpan
        room[place] = first
        count = room.put(number, width: width, at: place &+ 1)
    }

    /// Appends a head of one byte and a text, with which this word begins; of a shorter one it is all.
    @inline(__always)
    mutating func append(_ word: UInt64, beginning text: Span<UInt8>) {
        let place = count
        makeRoom(for: 2 &* Self.wordSize &+ text.count)
        var room = bytes.mutableSpan
        room.put(word, at: place)
        if text.count > 7 {
            var start = 7
            while start < text.count &- 8 {
                room.put(text.word(at: start), at: place &+ 1 &+ start)
                start &+= 8
            }
            room.put(text.word(at: text.count &- 8), at: place &+ text.count &- 7)
        }
        count = place &+ 1 &+ text.count
    }

    /// Appends bytes.
    mutating func append(_ more: Span<UInt8>) {
        makeRoom(for: more.count)
        let place = count
        var room = bytes.mutableSpan
        count = room.put(more, at: place)
    }

    /// Appends a head, which is the lower bytes of a number, and the bytes that it is the head of.
    mutating func append(_ head: UInt64, width: Int, _ content: Span<UInt8>) {
        makeRoom(for: Self.wordSize + content.count)
        let place = count
        var room = bytes.mutableSpan
        let start = room.put(head, width: width, at: place)
        count = room.put(content, at: start)
    }

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if bytes.count - count < more { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        bytes += repeatElement(0, count: max(bytes.count, more))
    }
}

extension MutableSpan<UInt8> {
    /// Puts the lower bytes of a number where there is room for them, and returns the place behind them.
    @inline(__always)
    fileprivate mutating func put(_ number: UInt64, width: Int, at place: Int) -> Int {
        guard width > 1 else {
            if width == 1 { self[place] = UInt8(truncatingIfNeeded: number) }
            return place + width
        }
        // What of the word lies behind the number is written over by what comes next.
        put(number &<< UInt64(64 - width * 8), at: place)
        return place + width
    }

    /// Puts a word where there is room for it, its uppermost byte first.
    @inline(__always)
    fileprivate mutating func put(_ word: UInt64, at place: Int) {
        var words = mutableBytes
        words.storeBytes(of: word.bigEndian, toByteOffset: place, as: UInt64.self)
    }

    /// Puts bytes where there is room for them, and returns the place behind them: word by word, the last of which may lie
    /// half upon the one before, since what is put is short and a byte at a time costs as much as a word.
    @inline(__always)
    fileprivate mutating func put(_ bytes: Span<UInt8>, at place: Int) -> Int {
        let count = bytes.count
        if count >= 8 {
            let last = count &- 8
            var start = 0
            while start < last &- 24 {
                var quarters = mutableBytes
                quarters.storeBytes(of: bytes.fourWords(at: start), toByteOffset: place &+ start, as: FourWords.self)
                start &+= 32
            }
            while start < last {
                put(bytes.word(at: start), at: place &+ start)
                start &+= 8
            }
            put(bytes.word(at: last), at: place &+ last)
        } else if count >= 4 {
            var words = mutableBytes
            let last = count &- 4
            let (first, behind) = (UInt32(bytes.halfWord(at: 0)), UInt32(bytes.halfWord(at: last)))
            words.storeBytes(of: first.bigEndian, toByteOffset: place, as: UInt32.self)
            words.storeBytes(of: behind.bigEndian, toByteOffset: place &+ last, as: UInt32.self)
        } else {
            for index in 0..<count { self[place &+ index] = bytes[index] }
        }
        return place + count
    }
}
