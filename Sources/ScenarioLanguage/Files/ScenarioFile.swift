import FoundationEssentials
import YAML

/// A file on disk, or the reason that it cannot be read.
package enum ScenarioFile {
    /// The identity of a file, independent of its path.
    struct Identity: Hashable {
        var device: Int
        var number: Int
    }

    /// An entry of the file system.
    enum Entry {
        case folder
        case file(Identity, size: Int)
        case missing
        /// A symbolic link that leads to no file, and where it leads.
        case brokenLink(String)
        case other(String)
    }

    /// Returns the entry at a path; with `following`, a symbolic link counts as its target.
    static func entry(at path: String, following: Bool) -> Entry {
        let manager = FileManager.default
        guard let own = try? manager.attributesOfItem(atPath: path) else { return .missing }
        var attributes = own
        if own[.type] as? FileAttributeType == .typeSymbolicLink {
            let target = URL(filePath: path).resolvingSymlinksInPath().path
            guard let resolved = try? manager.attributesOfItem(atPath: target) else { return brokenLink(path) }
            attributes = resolved
            if !following, resolved[.type] as? FileAttributeType == .typeDirectory {
                return .other("a link to a folder")
            }
        }
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory?: return .folder
        case .typeRegular?:
            let identity = Identity(
                device: integer(attributes[.systemNumber]), number: integer(attributes[.systemFileNumber]))
            return .file(identity, size: integer(attributes[.size]))
        case .typeSymbolicLink?: return brokenLink(path)
        default: return .other("neither a file nor a folder")
        }
    }

    /// Returns where a link leads that cannot be followed to a file. Linux follows 40 links.
    private static func brokenLink(_ path: String) -> Entry {
        var place = path
        for _ in 0..<40 {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
                return .brokenLink("the link leads nowhere")
            }
            place = next.hasPrefix("/") ? next : FilePath.joined(place, next)
        }
        return .brokenLink("the link leads in a circle")
    }

    private static func integer(_ value: Any?) -> Int {
        if let value = value as? Int { return value }
        if let value = value as? UInt64 { return Int(clamping: value) }
        return (value as? UInt).map { Int(clamping: $0) } ?? -1
    }

    /// Returns the names in a folder, in bytewise order.
    package static func entries(of folder: String) -> [String]? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the bytes of a file.
    package static func bytes(of path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { Array($0) }
    }

    /// True when the file at a path, or the target of a link there, is named like a scenario. Messages show no lines of
    /// other files that a scenario or a link leads to, such as a key.
    static func isNamedLikeScenario(_ path: String) -> Bool {
        let name = URL(filePath: path).resolvingSymlinksInPath().lastPathComponent
        return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    }

    /// Returns the lines of a text, split at YAML's line breaks.
    static func lines(of bytes: [UInt8]) -> [String] {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return String(decoding: text, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
}
