import Glibc

/// A pcapng file that is being written.
package final class PcapngFile {
    /// The blocks that were not written yet.
    package var blocks: PcapngBlocks
    private let file: String
    /// Sound: created in `init`, used only through this object, closed in `deinit`.
    private let stream: UnsafeMutablePointer<FILE>
    private static let pieceSize = 1 << 16

    /// Creates the file, or empties an existing one.
    package init(_ file: String, blocks: PcapngBlocks) throws(CaptureFileError) {
        guard let stream = fopen(file, "we") else { throw .cannotWrite(file: file, reason: Self.reason) }
        self.file = file
        self.stream = stream
        self.blocks = blocks
    }

    deinit {
        fclose(stream)
    }

    /// Writes the blocks when there are enough of them.
    package func proceed() throws(CaptureFileError) {
        if blocks.count >= Self.pieceSize { try write() }
    }

    /// Flushes the file and reports errors of earlier writes.
    package func finish() throws(CaptureFileError) {
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
