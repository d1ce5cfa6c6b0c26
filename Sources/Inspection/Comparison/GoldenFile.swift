/// A history as a text file to read, check in and compare: the golden file of a scenario.
package enum GoldenFile {
    /// The first line.
    static let signature = "# rollcall call events 1"
    private static let statesLine = "# with calling states"

    /// Returns true when bytes look like a golden file.
    package static func isLikely(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature.utf8) }

    /// Returns the bytes of the file for a history.
    package static func bytes(of history: CallHistory) -> [UInt8] {
        let head = [signature] + (history.hasStates ? [statesLine] : [])
        let lines = head + history.events.map { "\(Seconds.bare($0.time).leftPadded(to: 10))  \($0.text)" }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Parses a golden file.
    package static func history(_ bytes: [UInt8]) throws(GoldenFileError) -> CallHistory {
        guard isLikely(bytes) else { throw GoldenFileError(line: 1, reason: "it does not begin with `\(signature)`") }
        var events: [CallEvent] = []
        var hasStates = false
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard let text = String(validating: line, as: UTF8.self) else {
                throw GoldenFileError(line: index + 1, reason: "the line is not text")
            }
            if text == statesLine { hasStates = true }
            guard !text.hasPrefix("#"), text.contains(where: { $0 != " " }) else { continue }
            let rest = text.drop { $0 == " " }
            let number = rest.prefix { $0 != " " }
            let words = rest.dropFirst(number.count).drop { $0 == " " }
            guard let time = Seconds.nanoseconds(number), !words.isEmpty else {
                throw GoldenFileError(line: index + 1, reason: "a line has a time in seconds and an event")
            }
            events.append(CallEvent(time: time, text: String(words)))
        }
        return CallHistory(events, hasStates: hasStates)
    }
}

/// The reason for which a golden file cannot be read.
package struct GoldenFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The problem.
    package let reason: String

    package var description: String { "line \(line): \(reason)" }
}
