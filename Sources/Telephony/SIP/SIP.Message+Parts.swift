extension SIP.Message {
    /// The session description: the body, or the first part with one of a multipart body (RFC 5621 section 3).
    package var sessionDescription: ArraySlice<UInt8>? {
        guard !body.isEmpty, let field = first(.contentType)?.value else { return nil }
        return SIP.Part(type: field, bytes: body[...]).sessionDescription
    }
}

extension SIP {
    /// A body, or a part of a multipart one (RFC 2046 section 5.1).
    struct Part {
        /// The value of its `Content-Type`, with parameters.
        let type: String
        let bytes: ArraySlice<UInt8>

        /// The depth of parts in parts that is read.
        private static let depth = 4

        var sessionDescription: ArraySlice<UInt8>? { sessionDescription(depth: Self.depth) }

        private func sessionDescription(depth: Int) -> ArraySlice<UInt8>? {
            guard let media = type.split(separator: ";").first?.lowercased().filter({ $0 != " " && $0 != "\t" }) else {
                return nil
            }
            if media == "application/sdp" { return bytes.isEmpty ? nil : bytes }
            guard depth > 0, media.hasPrefix("multipart/"), let boundary else { return nil }
            return parts(between: boundary).lazy.compactMap { $0.sessionDescription(depth: depth - 1) }.first
        }

        /// The text that separates the parts; nil without one.
        private var boundary: [UInt8]? {
            for parameter in type.split(separator: ";").dropFirst() {
                let pair = parameter.split(separator: "=", maxSplits: 1)
                guard pair.count == 2, pair[0].trimmingBlanks.lowercased() == "boundary" else { continue }
                let value = pair[1].trimmingBlanks.utf8.filter { $0 != UInt8(ascii: "\"") }
                return value.isEmpty ? nil : Array(value)
            }
            return nil
        }

        /// Returns the parts. What stands before the first boundary and behind the last one is no part.
        private func parts(between boundary: [UInt8]) -> [Part] {
            let delimiter = Array("--".utf8) + boundary
            var parts: [Part] = []
            var (begin, place): (Int?, Int) = (nil, bytes.startIndex)
            while place < bytes.endIndex {
                let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
                let next = min(end + 1, bytes.endIndex)
                let line = bytes[place..<end]
                if line.starts(with: delimiter) {
                    if let begin { parts.append(Self.part(bytes[begin..<place].droppingLineEnd)) }
                    begin = line.dropFirst(delimiter.count).starts(with: Array("--".utf8)) ? nil : next
                }
                place = next
            }
            return parts
        }

        /// Reads the header of a part, up to an empty line, and its content.
        private static func part(_ bytes: ArraySlice<UInt8>) -> Part {
            var (type, place) = ("text/plain", bytes.startIndex)
            while place < bytes.endIndex {
                let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
                let line = bytes[place..<end].filter { $0 != UInt8(ascii: "\r") }
                place = min(end + 1, bytes.endIndex)
                if line.isEmpty { break }
                let pair = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
                if pair.count == 2, HeaderName(pair[0].trimmingBlanks) == .contentType {
                    type = pair[1].trimmingBlanks
                }
            }
            return Part(type: type, bytes: bytes[place...])
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without the line end before a boundary, which belongs to the boundary.
    fileprivate var droppingLineEnd: ArraySlice<UInt8> {
        var slice = self
        if slice.last == UInt8(ascii: "\n") { slice.removeLast() }
        if slice.last == UInt8(ascii: "\r") { slice.removeLast() }
        return slice
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
