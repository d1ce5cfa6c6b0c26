internal import Glibc

/// A file with the secret of tokens.
enum SecretFile {
    private static let shortest = 32
    private static let longest = 4096

    /// Returns the secret; throws when it is too short, or other users can read it.
    static func read(_ path: String) throws(FileError) -> [UInt8] {
        let bytes = try FileStore.readWhole(path, atMost: longest)
        guard bytes.count >= shortest else {
            throw FileError(
                path: path, doing: "used as a secret", number: EINVAL,
                reason: "it has \(bytes.count) bytes, and needs \(shortest) at least; "
                    + "to make one: head -c 32 /dev/urandom > \(path.shellQuoted)")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw FileError(
                path: path, doing: "used as a secret", number: EPERM,
                reason: "other users may read it; to keep it: chmod 600 \(path.shellQuoted)")
        }
        return bytes
    }
}
