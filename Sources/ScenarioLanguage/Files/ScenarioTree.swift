/// The scenario files at a path: the file itself, or those in a folder and its subfolders, in the order of names.
package struct ScenarioTree {
    /// A file, or the reason that there is none.
    enum Entry {
        case file(String, ScenarioFile.Identity, size: Int)
        case problem(Diagnostic)

        /// The path of a file.
        var path: String? { if case .file(let path, _, _) = self { path } else { nil } }

        /// The reason that there is no file.
        var diagnostic: Diagnostic? { if case .problem(let problem) = self { problem } else { nil } }
    }

    private(set) var entries: [Entry] = []
    private let limits: ScenarioLimits

    /// Searches a file or folder.
    package init(_ path: String, limits: ScenarioLimits = .default) {
        self.limits = limits
        switch ScenarioFile.entry(at: path, following: true) {
        case .folder:
            walk(path.withoutEndingSlash, depth: 1)
            if entries.isEmpty {
                fail(path, Diagnostic.emptyFolder, "a scenario is a file whose name ends in `.yaml`")
            }
        case .file(let identity, let size): entries.append(.file(path, identity, size: size))
        case .missing: fail(path, "there is no such file or folder", nil)
        case .brokenLink(let reason): fail(path, "the file cannot be read: \(reason)", nil)
        case .other(let what): fail(path, "it is \(what)", nil)
        }
    }

    /// The paths of the files.
    package var files: [String] { entries.compactMap(\.path) }

    /// The files and folders that cannot be read, and a folder without scenarios.
    package var problems: [Diagnostic] { entries.compactMap(\.diagnostic) }

    private mutating func walk(_ folder: String, depth: Int) {
        guard depth <= limits.folders else {
            return fail(folder, "folders lie more than \(limits.folders) deep inside one another", nil)
        }
        guard let names = ScenarioFile.entries(of: folder) else {
            return fail(folder, "the folder cannot be read", "check its permissions")
        }
        for name in names where !name.hasPrefix(".") {
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            let isScenario = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
            switch ScenarioFile.entry(at: path, following: false) {
            case .folder: walk(path, depth: depth + 1)
            case .file(let identity, let size) where isScenario:
                entries.append(.file(path, identity, size: size))
            case .missing where isScenario:
                guard !name.unicodeScalars.contains("\u{FFFD}") else {
                    fail(path, "the file cannot be read: its name is not text in UTF-8", "give it another name")
                    continue
                }
                fail(path, "there is no such file or folder", nil)
            case .brokenLink(let reason) where isScenario: fail(path, "the file cannot be read: \(reason)", nil)
            case .file, .missing, .brokenLink, .other: continue
            }
        }
    }

    private mutating func fail(_ file: String, _ message: String, _ suggestion: String?) {
        entries.append(.problem(Diagnostic(file: file, place: nil, message: message, suggestion: suggestion)))
    }
}

extension Diagnostic {
    fileprivate static let emptyFolder = "there is no scenario in this folder"

    /// True when the problem is a folder without scenarios, all of which could be read.
    package var isOfEmptyFolder: Bool { message == Self.emptyFolder }
}

extension String {
    fileprivate var withoutEndingSlash: String {
        guard let last = lastIndex(where: { $0 != "/" }) else { return isEmpty ? self : "/" }
        return String(self[...last])
    }
}
