extension RTP {
    /// The header of a packet, and the ranges of the rest of the datagram; decoding allocates nothing.
    public struct Header: Hashable, Sendable {
        /// The marker bit; the payload's format defines it, such as the last packet of a picture.
        public let marker: Bool
        /// The number of the payload's format.
        public let payloadType: UInt8
        /// The sequence number, which wraps after 65535.
        public let sequenceNumber: UInt16
        /// The sampling instant of the first byte of the payload, in units of the format's clock.
        public let timestamp: UInt32
        /// The source.
        public let ssrc: UInt32
        /// The number of contributing sources.
        public let contributorCount: Int
        /// The profile of the extension; nil without one.
        public let extensionProfile: UInt16?
        /// The range of the extension's elements.
        public let extensionRange: Range<Int>
        /// The range of the payload, without padding.
        public let payloadRange: Range<Int>

        /// The profile of elements with headers of one byte (RFC 8285 section 4.2).
        public static let oneByteProfile: UInt16 = 0xBEDE

        /// Decodes the header of a datagram; the elements of its extension are not decoded.
        public init(decoding input: Span<UInt8>) throws(RTPError) {
            guard input.count >= RTP.fixedLength else {
                throw .truncatedHeader(count: input.count, needed: RTP.fixedLength)
            }
            guard input[0] >> 6 == 2 else { throw .unknownVersion(input[0] >> 6) }
            marker = input[1] & 0x80 != 0
            payloadType = input[1] & 0x7F
            sequenceNumber = input.number(at: 2, as: UInt16.self)
            timestamp = input.number(at: 4, as: UInt32.self)
            ssrc = input.number(at: 8, as: UInt32.self)
            contributorCount = Int(input[0] & 15)
            let contributorsEnd = RTP.fixedLength + contributorCount * 4
            (extensionProfile, extensionRange) = try Self.extension(input, at: contributorsEnd)
            payloadRange = try Self.payload(input, at: extensionRange.upperBound)
        }

        private static func `extension`(
            _ input: Span<UInt8>, at start: Int
        ) throws(RTPError) -> (profile: UInt16?, range: Range<Int>) {
            guard input[0] & 0x10 != 0 else {
                guard start <= input.count else { throw .truncatedHeader(count: input.count, needed: start) }
                return (nil, start..<start)
            }
            let body = start + 4
            guard body <= input.count else { throw .truncatedHeader(count: input.count, needed: body) }
            let end = body + Int(input.number(at: start + 2, as: UInt16.self)) * 4
            guard end <= input.count else { throw .truncatedHeader(count: input.count, needed: end) }
            return (input.number(at: start, as: UInt16.self), body..<end)
        }

        private static func payload(_ input: Span<UInt8>, at start: Int) throws(RTPError) -> Range<Int> {
            guard input[0] & 0x20 != 0 else { return start..<input.count }
            let available = input.count - start
            let padding = Int(input[input.count - 1])
            guard (1...max(1, available)).contains(padding), available > 0 else {
                throw .wrongPadding(padding, available: available)
            }
            return start..<(input.count - padding)
        }
    }
}

extension RTP.Header {
    /// Returns the contributing sources; `input` is the datagram of the header.
    public func contributors(in input: Span<UInt8>) -> [UInt32] {
        (0..<contributorCount).map { input.number(at: RTP.fixedLength + $0 * 4, as: UInt32.self) }
    }

    /// Returns the elements of the extension in order; none for another profile (RFC 8285 section 4.1).
    public func elements(in input: Span<UInt8>) throws(RTPError) -> [RTP.Element] {
        var walk = ElementWalk(self)
        var elements: [RTP.Element] = []
        while let (id, range) = try walk.next(input) {
            elements.append(RTP.Element(id: id, value: input.bytes(range)))
        }
        return elements
    }

    /// Returns the audio level if the first element with this number has one byte; allocates nothing.
    public func audioLevel(in input: Span<UInt8>, id: UInt8) throws(RTPError) -> RTP.AudioLevel? {
        var walk = ElementWalk(self)
        while let (found, range) = try walk.next(input) {
            guard found == id else { continue }
            return range.count == 1 ? RTP.AudioLevel(byte: input[range.lowerBound]) : nil
        }
        return nil
    }
}

/// Iterates over the elements of a one-byte extension.
private struct ElementWalk {
    private var position: Int
    private let end: Int

    init(_ header: RTP.Header) {
        let isKnown = header.extensionProfile == RTP.Header.oneByteProfile
        position = isKnown ? header.extensionRange.lowerBound : header.extensionRange.upperBound
        end = header.extensionRange.upperBound
    }

    mutating func next(_ input: Span<UInt8>) throws(RTPError) -> (id: UInt8, value: Range<Int>)? {
        // Zeros are padding between elements.
        while position < end, input[position] == 0 { position += 1 }
        // Number 15, and number 0 with a length, end the elements.
        guard position < end, (1...14).contains(input[position] >> 4) else { return nil }
        let id = input[position] >> 4
        let start = position + 1
        let stop = start + Int(input[position] & 15) + 1
        guard stop <= end else { throw .truncatedElement(offset: position, id: id, missing: stop - end) }
        position = stop
        return (id, start..<stop)
    }
}
