internal import ScenarioLanguage

/// An operand that selects scenarios.
enum ScenarioOperand: Hashable {
    /// A file or a folder, which need not exist.
    case path(String)
    /// A line of a file: its row, or the whole file when the line has no row.
    case line(file: String, Int)
    /// The id of a scenario, or of all rows of one.
    case id(String)
    case standardInput

    /// Reads a word of the command line. Journals, capsules and reports repeat it, so it names no folder of this
    /// machine that the reader does not need.
    init(_ word: String) {
        let word = RelativePath.of(word)
        if word == "-" {
            self = .standardInput
        } else if FileStore.exists(word) || FileStore.isLink(word) {
            self = .path(word)
        } else if let match = word.wholeMatch(of: /(.+?):(\d+)(:\d+)?:?/), let line = Int(match.output.2),
            FileStore.exists(String(match.output.1))
        {
            self = .line(file: String(match.output.1), line)
        } else {
            let isFile = word.contains("/") || word.hasSuffix(".yaml") || word.hasSuffix(".yml")
            self = isFile ? .path(word) : .id(word)
        }
    }

    /// The file or folder that is watched and shown in messages.
    var path: String {
        switch self {
        case .path(let path), .line(let path, _): path
        case .id: Self.home
        case .standardInput: "-"
        }
    }

    /// True when it names a file or folder that can be read.
    var isReadable: Bool {
        switch self {
        case .path(let path), .line(let path, _): FileStore.isReadable(path)
        case .id: false
        case .standardInput: true
        }
    }

    /// The folder that is searched for ids.
    static var home: String { FileStore.isFolder("Scenarios") ? "Scenarios" : "." }

    /// Returns true when the operand selects a scenario.
    func admits(_ scenario: Scenario) -> Bool {
        switch self {
        case .path(let path):
            scenario.file == path || scenario.file.hasPrefix(path.hasSuffix("/") ? path : path + "/")
        case .line(let file, let line): scenario.file == file && scenario.isAt(line)
        case .id(let id): scenario.id == id || scenario.id.hasPrefix(id + ".")
        case .standardInput: true
        }
    }
}

extension Scenario {
    /// Returns true when the line belongs to the scenario's row, or to no row.
    fileprivate func isAt(_ line: Int) -> Bool {
        guard let row else { return true }
        guard let block = rowBlock(around: row.line), block.contains(line) else { return true }
        let indent = sourceLines.indent(of: row.line)
        let isHead = { (other: Int) in
            let own = sourceLines.indent(of: other)
            return own != nil && own == indent
        }
        return stride(from: line, through: block.lowerBound, by: -1).first(where: isHead) ?? row.line == row.line
    }

    /// Returns the lines of all rows: the indented lines after `rows:`.
    private func rowBlock(around line: Int) -> ClosedRange<Int>? {
        let isOutside = { (other: Int) in sourceLines.indent(of: other) == 0 }
        let first = stride(from: line, to: 0, by: -1).first(where: isOutside) ?? 0
        let next = (line + 1...max(line + 1, sourceLines.count + 1)).first { isOutside($0) || $0 > sourceLines.count }
        guard let next, first + 1 < next else { return nil }
        return first + 1...next - 1
    }
}

extension [String] {
    /// Returns the indentation of a line, counted from 1; nil for an empty, commented or missing line.
    fileprivate func indent(of line: Int) -> Int? {
        guard indices.contains(line - 1) else { return nil }
        let text = self[line - 1]
        let rest = text.drop { $0 == " " }
        return rest.isEmpty || rest.hasPrefix("#") ? nil : text.count - rest.count
    }
}
