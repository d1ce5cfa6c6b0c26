/// Iterates over options in their wire format (RFC 7252 section 3.1).
struct OptionWalk {
    /// An option's number and the range of its value.
    struct Entry {
        let number: CoAP.OptionNumber
        let range: Range<Int>
    }

    /// The offset of the next option.
    private(set) var position: Int
    /// The numbers that were read.
    private(set) var numbers = OptionNumbers()
    private let end: Int
    private var number = 0

    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next of options that were decoded before; nil after the last.
    @inline(__always)
    mutating func next(in input: Span<UInt8>) -> Entry? {
        guard position < end else { return nil }
        return try? read(input)
    }

    /// Decodes the option at this position.
    @inline(__always)
    mutating func read(_ input: Span<UInt8>) throws(CoAPError) -> Entry {
        let first = input[position]
        let (delta, count) = (Int(first >> 4), Int(first & 15))
        let value = position + 1
        guard delta < 13, count < 13, value + count <= input.count, number + delta < OptionNumbers.firstShared else {
            return try readLong(input)
        }
        number += delta
        numbers.insert(UInt16(truncatingIfNeeded: number))
        position = value + count
        return Entry(number: CoAP.OptionNumber(rawValue: UInt16(truncatingIfNeeded: number)), range: value..<position)
    }

    /// Decodes an option of any length and number.
    private mutating func readLong(_ input: Span<UInt8>) throws(CoAPError) -> Entry {
        let start = position
        let first = input[position]
        position += 1
        number += try extended(first >> 4, of: first, at: start, input)
        let count = try extended(first & 15, of: first, at: start, input)
        guard number <= Int(UInt16.max) else { throw .optionNumberTooLarge(offset: start, number: number) }
        guard position + count <= input.count else {
            throw .truncatedOption(offset: start, missing: position + count - input.count)
        }
        defer { position += count }
        let number = UInt16(truncatingIfNeeded: number)
        numbers.insert(number)
        return Entry(number: CoAP.OptionNumber(rawValue: number), range: position..<position + count)
    }

    /// Returns the delta or length of a nibble, including its extension bytes.
    private mutating func extended(
        _ nibble: UInt8, of byte: UInt8, at start: Int, _ input: Span<UInt8>
    ) throws(CoAPError) -> Int {
        switch nibble {
        case ..<13:
            return Int(nibble)
        case 13:
            return 13 + (try next(at: start, input))
        case 14:
            let high = try next(at: start, input)
            return 269 + (high << 8 | (try next(at: start, input)))
        default:
            throw .reservedOptionHeader(offset: start, byte: byte)
        }
    }

    private mutating func next(at start: Int, _ input: Span<UInt8>) throws(CoAPError) -> Int {
        guard position < input.count else { throw .truncatedOption(offset: start, missing: 1) }
        defer { position += 1 }
        return Int(input[position])
    }
}

/// The set of occurring option numbers: a bit for each frequent number, and one for all others.
struct OptionNumbers: Sendable {
    /// The first number of those that share a bit.
    static let firstShared = 63

    private var bits: UInt64 = 0

    mutating func insert(_ number: UInt16) {
        bits |= Self.bit(of: number)
    }

    /// Returns true when the number may occur; rare numbers share one answer.
    func mayContain(_ number: CoAP.OptionNumber) -> Bool {
        bits & Self.bit(of: number.rawValue) != 0
    }

    /// True when a critical option, which has an odd number (RFC 7252 section 5.4.1), or a rare one occurs.
    var mayContainCritical: Bool { bits & 0xAAAA_AAAA_AAAA_AAAA != 0 }

    private static func bit(of number: UInt16) -> UInt64 {
        1 &<< UInt64(min(number, UInt16(firstShared)))
    }
}
