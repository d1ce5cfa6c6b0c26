internal import Tracing

/// The files of a run's steps, as an editor names them.
struct DebugSources {
    /// One of the files; `file` is nil for the scenario's own, and otherwise that of the steps.
    struct Source {
        let file: String?
        let path: String
    }

    private let sources: [Source]

    /// - Parameter file: The scenario's file, as the record or the user names it.
    init(_ playback: Playback, file: String) {
        sources =
            [Source(file: nil, path: Self.real(file))]
            + playback.includedFiles.map { Source(file: $0, path: Self.real($0)) }
    }

    /// Returns the file that an editor names by its path, or nil when it is unknown. Without a path it is the scenario's.
    func source(_ path: String?) -> Source? {
        guard let path else { return sources.first }
        let real = Self.real(path)
        // A record from another folder has relative paths.
        return sources.first { $0.path == real } ?? sources.first { path.hasSuffix("/\($0.path)") }
    }

    /// Returns the path of a step's file.
    func path(of file: String?) -> String { sources.first { $0.file == file }?.path ?? file ?? "" }

    private static func real(_ path: String) -> String { FileStore.realPath(of: path) ?? path }
}
