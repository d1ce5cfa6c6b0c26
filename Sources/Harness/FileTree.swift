internal import FoundationEssentials

/// The files of a folder and of the folders in it.
package enum FileTree {
    private static let deepest = 32

    /// The files whose names end so, in the order of their names; a file that is named itself counts whatever it is.
    package static func files(under path: String, endingIn endings: [String]) -> [String] {
        guard FileStore.isFolder(path) else { return endings.contains(where: path.hasSuffix) ? [path] : [] }
        return walk(path.hasSuffix("/") ? String(path.dropLast()) : path, endings, depth: 0)
    }

    private static func walk(_ folder: String, _ endings: [String], depth: Int) -> [String] {
        guard depth < deepest, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            return []
        }
        let shown = names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return shown.flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            if endings.contains(where: name.hasSuffix) { return [path] }
            let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
            return !isLink && FileStore.isFolder(path) ? walk(path, endings, depth: depth + 1) : []
        }
    }

    /// The names of the files and folders in a folder, without hidden ones, in the order of their bytes.
    static func names(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The names of the folders in a folder, in the order of their bytes.
    static func folders(in path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { FileStore.isFolder("\(path)/\($0)") }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    /// A folder with all folders in it; of a file, the folder in which it lies.
    static func allFolders(_ path: String) -> [String] {
        guard FileStore.isFolder(path) else { return [parent(of: path)] }
        return allFolders(in: path, depth: 0)
    }

    private static func allFolders(in path: String, depth: Int) -> [String] {
        guard depth < deepest else { return [path] }
        let inner = folders(in: path).filter { !$0.hasPrefix(".") }
        return [path] + inner.flatMap { allFolders(in: "\(path)/\($0)", depth: depth + 1) }
    }

    /// The files and folders of a name beside the given folders, without the given ones themselves.
    package static func beside(_ paths: [String], _ name: String) -> [String] {
        var found: [String] = []
        for path in paths where FileStore.isFolder(path) {
            let parent = parent(of: path)
            let candidate = parent == "." ? name : "\(parent)/\(name)"
            let isThere = FileStore.exists(candidate)
            if isThere, !found.contains(candidate), !paths.contains(where: { $0.hasPrefix(candidate) }) {
                found.append(candidate)
            }
        }
        return found
    }

    /// The folder in which a file or folder lies.
    static func parent(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let parent = parts.dropLast().joined(separator: "/")
        if path.hasPrefix("/") { return "/" + parent }
        return parent.isEmpty ? (parts.last == "." || parts.last == ".." ? "\(path)/.." : ".") : parent
    }
}
