internal import Glibc
internal import Wire

/// The system's randomness, for values that outsiders must not guess; scenarios do not use it.
enum Entropy {
    /// Returns the given number of random bytes.
    static func bytes(_ count: Int) throws(FileError) -> [UInt8] {
        let source = "/dev/urandom"
        let descriptor = open(source, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: source, doing: "opened", number: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let part = Descriptor.readAvailable(from: descriptor, atMost: count - bytes.count) else {
                throw FileError(path: source, doing: "read", number: errno)
            }
            bytes += part
        }
        return bytes
    }

    /// Returns eight random hexadecimal digits, for names that no other run has.
    static func tag() throws(FileError) -> String {
        try bytes(4).hexadecimal
    }
}
