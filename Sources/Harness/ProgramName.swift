internal import Glibc

/// The name of this program, as its user calls it.
enum ProgramName {
    /// The name in messages and help: the last component of the path that started the program.
    static let shown: String = {
        let first = CommandLine.arguments.first ?? ""
        return first.split(separator: "/").last.map(String.init) ?? "rollcall"
    }()

    /// Returns the program's path as a user types it in the current folder.
    static func typed(_ path: String) -> String {
        let name = RelativePath.of(path)
        return name.contains("/") || !path.contains("/") ? name : "./\(name)"
    }
}
