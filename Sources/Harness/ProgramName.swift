internal import Glibc

/// This program, as its user calls it.
enum ProgramName {
    /// The name in messages and help: the last part of the path under which the program was started.
    static let shown: String = {
        let first = CommandLine.arguments.first ?? ""
        return first.split(separator: "/").last.map(String.init) ?? "rollcall"
    }()

    /// The program as a user types it in the current folder: what lies below the folder is named from there.
    static func typed(_ path: String) -> String {
        guard let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        let folder = String(cString: here) + "/"
        guard path.hasPrefix(folder) else { return path }
        let rest = String(path.dropFirst(folder.count))
        return rest.contains("/") ? rest : "./\(rest)"
    }
}
