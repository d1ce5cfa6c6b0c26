import Foundation

/// The copy of the package in which mutants are built, and the files beside it.
struct Workplace {
    let root: URL
    let folder: URL
    /// True when scenarios run without what they expect.
    let isBare: Bool

    init(root: String, folder: String, isBare: Bool = false) {
        self.root = URL(fileURLWithPath: root).standardizedFileURL
        self.folder = URL(fileURLWithPath: folder).standardizedFileURL
        self.isBare = isBare
    }

    var package: URL { folder.appendingPathComponent("package") }
    /// The program that runs mutants, with all of them in it.
    var runner: URL { folder.appendingPathComponent("build/debug/mutant-runner") }
    /// The unit tests of the rooms, with all mutants.
    var tests: URL { folder.appendingPathComponent("build/debug/rollcallPackageTests.xctest") }
    private var list: URL { folder.appendingPathComponent("mutants.json") }

    /// The comparison of servers, which kills mutants, and reports nothing in a correct run.
    private static let comparison = "BackendCore/Agreement/"

    /// Every Swift file of the rooms without the comparison, as paths below `Sources`, sorted.
    func files(of rooms: [String]) throws -> [String] {
        try rooms.flatMap { room in
            try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent("Sources/\(room)").path)
                .filter { $0.hasSuffix(".swift") }.map { "\(room)/\($0)" }
        }.filter { !$0.hasPrefix(Self.comparison) }.sorted()
    }

    func source(_ file: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent("Sources/\(file)"), encoding: .utf8)
    }

    /// Records the mutants in the program.
    func save(_ mutants: [Mutant]) throws {
        try JSONEncoder().encode(mutants.map(BuiltMutant.init)).write(to: list)
    }

    /// The mutants of the program that was built last.
    func builtMutants() throws -> [BuiltMutant] {
        guard let bytes = try? Data(contentsOf: list) else { throw Failure("no mutants were built in \(folder.path)") }
        return try JSONDecoder().decode([BuiltMutant].self, from: bytes)
    }

    /// The results of the last run.
    func lastJudgements() throws -> [Judgement] {
        struct Whole: Decodable {
            let mutants: [Judgement]
        }
        let file = folder.appendingPathComponent("report.json")
        guard let bytes = try? Data(contentsOf: file) else { throw Failure("there is no report in \(folder.path)") }
        return try JSONDecoder().decode(Whole.self, from: bytes).mutants
    }

    /// Writes the results, and prints the scores.
    func write(_ report: Report) throws {
        try save(report)
        print(report.rooms)
        say("\(folder.path): report.json, survivors.txt, survivors.html, files.md")
    }

    /// Writes the results.
    func save(_ report: Report) throws {
        try report.json.write(to: folder.appendingPathComponent("report.json"))
        try Data(report.survivors.utf8).write(to: folder.appendingPathComponent("survivors.txt"))
        try Data(report.page(source: source).utf8).write(to: folder.appendingPathComponent("survivors.html"))
        try Data((report.files + "\n").utf8).write(to: folder.appendingPathComponent("files.md"))
    }

    // MARK: Mutants that do not compile

    /// Records mutants that do not compile, so that they are not drawn again.
    func reject(_ mutants: [Mutant]) throws {
        let keys = try rejected.union(mutants.map(\.key)).sorted()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try JSONEncoder().encode(keys).write(to: folder.appendingPathComponent("rejected.json"))
    }

    /// The keys of mutants that are known not to compile.
    var rejected: Set<String> {
        get throws {
            let url = folder.appendingPathComponent("rejected.json")
            guard FileManager.default.fileExists(atPath: url.path) else { return [] }
            return Set(try JSONDecoder().decode([String].self, from: Data(contentsOf: url)))
        }
    }

    // MARK: The package

    /// Creates or updates the package. A file without changes keeps its date, and is not compiled again.
    func prepare(rooms: [String], mutants: [Mutant]) throws {
        let byFile = Dictionary(grouping: mutants, by: \.file)
        var wanted: Set<String> = []
        for name in try names(below: root.appendingPathComponent("Sources")) {
            let source = root.appendingPathComponent("Sources/\(name)")
            let own = byFile[name] ?? []
            try put(own.isEmpty ? Data(contentsOf: source) : planted(name, own), at: "Sources/\(name)")
            wanted.insert(name)
        }
        for (name, source) in try extras(rooms) {
            try put(Data(contentsOf: source), at: "Sources/\(name)")
            wanted.insert(name)
        }
        for name in try names(below: package.appendingPathComponent("Sources")) where !wanted.contains(name) {
            try FileManager.default.removeItem(at: package.appendingPathComponent("Sources/\(name)"))
        }
        try put(Data(Manifest(of: root, rooms: rooms).text.utf8), at: "Package.swift")
        for name in ["Tests", "Benchmarks", "Docs", "Examples", "Workshop", "Fuzz"] { try link(name) }
        try copyScenarios()
    }

    /// Copies the catalogue, because scenarios have numbers while the mutants run, and the project may change meanwhile.
    private func copyScenarios() throws {
        let copy = package.appendingPathComponent("Scenarios")
        try? FileManager.default.removeItem(at: copy)
        try FileManager.default.copyItem(at: root.appendingPathComponent("Scenarios"), to: copy)
    }

    /// Writes files again, with the mutants that are left.
    func rewrite(_ files: Set<String>, with mutants: [Mutant]) throws {
        for file in files { try put(planted(file, mutants.filter { $0.file == file }), at: "Sources/\(file)") }
    }

    private func planted(_ file: String, _ mutants: [Mutant]) throws -> Data {
        Data(Schemata(try source(file), with: mutants).written.utf8)
    }

    /// The files that the package has beside those of the project: the switches, and the program that runs mutants.
    private func extras(_ rooms: [String]) throws -> [(name: String, source: URL)] {
        let own = root.appendingPathComponent("Mutants")
        func copies(of folder: String, as module: String) throws -> [(String, URL)] {
            let folder = own.appendingPathComponent(folder)
            return try names(below: folder).map { ("\(module)/\($0)", folder.appendingPathComponent($0)) }
        }
        let switches = own.appendingPathComponent("Switches.swift")
        return try rooms.map { ("\($0)/Switches.swift", switches) }
            + copies(of: "Switches", as: "CMutants") + copies(of: "Processes", as: "CMutantProcesses")
            + copies(of: "Runner", as: "mutant-runner")
    }

    private func names(below folder: URL) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
            var isFolder: ObjCBool = false
            let path = folder.appendingPathComponent(name).path
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }

    private func put(_ bytes: Data, at name: String) throws {
        let url = package.appendingPathComponent(name)
        guard (try? Data(contentsOf: url)) != bytes else { return }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
    }

    private func link(_ name: String) throws {
        let url = package.appendingPathComponent(name)
        try? FileManager.default.removeItem(at: url)
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: root.appendingPathComponent(name))
    }
}

/// The reason for which the tool ends.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
