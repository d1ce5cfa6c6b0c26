import FoundationEssentials
import YAML

/// A file on disk, or why it cannot be read.
package enum ScenarioFile {
    /// Which file it is, whatever path led to it.
    struct Identity: Hashable {
        var device: Int
        var number: Int
    }

    /// An entry of the file system.
    enum Entry {
        case folder
        case file(Identity, size: Int)
        case missing
        case other(String)
    }

    /// Returns the entry at a path; `following` makes a symbolic link count as its target.
    static func entry(at path: String, following: Bool) -> Entry {
        let manager = FileManager.default
        guard let own = try? manager.attributesOfItem(atPath: path) else { return .missing }
        var attributes = own
        if own[.type] as? FileAttributeType == .typeSymbolicLink {
            let target = URL(filePath: path).resolvingSymlinksInPath().path
            guard let resolved = try? manager.attributesOfItem(atPath: target) else { return .missing }
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
        case .typeSymbolicLink?: return .missing
        default: return .other("neither a file nor a folder")
        }
    }

    private static func integer(_ value: Any?) -> Int {
        if let value = value as? Int { return value }
        if let value = value as? UInt64 { return Int(clamping: value) }
        return (value as? UInt).map { Int(clamping: $0) } ?? -1
    }

    /// The names in a folder, in the order of their bytes.
    package static func entries(of folder: String) -> [String]? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The bytes of a file.
    package static func bytes(of path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { Array($0) }
    }

    /// The lines of a text, broken where YAML breaks them.
    static func lines(of bytes: [UInt8]) -> [String] {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return String(decoding: text, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
}
