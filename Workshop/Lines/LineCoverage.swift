/// The lines of source files that ran and those that did not, from a tracefile in lcov's format.
struct LineCoverage {
    /// One file of the sources.
    struct File {
        /// The path below `Sources`.
        let path: String
        /// The number of lines with code.
        var lines = 0
        /// The numbers of those that did not run.
        var unreached: [Int] = []

        /// The first folder of the path.
        var room: String { String(path.prefix { $0 != "/" }) }
    }

    /// The rooms of the call library and the servers, whose lines scenarios have to reach.
    static let rooms = ["Backend", "BackendCore", "CallCore", "CallLibrary", "Signaling", "Sockets", "Wire"]

    /// The files of these rooms, sorted by path.
    let files: [File]

    /// Reads a tracefile: `SF:` names a file, and each `DA:` has the number of a line and how often it ran.
    init(lcov text: String) {
        var files: [String: File] = [:]
        var path = ""
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("SF:") {
                path = Self.path(belowSources: line.dropFirst(3))
            } else if line.hasPrefix("DA:"), !path.isEmpty {
                let numbers = line.dropFirst(3).split(separator: ",").compactMap { Int($0) }
                guard numbers.count >= 2 else { continue }
                files[path, default: File(path: path)].lines += 1
                if numbers[1] == 0 { files[path, default: File(path: path)].unreached.append(numbers[0]) }
            }
        }
        self.files = files.values.filter { Self.rooms.contains($0.room) }.sorted { $0.path < $1.path }
    }

    private static func path(belowSources path: Substring) -> String {
        let folders = path.split(separator: "/")
        guard let sources = folders.lastIndex(of: "Sources") else { return "" }
        return folders[(sources + 1)...].joined(separator: "/")
    }

    var lines: Int { files.reduce(0) { $0 + $1.lines } }
    var unreached: Int { files.reduce(0) { $0 + $1.unreached.count } }
}
