import YAML

/// The scenarios of files and folders, and the problems of invalid ones.
package struct ScenarioLibrary: Sendable {
    /// The valid scenarios, in the order of the paths; within a folder, in the order of names.
    package private(set) var scenarios: [Scenario] = []
    /// The problems, in the same order; within a file, in the order of lines.
    package internal(set) var diagnostics: [Diagnostic] = []
    /// The lines of each file that was read.
    package internal(set) var sourceLines: [String: [String]] = [:]
    /// The bytes of each file that was read, by path.
    var contents: [String: [UInt8]] = [:]
    /// The number of files that define sequences for others and are not scenarios.
    package private(set) var libraryFiles = 0

    /// The included files that were found, in the order of names.
    package var includedFiles: [String] { includedByPath.keys.sorted() }

    let vocabulary: Vocabulary
    let limits: ScenarioLimits
    /// The number of participants of a scenario's only group, in place of its `count`; nil keeps that.
    private let groupSize: Int?
    private var seen: Set<ScenarioFile.Identity> = []
    private var identities: [String: (file: String, place: Place)] = [:]
    /// The included files by path, independent of the including file.
    var includedByPath: [String: SourceFile] = [:]
    var pathByIdentity: [ScenarioFile.Identity: String] = [:]
    /// The texts of the files that can be included; nil for files on disk.
    let texts: [String: [UInt8]]?

    private init(
        vocabulary: Vocabulary, limits: ScenarioLimits, groupSize: Int? = nil, texts: [String: [UInt8]]? = nil
    ) {
        self.vocabulary = vocabulary
        self.limits = limits
        self.groupSize = groupSize
        self.texts = texts
    }

    /// Loads files and, in folders, all files with the extension `.yaml` or `.yml`; each file once.
    ///
    /// - Parameter groupSize: The number of participants of a scenario's only group; nil for its `count`.
    package static func load(
        paths: [String], vocabulary: Vocabulary, limits: ScenarioLimits = .default, groupSize: Int? = nil
    ) -> ScenarioLibrary {
        var library = ScenarioLibrary(vocabulary: vocabulary, limits: limits, groupSize: groupSize)
        for path in paths { library.load(path) }
        return library
    }

    /// Loads one text as the content of a file with the given name.
    ///
    /// - Parameters:
    ///   - includes: The texts of all files that it may include, by path; nil for files on disk.
    ///   - groupSize: The number of participants of the scenario's only group; nil for its `count`.
    package static func load(
        text: String, file: String, including includes: [String: [UInt8]]? = nil, vocabulary: Vocabulary,
        limits: ScenarioLimits = .default, groupSize: Int? = nil
    ) -> ScenarioLibrary {
        var library = ScenarioLibrary(vocabulary: vocabulary, limits: limits, groupSize: groupSize, texts: includes)
        library.read(Array(text.utf8), file: file, nil)
        return library
    }

    /// Returns true when all files that were read still have the same bytes.
    package func isUpToDate() -> Bool {
        contents.allSatisfy { path, bytes in ScenarioFile.bytes(of: path) == bytes }
    }

    /// Returns all problems in readable form, each with its source line.
    package func rendered() -> String {
        diagnostics.map { $0.rendered(in: sourceLines) }.joined(separator: "\n")
    }
}

extension ScenarioLibrary {
    private mutating func load(_ path: String) {
        for entry in ScenarioTree(path, limits: limits).entries {
            switch entry {
            case .problem(let problem): diagnostics.append(problem)
            case .file(let file, let identity, let size):
                load(file: file, identity, size: size)
                if file != path, !ScenarioFile.isNamedLikeScenario(file) { sourceLines[file] = nil }
            }
        }
    }

    private mutating func load(file: String, _ identity: ScenarioFile.Identity, size: Int) {
        guard seen.insert(identity).inserted else { return }
        guard pathByIdentity[identity] == nil else {
            libraryFiles += 1
            return
        }
        guard size <= limits.bytes else {
            return fail(
                file, "the file has \(size) bytes, and a scenario can have at most \(limits.bytes)",
                "split it into several scenarios")
        }
        guard let bytes = ScenarioFile.bytes(of: file) else {
            return fail(file, "the file cannot be read", "check its permissions")
        }
        read(bytes, file: file, identity)
    }

    private mutating func read(_ bytes: [UInt8], file: String, _ identity: ScenarioFile.Identity?) {
        contents[file] = bytes
        let lines = ScenarioFile.lines(of: bytes)
        sourceLines[file] = lines
        let reading = FileReading(SourceFile(path: file, lines: lines), vocabulary: vocabulary, limits: limits)
        let reader = OutlineReader(reading: reading)
        guard let root = Self.parse(bytes, limits, lines, reporting: &reading.problems) else {
            diagnostics += reading.problems.inOrder()
            return
        }
        guard !root.isLibrary else {
            libraryFiles += 1
            finish(outline(root, with: reader, by: []), reading.problems, identity)
            return
        }
        guard root.pairs != nil else {
            reader.report(
                "a scenario is a mapping, not \(root.kind)", at: Place(root.start),
                suggestion: "start with `id: …`, `name: …`, `participants: …` and `steps: …`")
            diagnostics += reading.problems.inOrder()
            return
        }
        let source = outline(root, with: reader, by: [])
        readRows(root, of: source, with: reader)
        diagnostics += reading.problems.inOrder()
    }

    /// Reads a scenario for each of its rows.
    private mutating func readRows(_ root: YAMLNode, of source: SourceFile, with reader: OutlineReader) {
        let reading = reader.reading
        let rows = reader.rows(root)
        reading.problems.know(diagnostics.filter { source.includes.contains($0.file) })
        var found: [(scenario: Scenario, reader: ScenarioReader)] = []
        var usedNames: Set<String> = []
        var isNew = true
        for (index, row) in rows.enumerated() {
            let own = FileReading(source, vocabulary: vocabulary, limits: limits)
            own.groupSize = groupSize
            own.sources = includedByPath
            own.sources[source.path] = source
            (own.problems, own.budget.steps) = (reading.problems, reading.budget.steps)
            let rowReader = ScenarioReader(reading: own)
            let scenario = rowReader.read(root, row)
            if index == 0 { isNew = self.isNew(own.identity, reporting: &own.problems) }
            if let name = row.name, let id = own.identity?.id, let text = name.scalar?.text, isNew {
                isNew = self.isNew(("\(id).\(text)", Place(name)), reporting: &own.problems)
            }
            (reading.problems, reading.budget.steps) = (own.problems, own.budget.steps)
            usedNames.formUnion(own.usedNames)
            if let scenario { found.append((scenario, rowReader)) }
        }
        guard isNew else { return }
        scenarios += found.map { scenario, reader in
            var scenario = scenario
            scenario.remarks = reader.remarks(on: scenario, of: root, usedByRows: usedNames)
            return scenario
        }
    }

    static func parse(
        _ bytes: [UInt8], _ limits: ScenarioLimits, _ lines: [String], reporting problems: inout Problems
    ) -> YAMLNode? {
        var yamlLimits = YAMLLimits.default
        yamlLimits.bytes = limits.bytes
        do throws(YAMLError) {
            let root = try YAMLNode.parse(bytes, limits: yamlLimits)
            refuseTags(in: root, reporting: &problems)
            return root
        } catch {
            let related = error.related.map {
                [Diagnostic.Related(file: problems.file, place: Place($0.mark), note: $0.note)]
            }
            let line = lines.indices.contains(error.mark.line - 1) ? lines[error.mark.line - 1] : ""
            let isBraced = if case .notYAML = error { Template.isLikely(line) } else { false }
            problems.report(
                error.message, at: Place(error.mark),
                suggestion: isBraced ? "inside braces and brackets, put `\"${…}\"` in quotes" : error.suggestion,
                related: related ?? [])
            return nil
        }
    }

    /// Reports every tag: tags have no meaning here, and other YAML readers may apply them.
    private static func refuseTags(in node: YAMLNode, reporting problems: inout Problems) {
        if let tag = node.tag {
            let written = tag.hasPrefix("tag:yaml.org,2002:") ? "!!" + tag.dropFirst(18) : tag
            problems.report(
                "a scenario has no tags, and here is \(written.quoted)", at: Place(node),
                suggestion: "take it out, or put text that starts with `!` in quotes")
        }
        switch node.content {
        case .scalar: break
        case .sequence(let items): for item in items { refuseTags(in: item, reporting: &problems) }
        case .mapping(let pairs):
            for pair in pairs {
                refuseTags(in: pair.key, reporting: &problems)
                refuseTags(in: pair.value, reporting: &problems)
            }
        }
    }

    /// Returns true when no earlier file has the same identifier; reports a duplicate.
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

    mutating func fail(_ file: String, _ message: String, _ suggestion: String?) {
        diagnostics.append(Diagnostic(file: file, place: nil, message: message, suggestion: suggestion))
    }
}
