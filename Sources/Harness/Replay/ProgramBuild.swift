internal import FoundationEssentials

/// The build of the running program.
enum ProgramBuild {
    /// The size and the modification date: two builds are unlikely to share both.
    static let name: String = {
        let attributes = try? FileManager.default.attributesOfItem(atPath: FileTree.target(ofLink: "/proc/self/exe"))
        let size = (attributes?[.size] as? Int).map { "\($0)" } ?? (attributes?[.size] as? UInt64).map { "\($0)" }
        let written = (attributes?[.modificationDate] as? Date).map { Int64($0.timeIntervalSince1970) }
        return "\(size ?? "?") bytes of \(written.map { "\($0)" } ?? "?")"
    }()
}
