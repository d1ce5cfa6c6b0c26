public import Capture

/// Names for hosts, as `/etc/hosts` has them: an address and its names a line; `#` begins a comment.
public struct HostsFile: Hashable, Sendable {
    /// Something that is wrong in the file.
    public struct Problem: Hashable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// The first column, from 1.
        public let column: Int
        /// The column just after the last one.
        public let endColumn: Int
        /// What is wrong.
        public let message: String
        /// What would be right.
        public let suggestion: String
    }

    /// The first name of each address; where an address stands in several lines, that of the first.
    public private(set) var names: [IPAddress: String] = [:]
    /// What is wrong, in the order of the file; only the first 20 are kept.
    public private(set) var problems: [Problem] = []

    private static let problemLimit = 20

    /// Reads the file's text; of a file with problems, the good lines count all the same.
    public init(_ bytes: [UInt8]) {
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            read(String(decoding: line, as: UTF8.self), number: index + 1)
        }
    }

    private mutating func read(_ line: String, number: Int) {
        let words = Self.words(line)
        guard let first = words.first else { return }
        guard let address = IPAddress(first.text) else {
            return report(
                "`\(first.text.printable.cut(to: 60))` is no address", number, first,
                "a line is an IPv4 or IPv6 address and a name, like `127.1.0.1 alice`")
        }
        guard let name = words.dropFirst().first else {
            return report("the address has no name", number, first, "write it behind: `\(first.text) alice`")
        }
        if names[address] == nil { names[address] = name.text.printable }
    }

    private mutating func report(_ message: String, _ line: Int, _ word: Word, _ suggestion: String) {
        guard problems.count < Self.problemLimit else { return }
        problems.append(
            Problem(
                line: line, column: word.column, endColumn: word.column + word.text.count, message: message,
                suggestion: suggestion))
    }
}

extension HostsFile {
    private typealias Word = (text: String, column: Int)

    /// The words of a line before its comment, with their columns.
    private static func words(_ line: String) -> [Word] {
        var words: [Word] = []
        var word = ""
        for (index, character) in (line.prefix { $0 != "#" } + " ").enumerated() {
            if character == " " || character == "\t" || character.isNewline {
                if !word.isEmpty { words.append((word, index + 1 - word.count)) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return words
    }
}
