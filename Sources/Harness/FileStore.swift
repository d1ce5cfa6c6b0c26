internal import Glibc

/// A file or folder that cannot be read or written.
package struct FileError: Error, CustomStringConvertible {
    let path: String
    let doing: String
    let number: Int32
    /// The maximum size in bytes.
    var limit = FileStore.largest
    /// The reason, where the system has no error number for it.
    var reason: String?

    /// The exit status of a verb that this error ends: a file that cannot be read is invalid input.
    var status: ExitStatus { doing == "read" ? .invalid : .fault }

    package var description: String { "\(path) \(message)" }

    /// The error without the path.
    var message: String { "cannot be \(doing): \(reason ?? systemReason)" }

    private var systemReason: String {
        switch number {
        case EEXIST, ENOTDIR: "it is a file, where a folder is expected"
        case EFBIG where doing == "read": "it has more than \(limit) bytes"
        default: systemMessage(number)
        }
    }
}

/// Reads and writes whole files and folders.
package enum FileStore {
    /// The maximum size of a file that a user names and that is read as a whole.
    package static let largest = 1 << 28

    /// Writes a file atomically: under a temporary name, which is then renamed. A file that is replaced keeps its mode
    /// and, where permitted, its owner. A device or pipe is written directly, and a symbolic link is followed.
    package static func write(_ bytes: [UInt8], to name: String) throws(FileError) {
        guard isPlain(name) else { return try overwrite(bytes, into: name) }
        let path = realPath(of: name) ?? name
        let draft = "\(path).\(getpid()).part"
        // A process that died may have left the file, and another user may have put a link there.
        unlink(draft)
        var earlier = stat()
        let isReplaced = stat(path, &earlier) == 0
        // A private file is never readable by others, not even under its temporary name.
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isReplaced ? 0o600 : 0o644)
        guard descriptor >= 0 else { throw FileError(path: path, doing: "written", number: errno) }
        if isReplaced { keepRights(of: earlier, descriptor) }
        let isWritten = Descriptor.write(bytes, to: descriptor)
        let number = isWritten ? 0 : errno
        close(descriptor)
        guard isWritten, rename(draft, path) == 0 else {
            let number = isWritten ? errno : number
            unlink(draft)
            throw FileError(path: path, doing: "written", number: number)
        }
    }

    /// Gives a file the mode of an earlier one and, where permitted, its owner and group.
    private static func keepRights(of earlier: stat, _ descriptor: Int32) {
        if fchown(descriptor, earlier.st_uid, earlier.st_gid) != 0 {
            _ = fchown(descriptor, uid_t.max, earlier.st_gid)
        }
        _ = fchmod(descriptor, earlier.st_mode & 0o777)
    }

    /// Replaces the content of a file that a user edits. A read-only file is left as it is, and a file with several
    /// names keeps them.
    static func rewrite(_ bytes: [UInt8], in path: String) throws(FileError) {
        guard access(path, W_OK) == 0 else { throw FileError(path: path, doing: "written", number: errno) }
        var status = stat()
        guard stat(path, &status) == 0, status.st_nlink > 1 else { return try write(bytes, to: path) }
        try overwrite(bytes, into: path)
        cut(path, to: bytes.count)
    }

    /// Writes over the beginning of a file, device or pipe.
    private static func overwrite(_ bytes: [UInt8], into path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, doing: "written", number: errno) }
        defer { close(descriptor) }
        guard Descriptor.write(bytes, to: descriptor) else {
            throw FileError(path: path, doing: "written", number: errno)
        }
    }

    /// Returns true when the path refers to a regular file or folder, or does not exist.
    private static func isPlain(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the absolute path of a file or folder without links, or nil when it does not exist.
    static func realPath(of path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns an identity for all spellings of a file's path: device and number, or those of its folder and its name.
    static func identity(of path: String) -> String {
        var status = stat()
        if stat(path, &status) == 0 { return "\(status.st_dev):\(status.st_ino)" }
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        guard stat(FileTree.parent(of: path), &status) == 0 else { return path }
        return "\(status.st_dev):\(status.st_ino)/\(name)"
    }

    /// Throws when a file cannot be written, as far as that is known in advance.
    static func checkWritable(_ path: String) throws(FileError) {
        guard !isFolder(path) else { throw FileError(path: path, doing: "written", number: EISDIR) }
        guard isPlain(path) else { return }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(folder, W_OK) == 0 else { throw FileError(path: path, doing: "written", number: errno) }
    }

    /// Returns the bytes of a file; nil when it cannot be read or exceeds the limit.
    package static func read(_ path: String, atMost limit: Int = .max) -> [UInt8]? {
        let descriptor = openForReading(path)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while let part = Descriptor.readAvailable(from: descriptor, atMost: min(max(1, limit), 1 << 20)) {
            guard bytes.count + part.count <= limit else {
                errno = EFBIG
                return nil
            }
            bytes += part
        }
        return bytes
    }

    /// Opens a file. A named pipe without a writer is at its end, and is not waited for.
    private static func openForReading(_ path: String) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        // A pipe with a writer is read until its end.
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
        return descriptor
    }

    /// Returns the first bytes of a file; nil when it cannot be read.
    static func beginning(of path: String) -> [UInt8]? {
        let descriptor = openForReading(path)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return Descriptor.readAvailable(from: descriptor, atMost: 64)
    }

    /// Returns the bytes of a file; throws when it cannot be read or exceeds the limit.
    package static func readWhole(_ path: String, atMost limit: Int = largest) throws(FileError) -> [UInt8] {
        let isFolder = isFolder(path)
        guard !isFolder, let bytes = read(path, atMost: limit) else {
            throw FileError(path: path, doing: "read", number: isFolder ? EISDIR : errno, limit: limit)
        }
        return bytes
    }

    /// Creates an empty folder for files of this process, and returns its path.
    static func makeTemporaryFolder() throws(FileError) -> String {
        let parent = Console.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var path = Array("\(parent)/rollcall-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { throw FileError(path: parent, doing: "written", number: errno) }
        return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Creates a folder and its parents.
    static func makeFolder(_ path: String) throws(FileError) {
        if mkdir(path, 0o755) == 0 || (errno == EEXIST && isFolder(path)) { return }
        var partial = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            partial += partial.isEmpty || partial.hasSuffix("/") ? String(name) : "/\(name)"
            guard mkdir(partial, 0o755) != 0 else { continue }
            // Saved here, because the check for the folder overwrites it.
            let number = errno
            guard isFolder(partial) else { throw FileError(path: partial, doing: "made", number: number) }
        }
    }

    /// Returns true when the path refers to a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns true when the path refers to a file that is not a folder, device or pipe.
    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns true when the path refers to a symbolic link, whether or not its target exists.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns true when the path refers to a file or folder.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns true when the path refers to a file or folder that can be read.
    static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Returns true when the path refers to an empty file.
    static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size == 0
    }

    /// Renames a file.
    static func move(_ path: String, to other: String) throws(FileError) {
        guard rename(path, other) == 0 else { throw FileError(path: other, doing: "written", number: errno) }
    }

    /// Deletes a file, if it is there.
    static func delete(_ path: String) { unlink(path) }

    /// Deletes a symbolic link; nothing else at that path.
    static func deleteLink(_ path: String) {
        if isLink(path) { delete(path) }
    }

    /// Deletes a folder, if it is there and empty.
    static func deleteFolder(_ path: String) { rmdir(path) }

    /// Truncates a file.
    static func cut(_ path: String, to count: Int) { truncate(path, count) }
}
