import Signaling
import Wire

/// An event for its receivers, encoded once for all of them.
struct OutgoingEvent: Sendable {
    let type: String
    let bytes: [UInt8]

    init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }

    init<Payload: Event & Body>(_ event: borrowing Payload) {
        type = Payload.type
        bytes = event.encoded()
    }

    init(_ event: borrowing SFUEvent) {
        type = event.type
        bytes = event.encoded()
    }
}

/// The body of a notification, ``EventBatch`` or ``SFUEventBatch``, composed of encoded events.
enum EncodedBatch {
    /// The maximum size of a body that fits one datagram.
    static let defaultLimit = CoAP.TransmissionParameters.longestResponse
    /// The maximum size of the map's head, both keys, and both numbers.
    static let largestHead = 24

    static func payload(first: Int, events: ArraySlice<OutgoingEvent>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(largestHead + events.reduce(0) { $0 + $1.bytes.count })
        appendHead(0xA0, 2, to: &bytes)
        bytes += firstKey
        appendHead(0x00, first, to: &bytes)
        bytes += eventsKey
        appendHead(0x80, events.count, to: &bytes)
        for event in events { bytes += event.bytes }
        return bytes
    }

    private static let firstKey = CBOR.text("first").encoded()
    private static let eventsKey = CBOR.text("events").encoded()

    /// Appends the initial byte of a major type with its argument in the shortest form (RFC 8949 section 4.2.1).
    private static func appendHead(_ majorType: UInt8, _ argument: Int, to bytes: inout [UInt8]) {
        let value = UInt32(clamping: argument)
        switch value {
        case 0..<24:
            bytes.append(majorType | UInt8(truncatingIfNeeded: value))
        case 24..<0x100:
            bytes.append(majorType | 24)
            bytes.append(UInt8(truncatingIfNeeded: value))
        case 0x100..<0x1_0000:
            bytes.append(majorType | 25)
            for shift in [8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
        default:
            bytes.append(majorType | 26)
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
        }
    }
}
