internal import FoundationEssentials

/// Which build of this program runs.
enum ProgramBuild {
    /// Its size and when it was written: two builds hardly share both.
    static let name: String = {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "/proc/self/exe".resolved)
        let size = (attributes?[.size] as? Int).map { "\($0)" } ?? (attributes?[.size] as? UInt64).map { "\($0)" }
        let written = (attributes?[.modificationDate] as? Date).map { Int64($0.timeIntervalSince1970) }
        return "\(size ?? "?") bytes of \(written.map { "\($0)" } ?? "?")"
    }()
}

extension String {
    /// The target of a symbolic link.
    fileprivate var resolved: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: self)) ?? self
    }
}
