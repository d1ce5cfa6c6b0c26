import Glibc

/// One thread of the process.
struct ThreadIdentity: Sendable {
    private let handle: pthread_t

    /// The current thread.
    static var current: ThreadIdentity { ThreadIdentity(handle: pthread_self()) }

    /// True on this thread.
    var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

    /// The number of threads of the process according to the kernel, or nil when it is unknown.
    static var count: Int? {
        guard let folder = opendir("/proc/self/task") else { return nil }
        defer { closedir(folder) }
        var entries = 0
        while readdir(folder) != nil { entries += 1 }
        return entries - 2  // without the entries for the folder and its parent
    }
}
