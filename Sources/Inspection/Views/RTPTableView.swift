internal import Capture
internal import Wire

/// The table of RTP streams.
struct RTPTableView: PacketView {
    private var table = RTPStreamTable()

    mutating func show(
        _ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader, at time: Int64, to output: TextOutput
    ) {
        guard packet.kind == .rtp, let datagram = packet.datagram,
            let header = RTPHeader(bytes.extracting(datagram.payload))
        else { return }
        table.add(
            header, from: datagram.source, to: datagram.destination, at: packet.time, of: reader.telephony.calls)
    }

    mutating func finish(_ reader: PacketReader, zero: Int64, to output: TextOutput) {
        guard !table.isEmpty else { return output.line("no RTP streams") }
        let hasCalls = table.streams.contains { $0.callID != nil }
        let heads = Self.heads + (hasCalls ? ["Call-ID"] : [])
        let rows = table.streams.map { stream in
            Self.row(stream, reader, zero: zero) + (hasCalls ? [(stream.callID ?? "").printable] : [])
        }
        for line in Columns.text([heads] + rows) { output.line(line) }
        if table.omitted > 0 { output.line("\(table.omitted) packets of further streams") }
    }

    private static let heads = [
        "start s", "end s", "source", "destination", "SSRC", "type", "packets", "lost", "lost %", "out of order",
        "duplicates", "delta ms min", "mean", "max", "jitter ms min", "mean", "max",
    ]

    private static func row(_ stream: RTPStream, _ reader: PacketReader, zero: Int64) -> [String] {
        [
            Seconds.bare(stream.firstTime - zero), Seconds.bare(stream.lastTime - zero),
            stream.key.source.description, stream.key.destination.description,
            "0x" + stream.key.ssrc.hexadecimal,
            stream.payloadTypes.map(String.init).joined(separator: ","), String(stream.packets),
            String(stream.lost), Seconds.decimal(stream.lostShare, 1), String(stream.outOfOrder),
            String(stream.duplicates),
        ] + figures(stream.delta) + figures(stream.jitter)
    }

    private static func figures(_ spread: RTPStream.Spread) -> [String] {
        [spread.least ?? 0, spread.mean, spread.greatest].map { Seconds.decimal($0, 3) }
    }
}

/// Rows as aligned columns.
enum Columns {
    /// Returns the lines. The first row holds headings; columns of numbers are right-aligned.
    static func text(_ rows: [[String]]) -> [String] {
        guard let heads = rows.first else { return [] }
        let widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let areNumbers = heads.indices.map { column in
            rows.dropFirst().allSatisfy { $0[column].looksLikeNumber }
        }
        return rows.map { row in
            let cells = row.indices.map { column in
                areNumbers[column]
                    ? row[column].leftPadded(to: widths[column]) : row[column].rightPadded(to: widths[column])
            }
            return cells.joined(separator: "  ").trimmingEnd
        }
    }
}

extension String {
    /// True for a number or an address, and for an empty text. A status with its reason is neither.
    fileprivate var looksLikeNumber: Bool {
        guard let first else { return true }
        return (first.isNumber || first == "-") && allSatisfy { $0.isHexDigit || "x.:-,".contains($0) }
    }

    /// The text without trailing spaces.
    var trimmingEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
