/// The reason that bytes are not one acceptable data item; offsets count from the first input byte.
public enum CBORError: Error, Hashable, Sendable {
    /// The input ends inside an item; at least `missing` more bytes were announced.
    case truncated(offset: Int, missing: UInt64)
    /// Bytes follow the item.
    case trailingBytes(offset: Int, count: Int)
    /// The lower five bits of an item's first byte are 28, 29 or 30, which are reserved.
    case reservedLength(offset: Int, byte: UInt8)
    /// A number or a tag claims an indefinite length.
    case indefiniteScalar(offset: Int, byte: UInt8)
    /// A chunk of an indefinite-length string is not a definite-length string of the same type.
    case wrongChunk(offset: Int, byte: UInt8)
    /// A break occurs outside of an indefinite-length item, or where a map's value is due.
    case unexpectedBreak(offset: Int)
    /// A simple value below 32 is encoded in two bytes.
    case reservedSimpleValue(offset: Int, number: UInt8)
    /// A text, or a chunk of a text, is not valid UTF-8.
    case invalidText(offset: Int)
    /// A key occurs twice in a map; the key is given in diagnostic notation.
    case duplicateKey(offset: Int, key: String)
    /// Arrays, maps and tags are nested deeper than the limit.
    case tooDeep(offset: Int, limit: Int)
    /// The number of items exceeds the limit.
    case tooManyItems(offset: Int, limit: Int)
    /// The input is longer than the limit; nothing was decoded.
    case tooLong(count: Int, limit: Int)

    /// The offset at which the problem was found.
    public var offset: Int {
        switch self {
        case .truncated(let offset, _), .trailingBytes(let offset, _), .reservedLength(let offset, _),
            .indefiniteScalar(let offset, _), .wrongChunk(let offset, _), .unexpectedBreak(let offset),
            .reservedSimpleValue(let offset, _), .invalidText(let offset), .duplicateKey(let offset, _),
            .tooDeep(let offset, _), .tooManyItems(let offset, _):
            offset
        case .tooLong(_, let limit): limit
        }
    }
}

extension CBORError: CustomStringConvertible {
    /// A readable description of the problem and its offset.
    public var description: String {
        "\(problem) (at byte \(offset))"
    }

    private var problem: String {
        switch self {
        case .truncated(_, let missing): "the input ends inside an item, \(missing) or more bytes are missing"
        case .trailingBytes(_, let count): "\(count) bytes follow the item"
        case .reservedLength(_, let byte): "the first byte 0x\(byte.hexadecimal) of an item has no meaning"
        case .indefiniteScalar(_, let byte):
            "an item that begins with 0x\(byte.hexadecimal) cannot be of indefinite length"
        case .wrongChunk(_, let byte):
            "a chunk that begins with 0x\(byte.hexadecimal) is not a string of the expected type"
        case .unexpectedBreak: "a break is not expected here"
        case .reservedSimpleValue(_, let number): "simple value \(number) must not be written in two bytes"
        case .invalidText: "the text is not valid UTF-8"
        case .duplicateKey(_, let key): "the key \(key) appears in its map twice"
        case .tooDeep(_, let limit): "items are nested deeper than \(limit)"
        case .tooManyItems(_, let limit): "there are more than \(limit) items"
        case .tooLong(let count, let limit): "the input has \(count) bytes, more than \(limit)"
        }
    }
}
