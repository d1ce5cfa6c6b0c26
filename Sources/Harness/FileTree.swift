internal import FoundationEssentials

/// The files of a folder and its subfolders.
package enum FileTree {
    private static let deepest = 32

    /// Returns the files with these endings, in the order of their names; a file as `path` is always included.
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
            guard FileStore.isFolder(path) else { return endings.contains(where: name.hasSuffix) ? [path] : [] }
            let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
            return isLink ? [] : walk(path, endings, depth: depth + 1)
        }
    }

    /// Returns the target of a symbolic link; the path itself for any other path.
    static func target(ofLink path: String) -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? path
    }

    /// Returns the names in a folder, without hidden ones, in bytewise order.
    static func names(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the names of the folders in a folder, in bytewise order.
    static func folders(in path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { FileStore.isFolder("\(path)/\($0)") }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    /// Returns the relative paths of the files in a folder and its subfolders, without hidden ones.
    static func allFiles(in path: String, deepest depth: Int = deepest) -> [String] {
        names(in: path).flatMap { name -> [String] in
            guard depth > 0, FileStore.isFolder("\(path)/\(name)") else { return [name] }
            return allFiles(in: "\(path)/\(name)", deepest: depth - 1).map { "\(name)/\($0)" }
        }
    }

    /// Returns a folder and all its subfolders; for a file, its folder.
    static func allFolders(_ path: String) -> [String] {
        guard FileStore.isFolder(path) else { return [parent(of: path)] }
        return allFolders(in: path, depth: 0)
    }

    private static func allFolders(in path: String, depth: Int) -> [String] {
        guard depth < deepest else { return [path] }
        let inner = folders(in: path).filter { !$0.hasPrefix(".") }
        return [path] + inner.flatMap { allFolders(in: "\(path)/\($0)", depth: depth + 1) }
    }

    /// Returns the files and folders with a name beside the given folders, without the given ones themselves.
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

    /// Returns the parent folder of a file or folder.
    static func parent(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let parent = parts.dropLast().joined(separator: "/")
        if path.hasPrefix("/") { return "/" + parent }
        return parent.isEmpty ? (parts.last == "." || parts.last == ".." ? "\(path)/.." : ".") : parent
    }
}
