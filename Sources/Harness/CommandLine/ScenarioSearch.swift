internal import ScenarioLanguage

/// Finds the files of the scenarios that operands select.
struct ScenarioSearch {
    /// The files and folders to read, without duplicates.
    private(set) var paths: [String] = []
    /// The mistakes in the operands.
    private(set) var problems: [Diagnostic] = []

    init(_ operands: [ScenarioOperand]) {
        for operand in operands { add(operand) }
    }

    private mutating func add(_ operand: ScenarioOperand) {
        switch operand {
        case .path(let path): add(path)
        case .line(let file, let line): add(file, line: line)
        case .id(let id): add(id: id)
        case .standardInput: break
        }
    }

    private mutating func add(_ path: String) {
        if !paths.contains(path) { paths.append(path) }
    }

    private mutating func add(_ file: String, line: Int) {
        add(file)
        let count = FileStore.read(file).map { $0.count { $0 == UInt8(ascii: "\n") } + 1 } ?? 0
        guard line < 1 || line > count else { return }
        problems.append(Diagnostic(file: file, place: nil, message: "there is no line \(line): the file has \(count)"))
    }

    private mutating func add(id: String) {
        let known = Self.ids(in: ScenarioOperand.home)
        // A row's id is the file's id, a dot, and the row's name.
        let files = known.filter { id == $0.id || id.hasPrefix($0.id + ".") }.map(\.file)
        for file in files { add(file) }
        guard files.isEmpty else { return }
        problems.append(
            Diagnostic(
                file: id, place: nil,
                message: "there is no such file or folder, and no scenario in \(ScenarioOperand.home) with this id",
                suggestion: Self.advice(on: id, known.map(\.id))))
    }

    private static func advice(on id: String, _ known: [String]) -> String? {
        let near = Spelling.nearest(to: id, in: known + FileTree.names(in: "."))
        return near.map { "did you mean `\($0)`?" }
    }

    /// Returns the ids in files, as far as a text search for the key finds them.
    private static func ids(in folder: String) -> [(id: String, file: String)] {
        FileTree.files(under: folder, endingIn: [".yaml", ".yml"]).compactMap { path in
            guard let bytes = FileStore.read(path, atMost: 1 << 20) else { return nil }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let match = text.firstMatch(of: /(?m)^id:[ \t]*["']?([^"'#\s]+)/) else { return nil }
            return (String(match.output.1), path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
        }
    }
}
