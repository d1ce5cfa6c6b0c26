internal import Journal

extension HTMLReport {
    /// The evidence of a run besides its verdict; empty parts are not shown.
    package struct Evidence: Hashable, Sendable {
        /// A file of the run, and its address in the page.
        package struct Link: Hashable, Sendable {
            let name: String
            package let address: String

            package init(name: String, address: String) {
                self.name = name
                self.address = address
            }
        }

        /// The text of the scenario's file.
        package var source: [UInt8]
        /// The journal, one entry per line.
        package var journal: [UInt8]
        /// The packets of the capture, one JSON object per line, in the format of `rollcall inspect --json`.
        package var packets: [UInt8]
        /// The reason that there is no journal and no packet to show; nil when there may be some.
        package var absence: String?
        /// The files of the run.
        package var links: [Link] = []

        /// Creates the evidence of a run.
        package init(source: [UInt8] = [], journal: [UInt8] = [], packets: [UInt8] = [], absence: String? = nil) {
            self.source = source
            self.journal = journal
            self.packets = packets
            self.absence = absence
        }

        /// The evidence as one JSON object, without any character that could end the enclosing element.
        package var json: [UInt8] {
            var json = JSONText()
            json.openObject()
            if !source.isEmpty { json.field("source", String(decoding: source, as: UTF8.self)) }
            json.field("absence", absence)
            writeLinks(to: &json)
            json.key("journal")
            Self.write(journal, to: &json)
            json.key("packets")
            Self.write(packets, to: &json)
            json.closeObject()
            return json.takeBytes().withoutMarkup
        }

        private func writeLinks(to json: inout JSONText) {
            json.key("links")
            json.openArray()
            for link in links {
                json.openObject()
                json.field("name", link.name)
                json.field("href", link.address)
                json.closeObject()
            }
            json.closeArray()
        }

        /// Writes lines of JSON objects as an array; of too many, the middle is omitted.
        private static func write(_ text: [UInt8], to json: inout JSONText) {
            let lines = text.split(separator: UInt8(ascii: "\n"))
            json.openArray()
            if lines.count <= maxLines {
                for line in lines { json.raw(line) }
            } else {
                for line in lines.prefix(maxLines / 2) { json.raw(line) }
                json.openObject()
                json.field("kind", "log")
                json.field("time", 0)
                json.field("name", "\(lines.count - maxLines / 2 * 2) lines are left out here")
                json.closeObject()
                for line in lines.suffix(maxLines / 2) { json.raw(line) }
            }
            json.closeArray()
        }
    }

    /// The maximum number of lines of a journal, and of packets, in a page.
    static let maxLines = 60_000
}

extension [UInt8] {
    /// The JSON without a character that could end the enclosing script element; only strings can contain one.
    var withoutMarkup: [UInt8] {
        guard contains(UInt8(ascii: "<")) else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(count + 64)
        for byte in self {
            if byte == UInt8(ascii: "<") { result += Array(#"\u003c"#.utf8) } else { result.append(byte) }
        }
        return result
    }
}
