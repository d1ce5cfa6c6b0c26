package import Capture
package import Journal

/// A capture with the names of its hosts and with comments from the run's journal.
package enum AnnotatedCapture {
    /// Writes a capture as pcapng with names of hosts and comments on packets.
    ///
    /// - Parameters:
    ///   - source: The capture of a run.
    ///   - target: The file to write.
    ///   - journal: The run's journal.
    ///   - names: The names of hosts.
    /// - Throws: The error of either file.
    package static func write(
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
            // Reading and writing throw no other error.
        }
        try file.finish()
    }
}
