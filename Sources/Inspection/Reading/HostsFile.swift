package import Capture

/// Names of hosts in the format of `/etc/hosts`: an address and its names per line, comments after `#`.
package struct HostsFile: Hashable, Sendable {
    /// A problem in the file.
    package struct Problem: Hashable, Sendable {
        /// The line, from 1.
        package let line: Int
        /// The first column, from 1.
        package let column: Int
        /// The column after the last one.
        package let endColumn: Int
        /// The problem.
        package let message: String
        /// The correction.
        package let suggestion: String
    }

    /// The first name of each address.
    package private(set) var names: [IPAddress: String] = [:]
    /// The first 20 problems, in the order of the file.
    package private(set) var problems: [Problem] = []

    private static let problemLimit = 20

    /// Parses the file. Valid lines count even if others are not.
    package init(_ bytes: [UInt8]) {
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            read(String(decoding: line, as: UTF8.self), number: index + 1)
        }
    }

    private mutating func read(_ line: String, number: Int) {
        let words = Self.words(line)
        guard let first = words.first else { return }
        guard let address = IPAddress(first.text) else {
            return report(
                "`\(first.text.printable.cut(to: 60))` is not an address", number, first,
                "a line is an IPv4 or IPv6 address and a name, like `127.1.0.1 alice`")
        }
        guard let name = words.dropFirst().first else {
            return report("the address has no name", number, first, "write it after the address: `\(first.text) alice`")
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

    /// Returns the words of a line with their columns, without its comment.
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
