/// Writes one message: header, token, options in ascending order, payload.
///
/// Further options may be passed at the start; each is written at the position of its number.
struct MessageWriter: ~Copyable {
    private var output: ByteBuffer
    private var lastNumber: UInt16 = 0
    private let extras: CoAP.Options
    private var extrasLeft: OptionWalk
    private var nextExtra: OptionWalk.Entry?

    /// Begins a message; `capacity` excludes the extra options.
    init(
        type: CoAP.MessageType, code: CoAP.Code, messageID: UInt16, token: CoAP.Token, capacity: Int,
        extras: CoAP.Options = []
    ) {
        self.extras = extras
        extrasLeft = extras.walk
        nextExtra = extrasLeft.next(in: extras.bytes.span)
        output = ByteBuffer(capacity: capacity + extras.range.count)
        let first = UInt64(0x40 | type.rawValue << 4 | token.length)
        let head = first << 24 | UInt64(code.rawValue) << 16 | UInt64(messageID)
        if token.length <= 4 {
            output.append(head << UInt64(token.length * 8) | token.value, width: 4 + Int(token.length))
        } else {
            output.append(head, width: 4)
            output.append(token.value, width: Int(token.length))
        }
    }

    /// Returns an empty message (RFC 7252 section 4.1).
    static func empty(_ type: CoAP.MessageType, _ messageID: UInt16) -> [UInt8] {
        [
            0x40 | type.rawValue << 4, 0, UInt8(truncatingIfNeeded: messageID >> 8),
            UInt8(truncatingIfNeeded: messageID),
        ]
    }

    /// Returns the datagram, with the payload after the options.
    consuming func finished(payload: ArraySlice<UInt8>) -> [UInt8] {
        writeExtras(below: nil)
        if !payload.isEmpty { output.append(0xFF, width: 1) }
        return output.finished(with: payload)
    }

    /// Writes all options of a message unchanged.
    mutating func write(_ options: CoAP.Options) {
        output.append(options.bytes.span.extracting(options.range))
    }

    mutating func write(_ number: CoAP.OptionNumber, _ text: String) {
        writeExtras(below: number)
        append(number, text.utf8.span)
    }

    mutating func write(_ number: CoAP.OptionNumber, _ value: [UInt8]) {
        writeExtras(below: number)
        append(number, value.span)
    }

    mutating func write(_ number: CoAP.OptionNumber, _ value: UInt32) {
        writeExtras(below: number)
        let width = (32 - value.leadingZeroBitCount + 7) / 8
        let head = head(of: number, count: width)
        // A head has at most three bytes here, as an option number has two.
        output.append(head.bytes << UInt64(width * 8) | UInt64(value), width: head.width + width)
    }

    @inline(__always)
    private mutating func writeExtras(below limit: CoAP.OptionNumber?) {
        if nextExtra != nil { writeSomeExtras(below: limit) }
    }

    private mutating func writeSomeExtras(below limit: CoAP.OptionNumber?) {
        while let entry = nextExtra {
            if let limit, entry.number >= limit { return }
            let bytes = extras.bytes
            nextExtra = extrasLeft.next(in: bytes.span)
            guard isWritable(entry.number) else { continue }
            append(entry.number, bytes.span.extracting(entry.range))
        }
    }

    /// Returns true for an option that is not reserved for the endpoint, and is repeatable or not written yet.
    private func isWritable(_ number: CoAP.OptionNumber) -> Bool {
        switch number {
        case .observe, .block1, .block2: false
        default: number.rawValue != lastNumber || OptionDefinition(number)?.isRepeatable ?? true
        }
    }

    private mutating func append(_ number: CoAP.OptionNumber, _ value: Span<UInt8>) {
        let head = head(of: number, count: value.count)
        output.append(head.bytes, width: head.width, value)
    }

    /// Returns the head of an option (RFC 7252 section 3.1). Options must be in ascending order: the delta is the
    /// difference to the previous number.
    private mutating func head(of number: CoAP.OptionNumber, count: Int) -> OptionHead {
        let delta = Int(number.rawValue &- lastNumber)
        lastNumber = number.rawValue
        return OptionHead(delta: delta, count: count)
    }
}

/// The delta and the length of an option: a nibble and at most two more bytes for each.
struct OptionHead {
    private(set) var bytes: UInt64
    private(set) var width = 1

    init(delta: Int, count: Int) {
        bytes = UInt64(Self.nibble(delta) << 4 | Self.nibble(count))
        extend(by: delta)
        extend(by: count)
    }

    private static func nibble(_ value: Int) -> UInt8 {
        switch value {
        case ..<13: UInt8(truncatingIfNeeded: value)
        case ..<269: 13
        default: 14
        }
    }

    private mutating func extend(by value: Int) {
        if value >= 269 {
            bytes = bytes << 16 | UInt64(UInt16(truncatingIfNeeded: value - 269))
            width += 2
        } else if value >= 13 {
            bytes = bytes << 8 | UInt64(UInt8(truncatingIfNeeded: value - 13))
            width += 1
        }
    }
}
