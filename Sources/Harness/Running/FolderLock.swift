internal import Glibc

/// Locks a folder of results for one run: a second run would truncate files that the first one has open.
///
/// The kernel releases the lock when the process ends in any way.
final class FolderLock {
    private let descriptor: Int32

    /// Creates the folder if necessary, and locks it.
    ///
    /// - Parameter option: The option that names the folder.
    init(_ folder: String, namedBy option: OptionName = .out) throws(FileError) {
        try FileStore.makeFolder(folder)
        FileStore.deleteLink("\(folder)/.lock")
        descriptor = open("\(folder)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError(path: folder, doing: "written", number: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(descriptor)
            let advice = "another run writes there; wait for its end, or name another folder with --\(option.rawValue)"
            throw FileError(
                path: folder, doing: "locked", number: number, reason: number == EWOULDBLOCK ? advice : nil)
        }
    }

    deinit { close(descriptor) }
}
