extension CoAP {
    /// One option of a message.
    public struct Option: Hashable, Sendable {
        /// Which option it is.
        public let number: OptionNumber
        /// The value as it stands on the wire.
        public let value: [UInt8]

        /// Makes the option from the bytes of its value.
        public init(_ number: OptionNumber, _ value: [UInt8]) {
            self.number = number
            self.value = value
        }

        /// Makes a string option.
        public init(_ number: OptionNumber, _ value: String) {
            self.init(number, Array(value.utf8))
        }

        /// Makes an integer option: as few bytes as hold the number, none for zero (RFC 7252 section 3.2).
        public init(_ number: OptionNumber, _ value: UInt32) {
            var bytes: [UInt8] = []
            bytes.append(shortest: value)
            self.init(number, bytes)
        }
    }

    /// The options of a message, in ascending order of their numbers; equal numbers keep the order of appending.
    public struct Options: Sendable {
        struct Entry {
            let number: OptionNumber
            let start: UInt32
            let count: UInt32

            var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
        }

        var entries: [Entry]
        /// The entries' values lie in here; in a message that was read these are all its bytes, shared and not copied.
        var bytes: [UInt8]

        init(entries: [Entry], bytes: [UInt8]) {
            self.entries = entries
            self.bytes = bytes
        }

        /// Makes options with nothing in them.
        public init() {
            self.init(entries: [], bytes: [])
        }

        /// Makes the options from those given, in whatever order they are.
        public init(_ options: some Sequence<Option>) {
            self.init()
            for option in options { append(option) }
        }

        /// Adds an option behind those with the same number; values longer than 65,535 bytes are cut.
        public mutating func append(_ option: Option) {
            let value = option.value.prefix(Int(UInt16.max))
            let entry = Entry(
                number: option.number, start: UInt32(truncatingIfNeeded: bytes.count),
                count: UInt32(truncatingIfNeeded: value.count))
            bytes.append(contentsOf: value)
            let place = entries.firstIndex { $0.number > entry.number } ?? entries.endIndex
            entries.insert(entry, at: place)
        }

        /// Adds an option with the bytes of its value.
        public mutating func append(_ number: OptionNumber, _ value: [UInt8]) {
            append(Option(number, value))
        }

        /// Adds a string option.
        public mutating func append(_ number: OptionNumber, _ value: String) {
            append(Option(number, value))
        }

        /// Adds an integer option.
        public mutating func append(_ number: OptionNumber, _ value: UInt32) {
            append(Option(number, value))
        }

        /// Takes out every option with that number.
        public mutating func removeAll(_ number: OptionNumber) {
            entries.removeAll { $0.number == number }
        }

        /// Whether an option with that number is there.
        public func contains(_ number: OptionNumber) -> Bool {
            firstEntry(number) != nil
        }

        /// The value of the first option with that number.
        public subscript(number: OptionNumber) -> [UInt8]? {
            firstEntry(number).map { Array(bytes[$0.range]) }
        }

        /// The values of all options with that number.
        public func values(_ number: OptionNumber) -> [[UInt8]] {
            entries.filter { $0.number == number }.map { Array(bytes[$0.range]) }
        }

        func firstEntry(_ number: OptionNumber) -> Entry? {
            for entry in entries where entry.number >= number {
                return entry.number == number ? entry : nil
            }
            return nil
        }
    }
}

extension CoAP.Options: RandomAccessCollection {
    /// The first option's place.
    public var startIndex: Int { 0 }
    /// The place behind the last option.
    public var endIndex: Int { entries.count }

    /// The option at a place.
    public subscript(position: Int) -> CoAP.Option {
        let entry = entries[position]
        return CoAP.Option(entry.number, Array(bytes[entry.range]))
    }
}

extension CoAP.Options: Hashable {
    /// Whether numbers and values are the same, in the same order.
    public static func == (lhs: CoAP.Options, rhs: CoAP.Options) -> Bool {
        lhs.elementsEqual(rhs)
    }

    /// Feeds numbers and values.
    public func hash(into hasher: inout Hasher) {
        for option in self { hasher.combine(option) }
    }
}

extension CoAP.Options: ExpressibleByArrayLiteral {
    /// Makes the options from those given, in whatever order they are.
    public init(arrayLiteral elements: CoAP.Option...) {
        self.init(elements)
    }
}

extension [UInt8] {
    /// As few bytes as hold the number, none for zero.
    mutating func append(shortest value: UInt32) {
        var shift = (32 - value.leadingZeroBitCount + 7) / 8 * 8
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> UInt32(shift)))
        }
    }
}
