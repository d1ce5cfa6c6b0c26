import Glibc

/// A pcapng file that is being written.
public final class PcapngFile {
    /// What is in the file, as far as it was not written yet.
    public var blocks: PcapngBlocks
    private let file: String
    /// Sound: made in `init`, used only through this object, closed in `deinit`.
    private let stream: UnsafeMutablePointer<FILE>
    private static let pieceSize = 1 << 16

    /// Makes the file, or empties the one that is there.
    public init(_ file: String, blocks: PcapngBlocks) throws(CaptureFileError) {
        guard let stream = fopen(file, "we") else { throw .cannotWrite(file: file, reason: Self.reason) }
        self.file = file
        self.stream = stream
        self.blocks = blocks
    }

    deinit {
        fclose(stream)
    }

    /// Writes what has gathered, if it is worth the while.
    public func proceed() throws(CaptureFileError) {
        if blocks.count >= Self.pieceSize { try write() }
    }

    /// Brings all packets into the file, and tells whether any of them failed to get there.
    public func finish() throws(CaptureFileError) {
        try write()
        guard fflush(stream) == 0 else { throw .cannotWrite(file: file, reason: Self.reason) }
    }

    private func write() throws(CaptureFileError) {
        let bytes = blocks.takeBytes()
        guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
            throw .cannotWrite(file: file, reason: Self.reason)
        }
    }

    private static var reason: String { strerror(errno).map { String(cString: $0) } ?? "unknown reason" }
}
