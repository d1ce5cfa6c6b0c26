/// Takes comments and the insides of string literals out of Swift code, and keeps its lines.
enum CodeScanner {
    private typealias Rest = ArraySlice<UInt8>

    private enum Mode: Equatable {
        case code
        case lineComment
        case blockComment(depth: Int)
        case text(delimiter: [UInt8], isMultiline: Bool, hashes: Int)
    }

    static func strip(_ source: String) -> String {
        let bytes = Array(source.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var mode = Mode.code
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            let (next, length, kept) = step(mode, rest)
            result.append(contentsOf: kept)
            if kept.isEmpty {
                result.append(contentsOf: rest.prefix(length).filter { $0 == newline })
            }
            mode = next
            index += length
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func step(_ mode: Mode, _ rest: Rest) -> (Mode, Int, kept: Rest) {
        switch mode {
        case .code: stepInCode(rest)
        case .lineComment:
            rest.first == newline ? (.code, 1, rest.prefix(1)) : (.lineComment, 1, [])
        case .blockComment(let depth): stepInComment(depth, rest)
        case .text(let delimiter, let isMultiline, let hashes):
            if rest.starts(with: delimiter) {
                (.code, delimiter.count, rest.prefix(delimiter.count))
            } else if hashes == 0, rest.first == UInt8(ascii: "\\") {
                (mode, min(2, rest.count), [])
            } else if !isMultiline, rest.first == newline {
                (.code, 1, rest.prefix(1))
            } else {
                (mode, 1, [])
            }
        }
    }

    private static func stepInCode(_ rest: Rest) -> (Mode, Int, kept: Rest) {
        if rest.starts(with: "//".utf8) { return (.lineComment, 2, []) }
        if rest.starts(with: "/*".utf8) { return (.blockComment(depth: 1), 2, []) }
        let hashes = rest.prefix { $0 == hash }.count
        let quotes = rest.dropFirst(hashes)
        guard quotes.first == quote else { return (.code, 1, rest.prefix(1)) }
        let isMultiline = quotes.starts(with: [quote, quote, quote])
        let mark = Array(repeating: quote, count: isMultiline ? 3 : 1)
        let delimiter = mark + Array(repeating: hash, count: hashes)
        let length = hashes + mark.count
        let mode = Mode.text(delimiter: delimiter, isMultiline: isMultiline, hashes: hashes)
        return (mode, length, rest.prefix(length))
    }

    private static func stepInComment(
        _ depth: Int, _ rest: Rest
    ) -> (Mode, Int, kept: Rest) {
        if rest.starts(with: "/*".utf8) { return (.blockComment(depth: depth + 1), 2, []) }
        if rest.starts(with: "*/".utf8) { return (depth == 1 ? .code : .blockComment(depth: depth - 1), 2, []) }
        return (.blockComment(depth: depth), 1, [])
    }
}

private let newline = UInt8(ascii: "\n")
private let quote = UInt8(ascii: "\"")
private let hash = UInt8(ascii: "#")
