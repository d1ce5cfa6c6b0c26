/// The first difference between two runs of one scenario with one seed.
package struct Divergence: Hashable, Sendable {
    /// The number of the entry, from 1.
    package let number: Int
    /// The entry of the first run as a line; nil when that run had ended.
    package let first: String?
    /// The entry of the second run as a line; nil when that run had ended.
    package let second: String?

    package init(number: Int, first: String?, second: String?) {
        self.number = number
        self.first = first
        self.second = second
    }

    /// Creates the first difference between two journals in text form; returns nil when they are equal.
    package init?(between first: [UInt8], and second: [UInt8]) {
        guard first != second else { return nil }
        let newline = UInt8(ascii: "\n")
        let firstLines = first.split(separator: newline)
        let secondLines = second.split(separator: newline)
        let equal = zip(firstLines, secondLines).prefix { $0 == $1 }.count
        self.init(
            number: equal + 1,
            first: firstLines.dropFirst(equal).first.map { String(decoding: $0, as: UTF8.self) },
            second: secondLines.dropFirst(equal).first.map { String(decoding: $0, as: UTF8.self) })
    }
}

extension Divergence: CustomStringConvertible {
    /// Both entries, one below the other.
    package var description: String {
        let ended = "(the run had ended)"
        return """
            the runs differ from entry \(number) on:
              first run:  \(first ?? ended)
              second run: \(second ?? ended)
            """
    }
}
