import Foundation

/// The package of the test build: the project's own, with defects in its sources.
public struct TestBuild {
    private let root: URL
    private let package: URL
    private let files = FileManager.default

    /// - Parameters:
    ///   - root: The project's folder.
    ///   - package: The folder for its copy.
    public init(root: String, package: String) {
        self.root = URL(fileURLWithPath: root)
        self.package = URL(fileURLWithPath: package)
    }

    /// Every defect of the lists in `PlantedBugs`.
    ///
    /// - Throws: ``PlantingError``, and errors of the file system.
    public func bugs() throws -> [PlantedBug] {
        let folder = root.appendingPathComponent("PlantedBugs")
        let lists = try files.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }.sorted()
        return try lists.flatMap { name in
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            return try PlantedBug.read(text, from: "PlantedBugs/\(name)")
        }
    }

    /// Checks that every defect has its place in the sources.
    public func check() throws {
        let planter = try Planter(bugs())
        for file in planter.files { _ = try planter.plant(into: source(file), of: file) }
    }

    /// Creates or updates the package. A file without changes keeps its date, and is not compiled again.
    public func prepare() throws {
        let planter = try Planter(bugs())
        let planted = Set(planter.files)
        var wanted: Set<String> = []
        for name in try files.subpathsOfDirectory(atPath: root.appendingPathComponent("Sources").path) {
            guard !isFolder(root.appendingPathComponent("Sources/\(name)")) else { continue }
            var bytes = try Data(contentsOf: root.appendingPathComponent("Sources/\(name)"))
            if planted.contains(name) { bytes = Data(try planter.plant(into: source(name), of: name).utf8) }
            try write(bytes, to: name)
            wanted.insert(name)
        }
        for room in planter.rooms {
            try write(Data(planter.switches(of: room).utf8), to: "\(room)/Planted.swift")
            wanted.insert("\(room)/Planted.swift")
        }
        for name in planted where !wanted.contains(name) { throw PlantingError("there is no file Sources/\(name)") }
        let sources = package.appendingPathComponent("Sources")
        for name in try files.subpathsOfDirectory(atPath: sources.path) where !wanted.contains(name) {
            let old = sources.appendingPathComponent(name)
            if !isFolder(old) { try files.removeItem(at: old) }
        }
        for name in ["Package.swift", "Tests", "Benchmarks", "Examples", "Workshop", "Fuzz"] { try link(name) }
    }

    private func source(_ name: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent("Sources/\(name)"), encoding: .utf8)
    }

    private func isFolder(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
    }

    private func write(_ bytes: Data, to name: String) throws {
        let url = package.appendingPathComponent("Sources/\(name)")
        guard (try? Data(contentsOf: url)) != bytes else { return }
        try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
    }

    private func link(_ name: String) throws {
        let url = package.appendingPathComponent(name)
        try? files.removeItem(at: url)
        try files.createSymbolicLink(at: url, withDestinationURL: root.appendingPathComponent(name))
    }
}
