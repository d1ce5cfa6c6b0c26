import YAML

extension ScenarioLibrary {
    /// Reads the definitions and includes of a file, and checks its sequences. `way` has the chain of files that
    /// include it.
    mutating func outline(_ root: YAMLNode, with reader: OutlineReader, by way: [String]) -> SourceFile {
        var source = reader.reading.context.source
        if root.isLibrary { _ = reader.fields(root.pairs ?? [], of: .library, at: Place(root.start)) }
        let rows = root["rows"]?.pairs?.compactMap(\.value.pairs).joined().map(\.name) ?? []
        source.variables = ((root["variables"]?.pairs?.map(\.name) ?? []) + rows).filter(\.isName)
        let own = root["sequences"].map { reader.sequences($0, variables: source.variables) } ?? []
        for sequence in own { source.sequences[sequence.name] = sequence }
        if let node = root["sequences"], own.count != node.pairs?.count { source.hasOtherSequences = true }
        if let node = root["include"] { include(node, into: &source, with: reader, by: way + [source.path]) }
        reader.checkRecursion(own)
        for sequence in own { StepReader(reading: reader.reading).check(sequence, of: source) }
        return source
    }

    /// Stores a file of sequences and its problems for the files that include it.
    mutating func finish(_ source: SourceFile, _ problems: Problems, _ identity: ScenarioFile.Identity?) {
        var source = source
        if !problems.isEmpty { source.isBroken = true }
        includedByPath[source.path] = source
        if let identity { pathByIdentity[identity] = source.path }
        diagnostics += problems.inOrder()
    }

    private mutating func include(
        _ node: YAMLNode, into source: inout SourceFile, with reader: OutlineReader, by way: [String]
    ) {
        guard let items = node.items else {
            source.hasOtherSequences = true
            return reader.report(
                "`include` is a list of files, not \(node.kind)", at: Place(node),
                suggestion: "write it in brackets, `[…]`")
        }
        var seen: Set<String> = []
        for item in items {
            let example = "name it from there, like `../common/ringing.yaml`"
            guard let text = reader.fileName(item, folder: "file's own folder", example: example),
                let other = included(FilePath.joined(source.path, text), for: item, with: reader, by: way)
            else {
                source.hasOtherSequences = true
                continue
            }
            guard seen.insert(other.path).inserted else {
                reader.report("\(text.quoted) is included twice", at: Place(item), suggestion: "remove one of the two")
                continue
            }
            take(other, into: &source, from: item, with: reader)
        }
    }

    /// Adds the sequences of an included file.
    private func take(
        _ other: SourceFile, into source: inout SourceFile, from item: YAMLNode, with reader: OutlineReader
    ) {
        source.isBroken = source.isBroken || other.isBroken
        source.hasOtherSequences = source.hasOtherSequences || other.hasOtherSequences
        for path in [other.path] + other.includes where !source.includes.contains(path) { source.includes.append(path) }
        for (name, sequence) in other.sequences.sorted(by: { $0.key < $1.key }) {
            guard let first = source.sequences.updateValue(sequence, forKey: name), first.site != sequence.site else {
                continue
            }
            reader.reading.report(
                "there are two sequences called \(name.quoted)",
                at: Site(file: source.path, place: Place(item)), suggestion: "give one of them another name",
                relatedSites: [(first.site, "the first one is here"), (sequence.site, "the other one is here")])
        }
    }

    /// Returns an included file, which is read once; nil after an error, which is reported at the include.
    private mutating func included(
        _ path: String, for item: YAMLNode, with reader: OutlineReader, by way: [String]
    ) -> SourceFile? {
        if let known = includedByPath[path] { return known }
        if way.contains(path) {
            reader.report("\(path.quoted) includes itself", at: Place(item), suggestion: "remove this line")
            return nil
        }
        guard way.count <= limits.includes else {
            let most = limits.includes
            reader.report("files can include one another at most \(most) deep", at: Place(item))
            return nil
        }
        guard let (bytes, identity) = contents(of: path, for: item, with: reader) else { return nil }
        if let identity, let first = pathByIdentity[identity], let known = includedByPath[first] { return known }
        contents[path] = bytes
        let lines = ScenarioFile.lines(of: bytes)
        if texts != nil || ScenarioFile.isNamedLikeScenario(path) { sourceLines[path] = lines }
        let own = FileReading(SourceFile(path: path, lines: lines), vocabulary: vocabulary, limits: limits)
        guard let root = Self.parse(bytes, limits, lines, reporting: &own.problems) else {
            finish(SourceFile(path: path, lines: lines, hasOtherSequences: true), own.problems, identity)
            return includedByPath[path]
        }
        guard root.isLibrary else {
            let isScenario = root["steps"] != nil
            reader.report(
                isScenario ? "\(path.quoted) is a scenario" : "\(path.quoted) has no sequences", at: Place(item),
                suggestion: "include files with only `sequences`, and perhaps `include`")
            return nil
        }
        finish(outline(root, with: OutlineReader(reading: own), by: way), own.problems, identity)
        return includedByPath[path]
    }

    /// Returns the bytes of an included file.
    private func contents(
        of path: String, for item: YAMLNode, with reader: OutlineReader
    ) -> ([UInt8], ScenarioFile.Identity?)? {
        if let texts {
            if let bytes = texts[path] { return (bytes, nil) }
            reader.report("there is no file \(path.quoted)", at: Place(item))
            return nil
        }
        switch ScenarioFile.entry(at: path, following: true) {
        case .file(let identity, let size):
            let most = limits.bytes
            guard size <= most else {
                reader.report(
                    "\(path.quoted) has \(size) bytes, and a file can have at most \(most)", at: Place(item),
                    suggestion: "split it into several files")
                return nil
            }
            if let bytes = ScenarioFile.bytes(of: path) { return (bytes, identity) }
            reader.report("\(path.quoted) cannot be read", at: Place(item), suggestion: "check its permissions")
        case .folder:
            reader.report("\(path.quoted) is a folder", at: Place(item), suggestion: "name the files in it")
        case .missing:
            reader.report("there is no file \(path.quoted)", at: Place(item), suggestion: advice(path, item))
        case .brokenLink(let reason): reader.report("\(path.quoted) cannot be read: \(reason)", at: Place(item))
        case .other(let what): reader.report("\(path.quoted) is \(what)", at: Place(item))
        }
        return nil
    }

    /// Returns the suggestion for a missing file.
    private func advice(_ path: String, _ item: YAMLNode) -> String {
        let folder = FilePath.folder(of: path)
        let written = FilePath.folder(of: item.scalar?.text ?? "")
        let names = (ScenarioFile.entries(of: folder.isEmpty ? "." : folder) ?? []).filter {
            $0.hasSuffix(".yaml") || $0.hasSuffix(".yml")
        }
        let name = String(path.dropFirst(folder.isEmpty ? 0 : folder.count + 1))
        guard let nearest = Spelling.nearest(to: name, in: names) else {
            return names.isEmpty
                ? "the name is seen from the folder of this file"
                : "that folder has \(Spelling.list(names, joinedBy: "and"))"
        }
        return "did you mean `\(written.isEmpty ? nearest : "\(written)/\(nearest)")`?"
    }
}

extension YAMLNode {
    /// True when a file defines sequences for others and is not a scenario.
    var isLibrary: Bool {
        self["sequences"] != nil && ["id", "name", "participants", "steps"].allSatisfy { self[$0] == nil }
    }
}
