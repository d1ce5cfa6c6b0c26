internal import Glibc

/// The way to a file from the current folder, which does not name the folders of this machine.
enum RelativePath {
    /// Returns an absolute path relative to the current folder if the file is below it, or in the same home or other
    /// second folder of the machine. Other paths stay as they are.
    static func of(_ path: String) -> String {
        guard path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return of(path, from: String(cString: here))
    }

    /// Returns the path relative to a folder.
    static func of(_ path: String, from folder: String) -> String {
        let target = path.split(separator: "/")
        let start = folder.split(separator: "/")
        let common = zip(target, start).prefix { $0 == $1 }.count
        guard common >= min(2, start.count), common > 0, !target.contains("..") else { return path }
        let way = start.dropFirst(common).map { _ in ".." } + target.dropFirst(common)
        return way.isEmpty ? "." : way.joined(separator: "/")
    }
}
