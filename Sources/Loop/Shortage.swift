import Glibc

/// The errors of a system that has no descriptor, process or memory left, for which no scenario is to blame.
package enum Shortage {
    private static let errors: Set<Int32> = [EMFILE, ENFILE, EAGAIN, ENOBUFS, ENOMEM]

    /// Returns true for the error number of a shortage.
    package static func includes(_ error: Int32) -> Bool { errors.contains(error) }

    /// Returns the error of a process that can open no file; nil when it can.
    package static func ofDescriptors() -> Int32? {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return includes(errno) ? errno : nil }
        close(descriptor)
        return nil
    }

    /// The error in words, with the remedy if there is one.
    package static func text(_ error: Int32) -> String {
        let advice = error == EMFILE || error == ENFILE ? "; raise the limit of open files (ulimit -n)" : ""
        return String(cString: strerror(error)) + advice
    }
}
