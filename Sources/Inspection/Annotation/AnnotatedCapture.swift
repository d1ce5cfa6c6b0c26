package import Capture

/// A capture with the names of its hosts and with comments on its packets.
package enum AnnotatedCapture {
    /// Writes a capture as pcapng with names of hosts and comments on packets.
    ///
    /// - Parameters:
    ///   - source: The capture of a run.
    ///   - target: The file to write.
    ///   - names: The names of hosts.
    ///   - comments: Returns the comments on a packet, by its number.
    /// - Throws: The error of either file.
    package static func write(
        _ source: String, to target: String, names: [IPAddress: String], comments: (Int) -> [String]
    ) throws(CaptureFileError) {
        let capture = try CaptureFile(source)
        var blocks = PcapngBlocks(
            linkType: capture.linkType, snapLength: capture.snapLength, application: "rollcall")
        blocks.add(names: names.sorted { $0.key < $1.key }.map { (host: $0.key, name: $0.value) })
        let file = try PcapngFile(target, blocks: blocks)
        do {
            while try capture.withNext({ record, bytes in
                file.blocks.add(
                    bytes, wireLength: record.wireLength, nanosecondsSince1970: record.nanosecondsSince1970,
                    comments: comments(record.number))
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
