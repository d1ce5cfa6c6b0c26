/// Functions on file paths, as texts.
enum FilePath {
    /// Returns the folder of a file without a trailing slash; empty when the path has no folder.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Returns the path of a file that is given relative to the folder of another one.
    static func joined(_ file: String, _ name: String) -> String {
        let folder = folder(of: file)
        let start = folder.isEmpty && file.hasPrefix("/") ? "/" : folder
        var parts = start.split(separator: "/").map(String.init)
        for part in name.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != "..", last != "." {
                parts.removeLast()
            } else {
                parts.append(String(part))
            }
        }
        return (file.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
