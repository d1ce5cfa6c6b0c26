/// Names of files, as texts.
enum FilePath {
    /// The folder of a file, without a slash behind it; empty when it is named without one.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// A file that is named as seen from the folder of another one.
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
