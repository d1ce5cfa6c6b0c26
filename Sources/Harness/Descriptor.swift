internal import Glibc

/// Reads and writes descriptors.
enum Descriptor {
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
