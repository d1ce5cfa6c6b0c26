import Wire

extension CBOR {
    /// Diagnostic notation over several lines: what fits on one stays on it.
    func notation(indent: Int = 0, width: Int = 100) -> String {
        let line = diagnostic
        guard indent + line.count > width else { return line }
        switch self {
        case .array(let elements) where elements.allSatisfy { $0.text != nil } && !elements.isEmpty:
            return Self.block("[", Self.filled(elements.map(\.diagnostic), indent, width), "]", indent)
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { $0.notation(indent: indent + 2, width: width) }
            return Self.block("[", lines, "]", indent)
        case .map(let map) where !map.isEmpty:
            let lines = map.map { key, value in
                let name = key.diagnostic + ": "
                // The text behind the name must fit the rest of its line.
                let isShort = indent + 2 + name.count + value.diagnostic.count <= width
                return name + (isShort ? value.diagnostic : value.broken(indent: indent + 2, width: width))
            }
            return Self.block("{", lines, "}", indent)
        case .bytes(let bytes):
            return "h'\(bytes.hexadecimal)'"
        default:
            return line
        }
    }

    /// The same, over several lines in any case.
    private func broken(indent: Int, width: Int) -> String {
        switch self {
        case .array, .map: notation(indent: indent, width: min(width, indent + diagnostic.count - 1))
        default: notation(indent: indent, width: width)
        }
    }

    /// Words on as few lines as they need.
    private static func filled(_ words: [String], _ indent: Int, _ width: Int) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, indent + 2 + last.count + 2 + word.count < width {
                lines[lines.count - 1] = "\(last), \(word)"
            } else {
                lines.append(word)
            }
        }
        return lines
    }

    private static func block(_ open: String, _ lines: [String], _ close: String, _ indent: Int) -> String {
        let space = String(repeating: " ", count: indent)
        return "\(open)\n" + lines.map { "\(space)  \($0)" }.joined(separator: ",\n") + "\n\(space)\(close)"
    }
}

extension CoAP.Message {
    /// The message as the document shows it: a line, its options, its body.
    func captured(body: CBOR?) -> String {
        // A server draws the IDs of its messages at random; they say nothing.
        let isServers = type == .confirmable && !code.isRequest
        var lines = [isServers ? "\(type) \(code) (token \(token))" : "\(description.prefix { $0 != "," })"]
        if options.observe != nil { lines.append("  Observe: \(options.observe ?? 0)") }
        lines += options.uriQuery.map { "  Uri-Query: \($0)" }
        if let format = options.contentFormat { lines.append("  Content-Format: \(format.rawValue)") }
        if let body { lines.append(body.notation()) }
        return lines.joined(separator: "\n")
    }
}

extension [UInt8] {
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// Hexadecimal digits, 32 bytes a line.
    var dump: String {
        stride(from: 0, to: count, by: 32).map { Array(self[$0..<Swift.min($0 + 32, count)]).hexadecimal }
            .joined(separator: "\n")
    }
}
