import Glibc

/// One thread of the process.
struct ThreadIdentity: Sendable {
    private let handle: pthread_t

    /// The thread that asks.
    static var current: ThreadIdentity { ThreadIdentity(handle: pthread_self()) }

    /// Whether this is the thread that asks.
    var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

    /// How many threads the process has, as the kernel lists them; nil where it does not say.
    static var count: Int? {
        guard let folder = opendir("/proc/self/task") else { return nil }
        defer { closedir(folder) }
        var entries = 0
        while readdir(folder) != nil { entries += 1 }
        return entries - 2  // without the entries for the folder and its parent
    }
}
