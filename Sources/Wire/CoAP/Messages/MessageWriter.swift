/// Writes one message: header, token, options in ascending order, payload.
///
/// Further options may be handed in from the start; each goes where its number belongs.
struct MessageWriter {
    private var bytes: [UInt8] = []
    private var lastNumber: UInt16 = 0
    private let extras: CoAP.Options
    private var nextExtra = 0

    init(
        type: CoAP.MessageType, code: CoAP.Code, messageID: UInt16, token: CoAP.Token, capacity: Int,
        extras: CoAP.Options = []
    ) {
        self.extras = extras
        bytes.reserveCapacity(capacity + extras.entries.reduce(0) { $0 + 5 + Int($1.count) })
        bytes.append(addingCapacity: 12) { output in
            output.append(0x40 | type.rawValue << 4 | token.length)
            output.append(code.rawValue)
            output.append(UInt8(truncatingIfNeeded: messageID >> 8))
            output.append(UInt8(truncatingIfNeeded: messageID))
            output.append(token.value, width: Int(token.length))
        }
    }

    /// An empty message (RFC 7252 section 4.1).
    static func empty(_ type: CoAP.MessageType, _ messageID: UInt16) -> [UInt8] {
        [
            0x40 | type.rawValue << 4, 0, UInt8(truncatingIfNeeded: messageID >> 8),
            UInt8(truncatingIfNeeded: messageID),
        ]
    }

    /// The datagram, with the payload behind the options.
    consuming func finished(payload: ArraySlice<UInt8>) -> [UInt8] {
        writeExtras(below: nil)
        if !payload.isEmpty {
            bytes.append(0xFF)
            bytes.append(contentsOf: payload)
        }
        return bytes
    }

    /// Writes options as they are, whatever the registry says of them.
    mutating func write(_ options: CoAP.Options) {
        for entry in options.entries { append(entry, of: options) }
    }

    mutating func write(_ number: CoAP.OptionNumber, _ text: String) {
        if nextExtra < extras.count { writeExtras(below: number) }
        append(number, text.utf8.span)
    }

    mutating func write(_ number: CoAP.OptionNumber, _ value: [UInt8]) {
        if nextExtra < extras.count { writeExtras(below: number) }
        append(number, value.span)
    }

    mutating func write(_ number: CoAP.OptionNumber, _ value: UInt32) {
        if nextExtra < extras.count { writeExtras(below: number) }
        let width = (32 - value.leadingZeroBitCount + 7) / 8
        let delta = delta(to: number)
        bytes.append(addingCapacity: 9) { output in
            output.append(optionHeader: delta, width)
            output.append(UInt64(value), width: width)
        }
    }

    private mutating func writeExtras(below limit: CoAP.OptionNumber?) {
        while nextExtra < extras.entries.count {
            let entry = extras.entries[nextExtra]
            if let limit, entry.number >= limit { return }
            nextExtra += 1
            guard isWelcome(entry.number) else { continue }
            append(entry, of: extras)
        }
    }

    /// Whether an option is not for the endpoint alone to write, and was not written yet unless it is repeatable.
    private func isWelcome(_ number: CoAP.OptionNumber) -> Bool {
        switch number {
        case .observe, .block1, .block2: false
        default: number.rawValue != lastNumber || OptionDefinition(number)?.isRepeatable ?? true
        }
    }

    private mutating func append(_ entry: CoAP.Options.Entry, of options: CoAP.Options) {
        append(entry.number, options.bytes.span.extracting(entry.range))
    }

    private mutating func append(_ number: CoAP.OptionNumber, _ value: Span<UInt8>) {
        let delta = delta(to: number)
        bytes.append(addingCapacity: 5 + value.count) { output in
            output.append(optionHeader: delta, value.count)
            for index in value.indices { output.append(value[index]) }
        }
    }

    /// Options must come in ascending order; the delta is what the number adds to the one before.
    private mutating func delta(to number: CoAP.OptionNumber) -> Int {
        defer { lastNumber = number.rawValue }
        return Int(number.rawValue &- lastNumber)
    }
}

extension OutputSpan<UInt8> {
    /// Appends the lower bytes of a number, highest first.
    fileprivate mutating func append(_ value: UInt64, width: Int) {
        var shift = UInt64(truncatingIfNeeded: width * 8)
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// At most five bytes (RFC 7252 section 3.1).
    fileprivate mutating func append(optionHeader delta: Int, _ count: Int) {
        append(Self.nibble(delta) << 4 | Self.nibble(count))
        append(extensionOf: delta)
        append(extensionOf: count)
    }

    private static func nibble(_ value: Int) -> UInt8 {
        switch value {
        case ..<13: UInt8(truncatingIfNeeded: value)
        case ..<269: 13
        default: 14
        }
    }

    private mutating func append(extensionOf value: Int) {
        if value >= 269 {
            append(UInt8(truncatingIfNeeded: (value - 269) >> 8))
            append(UInt8(truncatingIfNeeded: value - 269))
        } else if value >= 13 {
            append(UInt8(truncatingIfNeeded: value - 13))
        }
    }
}
