extension YAMLNode {
    /// Parses a UTF-8 text that holds one document.
    package static func parse(_ bytes: [UInt8], limits: YAMLLimits = .default) throws(YAMLError) -> YAMLNode {
        guard bytes.count <= limits.bytes else { throw .tooLong(bytes: bytes.count, limit: limits.bytes) }
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        guard !text.isEmpty else { throw .empty }
        // Sound: libyaml reads the bytes only during this closure.
        return try text.withUnsafeBufferPointer { (buffer) throws(YAMLError) in
            var builder = TreeBuilder(reader: try EventReader(buffer), limits: limits)
            return try builder.document()
        }
    }

    /// Parses a text that holds one document.
    package static func parse(_ text: String, limits: YAMLLimits = .default) throws(YAMLError) -> YAMLNode {
        try parse(Array(text.utf8), limits: limits)
    }
}
