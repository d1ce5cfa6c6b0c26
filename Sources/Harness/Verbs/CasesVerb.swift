internal import Glibc
internal import Scenario

/// `rollcall list --cases`: which cases scenarios and tests show, and which nothing does and why.
struct CasesVerb {
    private let paths: [String]
    private let file: String
    private let reasonsFile: String?
    private let format: OutputFormat
    private let registry: Registry
    /// The lines of each file with a problem, to show parts of them.
    private var lines: [String: [String]] = [:]
    private var problems: [Diagnostic] = []

    init(_ words: Words, cases file: String, _ registry: Registry) throws(UsageError) {
        guard !words.operands.isEmpty else {
            throw UsageError(.list, "name at least one file or folder with scenarios or tests")
        }
        guard !words.has(.filter) else {
            throw UsageError(.list, "--filter chooses scenarios, and --cases counts them all: leave one of them out")
        }
        self.file = file
        self.registry = registry
        format = try words.format(of: .list)
        paths = words.operands + Self.beside(words.operands, "Tests")
        reasonsFile = words[.reasons] ?? Self.beside(words.operands, "Docs/cases-left.yaml").first
    }

    /// What is called so beside the folders that are named, without those that are named themselves.
    private static func beside(_ paths: [String], _ name: String) -> [String] {
        var found: [String] = []
        for path in paths where FileStore.isFolder(path) {
            let parent = FileTree.parent(of: path)
            let candidate = parent == "." ? name : "\(parent)/\(name)"
            let isThere = FileStore.exists(candidate)
            if isThere, !found.contains(candidate), !paths.contains(where: { $0.hasPrefix(candidate) }) {
                found.append(candidate)
            }
        }
        return found
    }

    mutating func perform() -> ExitStatus {
        do throws(FileError) {
            let list = CaseFile(try read(file), file: file)
            lines[file] = list.sourceLines
            let reasons = try reasonsFile.map { (path) throws(FileError) in ReasonFile(try read(path), file: path) }
            if let reasons { lines[reasons.file] = reasons.sourceLines }
            problems = list.problems + (reasons?.problems ?? [])
            let showings = scenarioShowings() + (try testShowings())
            return report(CaseCoverage(list, showings: showings, reasons: reasons))
        } catch {
            Console.complain("rollcall list: \(error)\n")
            return .invalid
        }
    }

    private func read(_ path: String) throws(FileError) -> [UInt8] {
        let isFolder = FileStore.isFolder(path)
        guard !isFolder, let bytes = FileStore.read(path) else {
            throw FileError(path: path, doing: "read", number: isFolder ? EISDIR : errno)
        }
        return bytes
    }

    private mutating func scenarioShowings() -> [Showing] {
        // A folder of tests holds no scenario, and need not.
        let wanted = paths.filter { path in
            FileTree.files(under: path, endingIn: [".swift"]).isEmpty
                || !FileTree.files(under: path, endingIn: [".yaml", ".yml"]).isEmpty
        }
        let vocabulary = Vocabulary(interceptors: registry.interceptors.keys.sorted())
        let library = ScenarioLibrary.load(paths: wanted, vocabulary: vocabulary)
        problems += library.diagnostics
        lines.merge(library.sourceLines) { first, _ in first }
        return library.scenarios.flatMap { scenario in
            zip(scenario.covers, scenario.coverPlaces).map { id, place in
                Showing(id: id, source: .scenario(scenario.id), file: scenario.file, place: place)
            }
        }
    }

    private mutating func testShowings() throws(FileError) -> [Showing] {
        var showings: [Showing] = []
        var seen: Set<String> = []
        for path in paths.flatMap({ FileTree.files(under: $0, endingIn: [".swift"]) }) where seen.insert(path).inserted
        {
            let bytes = try read(path)
            let file = TestFile(bytes, file: path)
            showings += file.showings
            problems += file.problems
            guard !file.showings.isEmpty || !file.problems.isEmpty else { continue }
            lines[path] = String(decoding: bytes, as: UTF8.self)
                .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        }
        return showings
    }

    private func report(_ coverage: CaseCoverage) -> ExitStatus {
        var coverage = coverage
        coverage.add(problems)
        switch format {
        case .text: Console.say(CaseListText(coverage: coverage).text)
        case .json: Console.say(String(decoding: CaseListJSON(coverage: coverage).bytes, as: UTF8.self))
        }
        guard coverage.problems.isEmpty else {
            let texts = coverage.problems.map { $0.rendered(sourceLines: lines[$0.file] ?? []) }
            Console.complain(texts.joined(separator: "\n"))
            return .invalid
        }
        return coverage.missing.isEmpty ? .success : .failure
    }
}
