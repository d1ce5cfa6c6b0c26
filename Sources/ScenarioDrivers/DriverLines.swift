import ScenarioLanguage
import ScenarioVocabulary

/// Splits a driver's output into lines.
package struct DriverLines {
    /// The bytes after the last line feed.
    package private(set) var rest: [UInt8] = []
    /// The number of lines.
    package private(set) var count = 0

    /// Returns the completed lines, in order.
    package mutating func take(_ bytes: [UInt8]) throws(DriverFault) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard rest.count < DriverLimits.line else {
                    throw fault(
                        "wrote a line that is longer than \(DriverLimits.line) bytes", line: count + lines.count)
                }
                rest.append(byte)
                continue
            }
            lines.append(rest)
            rest = []
            guard count + lines.count <= DriverLimits.lines else {
                throw fault("wrote more than \(DriverLimits.lines) lines", line: count + lines.count - 1)
            }
        }
        count += lines.count
        return lines
    }

    /// The number of bytes after the last line feed.
    package var unfinished: Int { rest.count }

    /// The end of a sentence about a program that ended; empty after a whole line.
    var endOfSentence: String { rest.isEmpty ? "" : ", in the middle of the line `\(DriverFault.excerpt(rest))`" }

    private func fault(_ text: String, line: Int) -> DriverFault {
        DriverFault(violation: .wrong, text: text, line: line + 1)
    }
}
