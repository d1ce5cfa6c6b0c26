internal import Journal

/// The readable lines of a journal.
enum JournalText {
    /// A step that began.
    struct Step {
        let number: Int
        let file: String?
        let line: Int?
        let text: String?
    }

    /// Returns an entry as its time, kind and values in order; a line that is not an entry is unchanged.
    static func line(_ line: some Sequence<UInt8>) -> String {
        let bytes = Array(line)
        guard case .object(let members)? = try? JSON(parsing: bytes) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        let values = members.filter { !["number", "time", "kind"].contains($0.name) }
        let words = values.map { "\($0.name) \(text(of: $0.value))" }.joined(separator: ", ")
        let head = ["time", "kind"].compactMap { name in members.first { $0.name == name }.map { text(of: $0.value) } }
        return (head + [words]).filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// Returns the last step that began; nil before the first one.
    static func lastStep(in lines: [some Sequence<UInt8>]) -> Step? {
        let mark = #""kind":"step""#
        let last = lines.last { line in
            let text = String(decoding: Array(line), as: UTF8.self)
            return text.contains(mark) && text.contains(#""phase":"began""#)
        }
        guard let last, let json = try? JSON(parsing: Array(last)), let number = json["step"]?.integer else {
            return nil
        }
        return Step(
            number: number, file: json["file"]?.text, line: json["line"]?.integer, text: json["text"]?.text)
    }

    private static func text(of value: JSON) -> String {
        switch value {
        case .null: "none"
        case .boolean(let value): "\(value)"
        case .number(let digits): digits
        case .text(let text): text
        case .array(let values): "[\(values.map(text).joined(separator: ", "))]"
        case .object(let members): "{\(members.map { "\($0.name): \(text(of: $0.value))" }.joined(separator: ", "))}"
        }
    }
}
