internal import Glibc

/// A file or folder that cannot be read or written.
struct FileError: Error, CustomStringConvertible {
    let path: String
    let doing: String
    let number: Int32

    var description: String { "\(path) cannot be \(doing): \(systemMessage(number))" }
}

/// Files and folders, read and written whole.
enum FileStore {
    /// Writes a file whole or not at all: under another name first, which then replaces what is there.
    static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        let draft = "\(path).\(getpid()).part"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError(path: path, doing: "written", number: errno) }
        let isWritten = Descriptor.write(bytes, to: descriptor)
        let number = isWritten ? 0 : errno
        close(descriptor)
        guard isWritten, rename(draft, path) == 0 else {
            let number = isWritten ? errno : number
            unlink(draft)
            throw FileError(path: path, doing: "written", number: number)
        }
    }

    /// The bytes of a file; nil when it cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while let part = Descriptor.readAvailable(from: descriptor, atMost: 1 << 20) { bytes += part }
        return bytes
    }

    /// The first bytes of a file; nil when it cannot be read.
    static func beginning(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return Descriptor.readAvailable(from: descriptor, atMost: 64)
    }

    /// The bytes of a file; throws when it cannot be read.
    static func readWhole(_ path: String) throws(FileError) -> [UInt8] {
        let isFolder = isFolder(path)
        guard !isFolder, let bytes = read(path) else {
            throw FileError(path: path, doing: "read", number: isFolder ? EISDIR : errno)
        }
        return bytes
    }

    /// Makes a folder, and those in which it lies.
    static func makeFolder(_ path: String) throws(FileError) {
        var partial = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            partial += partial.isEmpty || partial.hasSuffix("/") ? String(name) : "/\(name)"
            guard mkdir(partial, 0o755) != 0 else { continue }
            // Kept here, because looking for the folder sets another.
            let number = errno
            guard isFolder(partial) else { throw FileError(path: partial, doing: "made", number: number) }
        }
    }

    /// Whether there is a folder of that name.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether there is a file or folder of that name.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether there is a file of that name without a byte in it.
    static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size == 0
    }

    /// Gives a file another name.
    static func move(_ path: String, to other: String) throws(FileError) {
        guard rename(path, other) == 0 else { throw FileError(path: other, doing: "written", number: errno) }
    }

    /// Deletes a file, if it is there.
    static func delete(_ path: String) { unlink(path) }

    /// Deletes a folder, if it is there and empty.
    static func deleteFolder(_ path: String) { rmdir(path) }

    /// Cuts a file to a length.
    static func cut(_ path: String, to count: Int) { truncate(path, count) }
}
