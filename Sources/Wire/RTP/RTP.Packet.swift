extension RTP {
    /// A packet with all that it holds.
    public struct Packet: Hashable, Sendable {
        /// A mark whose meaning the payload's format has.
        public var marker: Bool
        /// The payload's format, below 128.
        public var payloadType: UInt8
        /// Counts packets, and starts over after 65535.
        public var sequenceNumber: UInt16
        /// When the first byte of the payload was sampled, in units of the format's clock.
        public var timestamp: UInt32
        /// Who sends.
        public var ssrc: UInt32
        /// Who has contributed, fifteen at most.
        public var contributors: [UInt32] = []
        /// The elements of the extension.
        public var elements: [Element] = []
        /// What is sent.
        public var payload: [UInt8]

        /// Makes a packet without contributors and extension.
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
    /// Reads a datagram.
    public init(decoding bytes: [UInt8]) throws(RTPError) {
        let input = bytes.span
        let header = try RTP.Header(decoding: input)
        self.init(
            payloadType: header.payloadType, sequenceNumber: header.sequenceNumber, timestamp: header.timestamp,
            ssrc: header.ssrc, marker: header.marker, payload: Array(bytes[header.payloadRange]))
        contributors = header.contributors(in: input)
        elements = try header.elements(in: input)
    }

    /// The datagram. Nil when there are more contributors than fifteen, an element has a number or a length that none
    /// can have, or the elements are longer than any extension can be.
    public func encoded() -> [UInt8]? {
        let areElementsValid = elements.allSatisfy { (1...14).contains($0.id) && (1...16).contains($0.value.count) }
        let extensionLength = elements.reduce(0) { $0 + 1 + $1.value.count }
        guard contributors.count <= 15, payloadType < 128, areElementsValid, extensionLength <= 0xFFFF else {
            return nil
        }
        var writer = ByteWriter()
        writer.bytes.reserveCapacity(RTP.fixedLength + contributors.count * 4 + extensionLength + 8 + payload.count)
        let hasExtension: UInt8 = elements.isEmpty ? 0 : 0x10
        writer.append(0x80 | hasExtension | UInt8(truncatingIfNeeded: contributors.count))
        writer.append((marker ? 0x80 : 0) | payloadType)
        writer.append(sequenceNumber)
        writer.append(timestamp)
        writer.append(ssrc)
        for contributor in contributors { writer.append(contributor) }
        if !elements.isEmpty { writer.append(elements, count: extensionLength) }
        writer.append(payload)
        return writer.bytes
    }
}

extension ByteWriter {
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
