/// A buffer for bytes that are written in small pieces. Numbers are written in network byte order.
///
/// The capacity is zero-filled in advance. A write into it costs a fraction of an append to an array.
struct ByteBuffer: ~Copyable, Sendable {
    /// The written bytes, followed by spare capacity.
    private(set) var bytes: [UInt8]
    /// The number of written bytes.
    private(set) var count = 0

    /// Creates an empty buffer with the given capacity; it grows when that is exceeded.
    init(capacity: Int = 64) {
        // Reserving and filling costs a third of creating the array with repeated elements.
        let size = capacity + Self.wordSize
        bytes = []
        bytes.reserveCapacity(size)
        bytes.append(addingCapacity: size) { $0.append(repeating: 0, count: size) }
    }

    /// The size of a word. Every number is written as a whole word, so that much spare capacity must follow it.
    private static let wordSize = 8

    /// The bytes that have been written so far.
    var written: ArraySlice<UInt8> { bytes[..<count] }

    /// Returns the written bytes.
    consuming func finished() -> [UInt8] {
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Returns the written bytes, followed by more bytes.
    consuming func finished(with more: ArraySlice<UInt8>) -> [UInt8] {
        bytes.removeLast(bytes.count - count)
        bytes.append(contentsOf: more)
        return bytes
    }

    /// Removes all bytes from an offset on.
    mutating func cut(to offset: Int) {
        count = offset
    }

    /// Replaces a byte that was written before.
    mutating func replace(_ offset: Int, _ byte: UInt8) {
        bytes[offset] = byte
    }

    /// Appends a byte.
    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        bytes[count] = byte
        count &+= 1
    }

    /// Appends a number, most significant byte first.
    mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
        append(UInt64(truncatingIfNeeded: number), width: Number.bitWidth / 8)
    }

    /// Appends the lower bytes of a number, most significant byte first.
    mutating func append(_ number: UInt64, width: Int) {
        makeRoom(for: Self.wordSize)
        let offset = count
        var room = bytes.mutableSpan
        count = room.put(number, width: width, at: offset)
    }

    /// Appends a byte and the lower bytes of a number, most significant byte first.
    mutating func append(_ first: UInt8, _ number: UInt64, width: Int) {
        makeRoom(for: 1 + Self.wordSize)
        let offset = count
        var room = bytes.mutableSpan
        room[offset] = first
        count = room.put(number, width: width, at: offset &+ 1)
    }

    /// Appends a head of one byte and a text. The word holds their first eight bytes, or all of a shorter text.
    @inline(__always)
    mutating func append(_ word: UInt64, beginning text: Span<UInt8>) {
        let offset = count
        makeRoom(for: 2 &* Self.wordSize &+ text.count)
        var room = bytes.mutableSpan
        room.put(word, at: offset)
        if text.count > 7 {
            var start = 7
            while start < text.count &- 8 {
                room.put(text.word(at: start), at: offset &+ 1 &+ start)
                start &+= 8
            }
            room.put(text.word(at: text.count &- 8), at: offset &+ text.count &- 7)
        }
        count = offset &+ 1 &+ text.count
    }

    /// Appends bytes.
    mutating func append(_ more: Span<UInt8>) {
        makeRoom(for: more.count)
        let offset = count
        var room = bytes.mutableSpan
        count = room.put(more, at: offset)
    }

    /// Appends a head, which is the lower bytes of a number, and its content.
    mutating func append(_ head: UInt64, width: Int, _ content: Span<UInt8>) {
        makeRoom(for: Self.wordSize + content.count)
        let offset = count
        var room = bytes.mutableSpan
        let start = room.put(head, width: width, at: offset)
        count = room.put(content, at: start)
    }

    /// Appends bytes.
    mutating func append(_ more: [UInt8]) {
        append(more.span)
    }

    /// Appends zeros up to the next multiple of four.
    mutating func pad() {
        while count % 4 != 0 { append(UInt8(0)) }
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
    /// Writes the lower bytes of a number where capacity exists, and returns the offset after them.
    @inline(__always)
    fileprivate mutating func put(_ number: UInt64, width: Int, at offset: Int) -> Int {
        guard width > 1 else {
            if width == 1 { self[offset] = UInt8(truncatingIfNeeded: number) }
            return offset + width
        }
        // The next write replaces the part of the word that follows the number.
        put(number &<< UInt64(64 - width * 8), at: offset)
        return offset + width
    }

    /// Writes a word where capacity exists, most significant byte first.
    @inline(__always)
    fileprivate mutating func put(_ word: UInt64, at offset: Int) {
        var words = mutableBytes
        words.storeBytes(of: word.bigEndian, toByteOffset: offset, as: UInt64.self)
    }

    /// Writes bytes where capacity exists, and returns the offset after them. The bytes are short, so they are written
    /// word by word; the last word may overlap the one before. A single byte costs as much as a word.
    @inline(__always)
    fileprivate mutating func put(_ bytes: Span<UInt8>, at offset: Int) -> Int {
        let count = bytes.count
        if count >= 8 {
            let last = count &- 8
            var start = 0
            while start < last &- 24 {
                var quarters = mutableBytes
                quarters.storeBytes(of: bytes.fourWords(at: start), toByteOffset: offset &+ start, as: FourWords.self)
                start &+= 32
            }
            while start < last {
                put(bytes.word(at: start), at: offset &+ start)
                start &+= 8
            }
            put(bytes.word(at: last), at: offset &+ last)
        } else if count >= 4 {
            var words = mutableBytes
            let last = count &- 4
            let (first, behind) = (UInt32(bytes.halfWord(at: 0)), UInt32(bytes.halfWord(at: last)))
            words.storeBytes(of: first.bigEndian, toByteOffset: offset, as: UInt32.self)
            words.storeBytes(of: behind.bigEndian, toByteOffset: offset &+ last, as: UInt32.self)
        } else {
            for index in 0..<count { self[offset &+ index] = bytes[index] }
        }
        return offset + count
    }
}
