extension CoAP {
    /// One option of a message.
    public struct Option: Hashable, Sendable {
        /// The number of the option.
        public let number: OptionNumber
        /// The bytes on the wire.
        public let value: [UInt8]

        /// Creates the option from the bytes of its value.
        public init(_ number: OptionNumber, _ value: [UInt8]) {
            self.number = number
            self.value = value
        }

        /// Creates a string option.
        public init(_ number: OptionNumber, _ value: String) {
            self.init(number, Array(value.utf8))
        }

        /// Creates an integer option with the fewest bytes that hold the number; zero has none (RFC 7252 section 3.2).
        public init(_ number: OptionNumber, _ value: UInt32) {
            var bytes: [UInt8] = []
            bytes.append(shortest: value)
            self.init(number, bytes)
        }
    }

    /// The options of a message, in ascending order of their numbers; equal numbers remain in order of insertion.
    ///
    /// They are stored as on the wire. A lookup walks over the options before it: messages have few. Most requested
    /// options are absent, which is known without a walk.
    public struct Options: Sendable {
        /// The bytes that contain the options; for a decoded message the whole datagram, shared and not copied.
        let bytes: [UInt8]
        /// The range of the options in the bytes.
        let range: Range<Int>
        /// The numbers that occur.
        let numbers: OptionNumbers

        /// Creates options from decoded bytes.
        init(_ range: Range<Int>, of bytes: [UInt8], numbers: OptionNumbers) {
            self.bytes = bytes
            self.range = range
            self.numbers = numbers
        }

        /// Creates empty options.
        public init() {
            self.init(0..<0, of: [], numbers: OptionNumbers())
        }

        /// Creates options from a sequence in any order.
        public init(_ options: some Sequence<Option>) {
            var ascending: [Option] = []
            for option in options { Self.insert(option, into: &ascending) }
            self.init(ascending: ascending)
        }

        private init(ascending options: [Option]) {
            var output = ByteBuffer(capacity: options.reduce(0) { $0 + 5 + $1.value.count })
            var last: UInt16 = 0
            var numbers = OptionNumbers()
            for option in options {
                numbers.insert(option.number.rawValue)
                let head = OptionHead(delta: Int(option.number.rawValue &- last), count: option.value.count)
                output.append(head.bytes, width: head.width, option.value.span)
                last = option.number.rawValue
            }
            let bytes = output.finished()
            self.init(bytes.indices, of: bytes, numbers: numbers)
        }

        /// Inserts an option after those with the same number; values longer than 65,535 bytes are truncated.
        public mutating func append(_ option: Option) {
            var options = Array(self)
            Self.insert(option, into: &options)
            self = Options(ascending: options)
        }

        private static func insert(_ option: Option, into ascending: inout [Option]) {
            let position = ascending.firstIndex { $0.number > option.number } ?? ascending.endIndex
            let longest = Int(UInt16.max)
            let option = option.value.count > longest ? Option(option.number, Array(option.value[..<longest])) : option
            ascending.insert(option, at: position)
        }

        /// Inserts an option with the bytes of its value.
        public mutating func append(_ number: OptionNumber, _ value: [UInt8]) {
            append(Option(number, value))
        }

        /// Inserts a string option.
        public mutating func append(_ number: OptionNumber, _ value: String) {
            append(Option(number, value))
        }

        /// Inserts an integer option.
        public mutating func append(_ number: OptionNumber, _ value: UInt32) {
            append(Option(number, value))
        }

        /// Removes all options with this number.
        public mutating func removeAll(_ number: OptionNumber) {
            guard contains(number) else { return }
            self = Options(ascending: filter { $0.number != number })
        }

        /// Returns true when an option with this number is present.
        public func contains(_ number: OptionNumber) -> Bool {
            firstEntry(number) != nil
        }

        /// A walk over all options.
        var walk: OptionWalk { OptionWalk(range) }

        /// All options, in an array; slower than a walk.
        fileprivate var entries: [OptionWalk.Entry] {
            var entries: [OptionWalk.Entry] = []
            var walk = walk
            while let entry = walk.next(in: bytes.span) { entries.append(entry) }
            return entries
        }

        @inline(__always)
        func firstEntry(_ number: OptionNumber) -> OptionWalk.Entry? {
            numbers.mayContain(number) ? search(number) : nil
        }

        private func search(_ number: OptionNumber) -> OptionWalk.Entry? {
            var walk = walk
            while let entry = walk.next(in: bytes.span), entry.number <= number {
                if entry.number == number { return entry }
            }
            return nil
        }
    }
}

extension CoAP.Options: RandomAccessCollection {
    /// The index of the first option.
    public var startIndex: Int { 0 }

    /// The index after the last option.
    public var endIndex: Int { entries.count }

    /// The option at an index.
    public subscript(position: Int) -> CoAP.Option {
        let entry = entries[position]
        return CoAP.Option(entry.number, Array(bytes[entry.range]))
    }
}

extension CoAP.Options: Hashable {
    /// Returns true when numbers and values are equal, in the same order; each such list has one encoding.
    public static func == (lhs: CoAP.Options, rhs: CoAP.Options) -> Bool {
        lhs.bytes[lhs.range] == rhs.bytes[rhs.range]
    }

    /// Feeds numbers and values to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes[range])
    }
}

extension CoAP.Options: ExpressibleByArrayLiteral {
    /// Creates options from a list in any order.
    public init(arrayLiteral elements: CoAP.Option...) {
        if elements.isEmpty { self.init() } else { self.init(elements) }
    }
}

extension [UInt8] {
    /// Appends the fewest bytes that hold the number; zero has none.
    mutating func append(shortest value: UInt32) {
        var shift = (32 - value.leadingZeroBitCount + 7) / 8 * 8
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> UInt32(shift)))
        }
    }
}
