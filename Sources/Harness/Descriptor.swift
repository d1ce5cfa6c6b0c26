internal import Glibc

/// Reads and writes descriptors.
enum Descriptor {
    /// Opens each standard stream that is closed, so that no file of a run gets its number and the console's lines.
    ///
    /// Writes to it still fail, since it is opened for reading.
    static func holdStandardStreams() {
        // The kernel gives the lowest free number, and the loop begins with 0.
        for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
    }

    /// Writes all bytes; returns false when that fails.
    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count =
                rest.withContiguousStorageIfAvailable { Glibc.write(descriptor, $0.baseAddress, $0.count) } ?? -1
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Returns the bytes that can be read without waiting, at most `limit`; nil at the end of the stream.
    static func readAvailable(from descriptor: Int32, atMost limit: Int = 1 << 16) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 { return Array(buffer.prefix(count)) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }
}

/// Returns the message of the C library for an error number.
func systemMessage(_ number: Int32 = errno) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
}
