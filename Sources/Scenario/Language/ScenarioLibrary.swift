import YAML

/// The scenarios of some files and folders, and all that is wrong with the others.
public struct ScenarioLibrary: Sendable {
    /// The scenarios without problems, in the order of the paths and, in a folder, of the names.
    public private(set) var scenarios: [Scenario] = []
    /// The problems, in the same order and within a file in the order of its lines.
    public private(set) var diagnostics: [Diagnostic] = []
    /// The lines of each file that was read.
    public private(set) var sourceLines: [String: [String]] = [:]

    private let vocabulary: Vocabulary
    private let limits: ScenarioLimits
    private var seen: Set<ScenarioFile.Identity> = []
    private var identities: [String: (file: String, place: Place)] = [:]

    private init(vocabulary: Vocabulary, limits: ScenarioLimits) {
        self.vocabulary = vocabulary
        self.limits = limits
    }

    /// Reads files and, in folders, all files whose names end in `.yaml` or `.yml`; each file once.
    public static func load(
        paths: [String], vocabulary: Vocabulary = .standard, limits: ScenarioLimits = .default
    ) -> ScenarioLibrary {
        var library = ScenarioLibrary(vocabulary: vocabulary, limits: limits)
        for path in paths { library.load(path) }
        return library
    }

    /// Reads one text as if it stood in a file of that name.
    public static func load(
        text: String, file: String, vocabulary: Vocabulary = .standard, limits: ScenarioLimits = .default
    ) -> ScenarioLibrary {
        var library = ScenarioLibrary(vocabulary: vocabulary, limits: limits)
        library.read(Array(text.utf8), file: file)
        return library
    }

    /// All problems as they are shown to people: each with its line of the file.
    public func rendered() -> String {
        diagnostics.map { $0.rendered(sourceLines: sourceLines[$0.file] ?? []) }.joined(separator: "\n")
    }
}

extension ScenarioLibrary {
    private mutating func load(_ path: String) {
        switch ScenarioFile.kind(of: path, following: true) {
        case .folder:
            var found = 0
            walk(path.withoutEndingSlash, depth: 1, found: &found)
            if found == 0 {
                fail(path, "there is no scenario in this folder", "a scenario is a file whose name ends in `.yaml`")
            }
        case .file(let identity, let size): load(file: path, identity, size: size)
        case .missing: fail(path, "there is no such file or folder", nil)
        case .other(let what): fail(path, "it is \(what)", nil)
        }
    }

    private mutating func walk(_ folder: String, depth: Int, found: inout Int) {
        guard depth <= limits.folders else {
            found += 1
            return fail(folder, "folders lie more than \(limits.folders) deep inside one another", nil)
        }
        guard let names = ScenarioFile.entries(of: folder) else {
            found += 1
            return fail(folder, "the folder cannot be read", "check its permissions")
        }
        for name in names where !name.hasPrefix(".") {
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            let isScenario = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
            switch ScenarioFile.kind(of: path, following: false) {
            case .folder: walk(path, depth: depth + 1, found: &found)
            case .file(let identity, let size) where isScenario:
                found += 1
                load(file: path, identity, size: size)
            case .missing where isScenario:
                found += 1
                fail(path, "the file cannot be read: the link leads nowhere", nil)
            case .file, .missing, .other: continue
            }
        }
    }

    private mutating func load(file: String, _ identity: ScenarioFile.Identity, size: Int) {
        guard seen.insert(identity).inserted else { return }
        guard size <= limits.bytes else {
            return fail(
                file, "the file has \(size) bytes, and a scenario can have at most \(limits.bytes)",
                "split it into several scenarios")
        }
        guard let bytes = ScenarioFile.bytes(of: file) else {
            return fail(file, "the file cannot be read", "check its permissions")
        }
        read(bytes, file: file)
    }

    private mutating func read(_ bytes: [UInt8], file: String) {
        let lines = ScenarioFile.lines(of: bytes)
        sourceLines[file] = lines
        var reader = ScenarioReader(file: file, sourceLines: lines, vocabulary: vocabulary, limits: limits)
        let scenario = parse(bytes, reporting: &reader.problems).flatMap { reader.read($0) }
        let isNew = isNew(reader.identity, reporting: &reader.problems)
        diagnostics += reader.problems.inOrder()
        if isNew, let scenario { scenarios.append(scenario) }
    }

    private func parse(_ bytes: [UInt8], reporting problems: inout Problems) -> YAMLNode? {
        var yamlLimits = YAMLLimits.default
        yamlLimits.bytes = limits.bytes
        do throws(YAMLError) {
            return try YAMLNode.parse(bytes, limits: yamlLimits)
        } catch {
            let related = error.related.map {
                [Diagnostic.Related(file: problems.file, place: Place($0.mark), note: $0.note)]
            }
            problems.report(
                error.message, at: Place(error.mark), suggestion: error.suggestion, related: related ?? [])
            return nil
        }
    }

    /// Whether no file before has the same identifier.
    private mutating func isNew(
        _ identity: (id: String, place: Place)?, reporting problems: inout Problems
    ) -> Bool {
        guard let identity else { return true }
        guard let first = identities[identity.id] else {
            identities[identity.id] = (problems.file, identity.place)
            return true
        }
        problems.add(
            Diagnostic(
                file: problems.file, place: identity.place,
                message: "another scenario has the id \(identity.id.quoted) too",
                suggestion: "give one of them another id",
                related: [.init(file: first.file, place: first.place, note: "the first one is here")]))
        return false
    }

    private mutating func fail(_ file: String, _ message: String, _ suggestion: String?) {
        diagnostics.append(Diagnostic(file: file, place: nil, message: message, suggestion: suggestion))
    }
}

extension String {
    fileprivate var withoutEndingSlash: String {
        guard let last = lastIndex(where: { $0 != "/" }) else { return isEmpty ? self : "/" }
        return String(self[...last])
    }
}
