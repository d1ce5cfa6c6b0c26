import ScenarioLanguage

/// A list of cases: areas as `## AREA: title`, and in them a line `- **ID** text` for each case.
struct CaseFile {
    let file: String
    let sourceLines: [String]
    private(set) var areas: [CaseArea] = []
    /// The cases in the order of the file.
    private(set) var cases: [Case] = []
    private(set) var problems: [Diagnostic] = []
    private var places: [String: Place] = [:]

    private static let largest = 1 << 22
    private static let mark = "- **"
    private static let inSpirit = "[A] "

    /// Reads the file's text.
    init(_ bytes: [UInt8], file: String) {
        self.file = file
        guard bytes.count <= Self.largest, let text = String(validating: bytes, as: UTF8.self) else {
            sourceLines = []
            let what = bytes.count > Self.largest ? "has more than \(Self.largest) bytes" : "is not text in UTF-8"
            problems = [Diagnostic(file: file, place: nil, message: "the list of cases \(what)")]
            return
        }
        sourceLines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        for (index, line) in sourceLines.enumerated() { read(line, number: index + 1) }
        guard cases.isEmpty, problems.isEmpty else { return }
        problems = [
            Diagnostic(
                file: file, place: nil, message: "there is no case in it",
                suggestion: "write `## AREA: title`, and below it a line `- **AREA-01** what happens` for each case")
        ]
    }

    private mutating func read(_ line: String, number: Int) {
        if line.hasPrefix("## ") {
            let parts = line.dropFirst(3).split(separator: ":", maxSplits: 1).map(\.trimmed)
            areas.append(CaseArea(name: parts.first ?? "", title: parts.count > 1 ? parts[1] : ""))
        } else if line.hasPrefix(Self.mark) {
            readCase(line.dropFirst(Self.mark.count), number: number)
        }
    }

    private mutating func readCase(_ rest: Substring, number: Int) {
        let id = String(rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) })
        let place = Place(line: number, column: Self.mark.count + 1, endColumn: Self.mark.count + 1 + id.count)
        guard !id.isEmpty, rest.dropFirst(id.count).hasPrefix("** ") else {
            return report("this is not a case", place, "write it as `- **AREA-01** what happens`")
        }
        guard let area = areas.last?.name else {
            return report("the case stands before the first heading", place, "write `## AREA: title` above it")
        }
        if let first = places[id] {
            let note = Diagnostic.Related(file: file, place: first, note: "the first one is here")
            return report("there are two cases with the id `\(id)`", place, "give one of them another id", [note])
        }
        places[id] = place
        let text = rest.dropFirst(id.count + 3)
        let isInSpirit = text.hasPrefix(Self.inSpirit)
        cases.append(
            Case(
                id: id, area: area, isInSpirit: isInSpirit,
                text: text.dropFirst(isInSpirit ? Self.inSpirit.count : 0).trimmed))
    }

    private mutating func report(
        _ message: String, _ place: Place, _ suggestion: String, _ related: [Diagnostic.Related] = []
    ) {
        problems.append(
            Diagnostic(file: file, place: place, message: message, suggestion: suggestion, related: related))
    }
}

extension Substring {
    /// The text without white space around it.
    var trimmed: String {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
