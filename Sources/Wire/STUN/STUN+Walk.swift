extension STUN {
    /// The position of an attribute in a datagram.
    struct Slot {
        let type: UInt16
        /// The offset of its header.
        let offset: Int
        let length: Int

        var value: Range<Int> { (offset + 4)..<(offset + 4 + length) }
    }

    /// Returns the positions of the attributes; validates the header and the lengths.
    static func slots(_ input: Span<UInt8>) throws(STUNError) -> [Slot] {
        guard input.count >= headerLength else { throw .truncatedHeader(count: input.count) }
        guard input[0] < 0x40 else { throw .notSTUN(firstByte: input[0]) }
        let cookie = input.number(at: 4, as: UInt32.self)
        guard cookie == magicCookie else { throw .wrongCookie(cookie) }
        let length = Int(input.number(at: 2, as: UInt16.self))
        guard length % 4 == 0 else { throw .unalignedLength(length) }
        guard length == input.count - headerLength else {
            throw .wrongLength(announced: length, actual: input.count - headerLength)
        }
        var slots: [Slot] = []
        var offset = headerLength
        // Offset and count are multiples of four, so a header of four bytes fits.
        while offset < input.count {
            let type = input.number(at: offset, as: UInt16.self)
            let length = Int(input.number(at: offset + 2, as: UInt16.self))
            let end = offset + 4 + (length + 3) / 4 * 4
            guard end <= input.count else {
                throw .truncatedAttribute(offset: offset, type: type, missing: end - input.count)
            }
            if slots.last?.type == AttributeType.fingerprint { throw .afterFingerprint(offset: offset) }
            slots.append(Slot(type: type, offset: offset, length: length))
            offset = end
        }
        return slots
    }
}
