public import Capture
public import Journal

/// A capture that tells whoever opens it what its hosts are called and what the run's journal knows of its packets.
public enum AnnotatedCapture {
    /// Writes a capture once more, as pcapng with the names of hosts and with comments on packets.
    ///
    /// - Parameters:
    ///   - source: the capture of a run.
    ///   - target: the file that is written.
    ///   - journal: the run's journal.
    ///   - names: what hosts are called.
    /// - Throws: what is wrong with either file.
    public static func write(
        _ source: String, to target: String, journal: Journal, names: [IPAddress: String]
    ) throws(CaptureFileError) {
        let capture = try CaptureFile(source)
        var blocks = PcapngBlocks(
            linkType: capture.linkType, snapLength: capture.snapLength, application: "rollcall")
        blocks.add(names: names.sorted { $0.key < $1.key }.map { (host: $0.key, name: $0.value) })
        let file = try PcapngFile(target, blocks: blocks)
        let comments = JournalBeside(journal).comments
        do {
            while try capture.withNext({ record, bytes in
                file.blocks.add(
                    bytes, wireLength: record.wireLength, nanosecondsSince1970: record.nanosecondsSince1970,
                    comments: comments[record.number] ?? [])
                try file.proceed()
            }) {}
        } catch let error as CaptureFileError {
            throw error
        } catch {
            // Nothing else is thrown while packets are read and written.
        }
        try file.finish()
    }
}
