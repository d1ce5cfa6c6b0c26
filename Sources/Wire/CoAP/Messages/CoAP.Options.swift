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
    ///
    /// They are kept as on the wire, where each is found by a walk over those before it: messages have few of them. Most of
    /// what is asked for is not there, which is known without a walk.
    public struct Options: Sendable {
        /// The bytes that they lie in: of a message that was read all of them, shared and not copied.
        let bytes: [UInt8]
        /// Where in the bytes they lie.
        let range: Range<Int>
        /// Which numbers are among them.
        let numbers: OptionNumbers

        /// Takes over options that were read.
        init(_ range: Range<Int>, of bytes: [UInt8], numbers: OptionNumbers) {
            self.bytes = bytes
            self.range = range
            self.numbers = numbers
        }

        /// Makes options with nothing in them.
        public init() {
            self.init(0..<0, of: [], numbers: OptionNumbers())
        }

        /// Makes the options from those given, in whatever order they are.
        public init(_ options: some Sequence<Option>) {
            var ascending: [Option] = []
            for option in options { Self.insert(option, into: &ascending) }
            self.init(ascending: ascending)
        }

        private init(ascending options: [Option]) {
            var output = OutputBuffer(capacity: options.reduce(0) { $0 + 5 + $1.value.count })
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

        /// Adds an option behind those with the same number; values longer than 65,535 bytes are cut.
        public mutating func append(_ option: Option) {
            var options = Array(self)
            Self.insert(option, into: &options)
            self = Options(ascending: options)
        }

        private static func insert(_ option: Option, into ascending: inout [Option]) {
            let place = ascending.firstIndex { $0.number > option.number } ?? ascending.endIndex
            let longest = Int(UInt16.max)
            let option = option.value.count > longest ? Option(option.number, Array(option.value[..<longest])) : option
            ascending.insert(option, at: place)
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
            guard contains(number) else { return }
            self = Options(ascending: filter { $0.number != number })
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
            filter { $0.number == number }.map(\.value)
        }

        /// A walk over all of them.
        var walk: OptionWalk { OptionWalk(range) }

        /// All of them, for those who may take their time.
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
    /// The first option's place.
    public var startIndex: Int { 0 }

    /// The place behind the last option.
    public var endIndex: Int { entries.count }

    /// Whether there are none.
    public var isEmpty: Bool { range.isEmpty }

    /// The option at a place.
    public subscript(position: Int) -> CoAP.Option {
        let entry = entries[position]
        return CoAP.Option(entry.number, Array(bytes[entry.range]))
    }
}

extension CoAP.Options: Hashable {
    /// Whether numbers and values are the same, in the same order: there is one encoding of them.
    public static func == (lhs: CoAP.Options, rhs: CoAP.Options) -> Bool {
        lhs.bytes[lhs.range] == rhs.bytes[rhs.range]
    }

    /// Feeds numbers and values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes[range])
    }
}

extension CoAP.Options: ExpressibleByArrayLiteral {
    /// Makes the options from those given, in whatever order they are.
    public init(arrayLiteral elements: CoAP.Option...) {
        if elements.isEmpty { self.init() } else { self.init(elements) }
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
