/// Walks over options as they lie on the wire, one behind the other (RFC 7252 section 3.1).
struct OptionWalk {
    /// An option: its number, and where its value lies.
    struct Entry {
        let number: CoAP.OptionNumber
        let range: Range<Int>
    }

    /// Where the next option begins.
    private(set) var position: Int
    private let end: Int
    private var number = 0

    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next of options that were read before; nil behind the last.
    @inline(__always)
    mutating func next(in input: Span<UInt8>) -> Entry? {
        guard position < end else { return nil }
        return try? read(input)
    }

    /// Reads the option that begins here.
    mutating func read(_ input: Span<UInt8>) throws(CoAPError) -> Entry {
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
        return Entry(
            number: CoAP.OptionNumber(rawValue: UInt16(truncatingIfNeeded: number)), range: position..<position + count)
    }

    /// The delta or length that a nibble stands for, with the bytes that extend it.
    @inline(__always)
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
