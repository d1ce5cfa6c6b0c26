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
        bytes.append(0x40 | type.rawValue << 4 | token.length)
        bytes.append(code.rawValue)
        bytes.append(UInt8(truncatingIfNeeded: messageID >> 8))
        bytes.append(UInt8(truncatingIfNeeded: messageID))
        token.append(to: &bytes)
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
        for entry in options.entries {
            beginOption(entry.number, count: Int(entry.count))
            bytes.append(contentsOf: options.bytes[entry.range])
        }
    }

    mutating func write(_ number: CoAP.OptionNumber, _ text: String) {
        begin(number, count: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(_ number: CoAP.OptionNumber, _ value: [UInt8]) {
        begin(number, count: value.count)
        bytes.append(contentsOf: value)
    }

    mutating func write(_ number: CoAP.OptionNumber, _ value: UInt32) {
        begin(number, count: (32 - value.leadingZeroBitCount + 7) / 8)
        bytes.append(shortest: value)
    }

    private mutating func begin(_ number: CoAP.OptionNumber, count: Int) {
        if nextExtra < extras.count { writeExtras(below: number) }
        beginOption(number, count: count)
    }

    private mutating func writeExtras(below limit: CoAP.OptionNumber?) {
        while nextExtra < extras.entries.count {
            let entry = extras.entries[nextExtra]
            if let limit, entry.number >= limit { return }
            nextExtra += 1
            guard isWelcome(entry.number) else { continue }
            beginOption(entry.number, count: Int(entry.count))
            bytes.append(contentsOf: extras.bytes[entry.range])
        }
    }

    /// Whether an option is not for the endpoint alone to write, and was not written yet unless it is repeatable.
    private func isWelcome(_ number: CoAP.OptionNumber) -> Bool {
        switch number {
        case .observe, .block1, .block2: false
        default: number.rawValue != lastNumber || OptionDefinition(number)?.isRepeatable ?? true
        }
    }

    /// Options must come in ascending order; the delta is what the number adds to the one before.
    private mutating func beginOption(_ number: CoAP.OptionNumber, count: Int) {
        let delta = Int(number.rawValue &- lastNumber)
        lastNumber = number.rawValue
        bytes.append(Self.nibble(delta) << 4 | Self.nibble(count))
        appendExtension(delta)
        appendExtension(count)
    }

    private static func nibble(_ value: Int) -> UInt8 {
        switch value {
        case ..<13: UInt8(truncatingIfNeeded: value)
        case ..<269: 13
        default: 14
        }
    }

    private mutating func appendExtension(_ value: Int) {
        if value >= 269 {
            bytes.append(UInt8(truncatingIfNeeded: (value - 269) >> 8))
            bytes.append(UInt8(truncatingIfNeeded: value - 269))
        } else if value >= 13 {
            bytes.append(UInt8(truncatingIfNeeded: value - 13))
        }
    }
}
