extension RTP {
    /// A packet with its content.
    public struct Packet: Hashable, Sendable {
        /// The marker bit; the payload's format defines it.
        public var marker: Bool
        /// The number of the payload's format, below 128.
        public var payloadType: UInt8
        /// The sequence number, which wraps after 65535.
        public var sequenceNumber: UInt16
        /// The sampling instant of the first byte of the payload, in units of the format's clock.
        public var timestamp: UInt32
        /// The source.
        public var ssrc: UInt32
        /// The contributing sources, at most fifteen.
        public var contributors: [UInt32] = []
        /// The elements of the extension.
        public var elements: [Element] = []
        /// The payload.
        public var payload: [UInt8]

        /// Creates a packet without contributors and extension.
        public init(
            payloadType: UInt8, sequenceNumber: UInt16, timestamp: UInt32, ssrc: UInt32, marker: Bool = false,
            payload: [UInt8] = []
        ) {
            self.marker = marker
            self.payloadType = payloadType
            self.sequenceNumber = sequenceNumber
            self.timestamp = timestamp
            self.ssrc = ssrc
            self.payload = payload
        }
    }
}

extension RTP.Packet {
    /// Decodes a datagram.
    public init(decoding bytes: [UInt8]) throws(RTPError) {
        let input = bytes.span
        let header = try RTP.Header(decoding: input)
        self.init(
            payloadType: header.payloadType, sequenceNumber: header.sequenceNumber, timestamp: header.timestamp,
            ssrc: header.ssrc, marker: header.marker, payload: Array(bytes[header.payloadRange]))
        contributors = header.contributors(in: input)
        elements = try header.elements(in: input)
    }

    /// Returns the datagram; nil when there are more than fifteen contributors, an element has an invalid number or
    /// length, or the extension is too long.
    public func encoded() -> [UInt8]? {
        let areElementsValid = elements.allSatisfy { (1...14).contains($0.id) && (1...16).contains($0.value.count) }
        let extensionLength = elements.reduce(0) { $0 + 1 + $1.value.count }
        guard contributors.count <= 15, payloadType < 128, areElementsValid, extensionLength <= 0xFFFF else {
            return nil
        }
        var writer = ByteBuffer(
            capacity: RTP.fixedLength + contributors.count * 4 + extensionLength + 8 + payload.count)
        let hasExtension: UInt8 = elements.isEmpty ? 0 : 0x10
        writer.append(0x80 | hasExtension | UInt8(truncatingIfNeeded: contributors.count))
        writer.append((marker ? 0x80 : 0) | payloadType)
        writer.append(sequenceNumber)
        writer.append(timestamp)
        writer.append(ssrc)
        for contributor in contributors { writer.append(contributor) }
        if !elements.isEmpty { writer.append(elements, count: extensionLength) }
        writer.append(payload)
        return writer.finished()
    }
}

extension ByteBuffer {
    fileprivate mutating func append(_ elements: [RTP.Element], count: Int) {
        append(RTP.Header.oneByteProfile)
        append(UInt16(truncatingIfNeeded: (count + 3) / 4))
        for element in elements {
            append(element.id << 4 | UInt8(truncatingIfNeeded: element.value.count - 1))
            append(element.value)
        }
        pad()
    }
}
