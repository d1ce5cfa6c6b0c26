/// The schema file with which an editor checks a scenario.
enum EditorSchema {
    private static let name = "scenario.schema.json"

    /// Returns the first line of a scenario, which names the schema to YAML's language server; empty without a schema.
    static func modeline(of file: String) -> String {
        path(for: file).map { "# yaml-language-server: $schema=\($0)\n" } ?? ""
    }

    static let advice = "for an editor: \(ProgramName.shown) schema > \(name), before the next scenario is written\n"

    /// Returns the schema beside the file or above it, or the installed one.
    private static func path(for file: String) -> String? {
        nearest(to: file) ?? installed
    }

    /// Returns the schema in the file's folder or in the nearest one above, relative to the file.
    private static func nearest(to file: String) -> String? {
        var prefix = ""
        let folder = FileTree.parent(of: file)
        for _ in 0..<32 {
            for candidate in [name, "Docs/\(name)"] where FileStore.exists("\(folder)/\(prefix)\(candidate)") {
                return prefix + candidate
            }
            prefix += "../"
        }
        return nil
    }

    /// The schema that was installed with the program.
    private static var installed: String? {
        guard let own = FileStore.realPath(of: "/proc/self/exe") else { return nil }
        let path = FileTree.parent(of: FileTree.parent(of: own)) + "/share/rollcall/\(name)"
        return FileStore.exists(path) ? path : nil
    }
}
