extension SDP.Description {
    /// Decodes a description.
    package init(decoding bytes: [UInt8]) throws(SDPError) {
        var reader = DescriptionReader()
        for (index, line) in try SDPLine.all(in: bytes).enumerated() { try reader.take(line, isFirst: index == 0) }
        self = try reader.description()
    }
}

/// A line of a description: a letter and a value.
private struct SDPLine {
    let kind: Character
    let value: String
    let offset: Int

    /// The parts of the value between single blanks.
    var fields: [Substring] { value.split(separator: " ", omittingEmptySubsequences: false) }

    /// Returns the lines. Empty lines at the end do not count.
    static func all(in bytes: [UInt8]) throws(SDPError) -> [SDPLine] {
        var lines: [SDPLine] = []
        var position = 0
        while position < bytes.count {
            let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.endIndex
            let hasReturn = end > position && bytes[end - 1] == 0x0D
            let line = bytes[position..<(hasReturn ? end - 1 : end)]
            position = end + 1
            guard !line.isEmpty || bytes[min(position, bytes.count)...].contains(where: { $0 > 0x20 }) else { break }
            guard lines.count < SDP.lineLimit else {
                throw .tooMany("lines", limit: SDP.lineLimit, offset: line.startIndex)
            }
            lines.append(try SDPLine(line))
        }
        return lines
    }

    private init(_ line: ArraySlice<UInt8>) throws(SDPError) {
        offset = line.startIndex
        guard line.count >= 2, line[line.startIndex + 1] == 0x3D, let letter = line.first,
            (0x61...0x7A).contains(letter)
        else { throw .line(offset: line.startIndex) }
        kind = Character(Unicode.Scalar(letter))
        value = String(decoding: line.dropFirst(2), as: UTF8.self)
    }
}

/// Collects the lines of a description.
private struct DescriptionReader {
    /// A medium before the lines that follow its own.
    private struct OpenMedia {
        let kind: String
        let port: Int
        let transport: String
        let formats: [String]
        var address: String?
        var attributes: [SDP.Attribute] = []
    }

    /// The required lines after the version that were read.
    private var required: Set<Character> = []
    private var address: String?
    private var attributes: [SDP.Attribute] = []
    private var media: [OpenMedia] = []

    mutating func take(_ line: SDPLine, isFirst: Bool) throws(SDPError) {
        guard !isFirst || (line.kind == "v" && line.value == "0") else { throw .version(offset: line.offset) }
        switch line.kind {
        case "o":
            try Self.checkOrigin(line)
            required.insert("o")
        case "s": required.insert("s")
        case "c":
            let address = try Self.address(line)
            if media.isEmpty { self.address = address } else { media[media.count - 1].address = address }
        case "a":
            let attribute = SDP.Attribute(line.value)
            if media.isEmpty {
                attributes.append(attribute)
            } else {
                media[media.count - 1].attributes.append(attribute)
            }
        case "m":
            guard media.count < SDP.mediaLimit else {
                throw .tooMany("media", limit: SDP.mediaLimit, offset: line.offset)
            }
            media.append(try Self.media(line))
        // Times, bandwidths, keys and extensions do not describe media streams.
        default: break
        }
    }

    func description() throws(SDPError) -> SDP.Description {
        for kind: Character in ["o", "s"] where !required.contains(kind) { throw .missing(kind) }
        return SDP.Description(address: address, attributes: attributes, media: media.map(closed))
    }

    private func closed(_ open: OpenMedia) -> SDP.Media {
        SDP.Media(
            kind: open.kind, port: open.port, transport: open.transport, formats: open.formats,
            address: open.address ?? address, attributes: open.attributes,
            direction: open.attributes.direction ?? attributes.direction ?? .sendrecv)
    }

    private static func checkOrigin(_ line: SDPLine) throws(SDPError) {
        let fields = line.fields
        guard fields.count == 6, !fields.contains("") else {
            throw .fields("o", expected: "name session version IN IP4 address", offset: line.offset)
        }
    }

    private static func address(_ line: SDPLine) throws(SDPError) -> String {
        let fields = line.fields
        guard fields.count == 3, !fields[2].isEmpty else {
            throw .fields("c", expected: "IN IP4 address", offset: line.offset)
        }
        // A multicast address may have a time to live and a number of addresses.
        return String(fields[2].prefix { $0 != "/" })
    }

    private static func media(_ line: SDPLine) throws(SDPError) -> OpenMedia {
        let fields = line.fields
        guard fields.count >= 4, !fields.contains("") else {
            throw .fields("m", expected: "kind port transport format", offset: line.offset)
        }
        let ports = fields[1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let port = try Self.port(ports[0], line)
        // The number of ports is checked, and not used.
        if ports.count == 2 { _ = try Self.port(ports[1], line) }
        return OpenMedia(
            kind: String(fields[0]), port: port, transport: String(fields[2]), formats: fields[3...].map(String.init))
    }

    private static func port(_ text: Substring, _ line: SDPLine) throws(SDPError) -> Int {
        guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let port = Int(text), port <= 65_535 else {
            throw .port(String(text), offset: line.offset)
        }
        return port
    }
}

extension SDP.Attribute {
    fileprivate init(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts.first ?? "")
        value = parts.count == 2 ? String(parts[1]) : nil
    }
}

extension [SDP.Attribute] {
    /// The last direction among the attributes.
    fileprivate var direction: SDP.Direction? { compactMap { SDP.Direction(rawValue: $0.name) }.last }
}
