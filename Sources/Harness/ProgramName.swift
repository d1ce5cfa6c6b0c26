internal import Glibc

/// The name of this program, as its user calls it.
enum ProgramName {
    /// The name in messages and help: the last component of the path that started the program.
    static let shown: String = {
        let first = CommandLine.arguments.first ?? ""
        return first.split(separator: "/").last.map(String.init) ?? "rollcall"
    }()

    /// Returns the program's path as a user types it in the current folder: relative to that folder if it is below.
    static func typed(_ path: String) -> String {
        guard let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        let folder = String(cString: here) + "/"
        guard path.hasPrefix(folder) else { return path }
        let rest = String(path.dropFirst(folder.count))
        return rest.contains("/") ? rest : "./\(rest)"
    }
}
