extension SIP {
    /// The parts of a message that one call needs, as ranges of its bytes.
    ///
    /// One pass finds them and copies nothing, which costs a tenth of decoding the message. Fields are not checked further.
    package struct FieldRanges: Hashable, Sendable {
        /// The code of a response; nil for a request.
        package private(set) var status: Int?
        /// The method of a request, and that of the request to which a response belongs.
        package private(set) var method = 0..<0
        package private(set) var callID = 0..<0
        package private(set) var to = 0..<0
        package private(set) var from = 0..<0
        /// The first contact; empty without one.
        package private(set) var contact = 0..<0
        /// The values of `Via`, in their order.
        package private(set) var vias: [Range<Int>] = []
        /// The values of `Record-Route`, in their order.
        package private(set) var recordRoutes: [Range<Int>] = []
        /// The value of `CSeq`.
        package private(set) var sequence = 0..<0

        /// Reads a message; nil when it lacks a field that every message needs.
        package init?(_ message: [UInt8]) {
            let bytes = message.span
            var start = 0
            var line = Self.line(of: bytes, from: &start)
            guard readFirst(bytes, line) else { return nil }
            while start < bytes.count {
                line = Self.line(of: bytes, from: &start)
                guard !line.isEmpty else { break }
                read(bytes, line)
            }
            guard !callID.isEmpty, !to.isEmpty, !from.isEmpty, !sequence.isEmpty, !vias.isEmpty else { return nil }
            if status != nil { method = Self.lastWord(of: bytes, sequence) }
        }

        // MARK: Lines

        /// Returns the next line without its break, and moves behind it.
        private static func line(of bytes: Span<UInt8>, from start: inout Int) -> Range<Int> {
            var end = start
            while end < bytes.count, bytes[end] != 0x0A { end += 1 }
            defer { start = end + 1 }
            let stop = end > start && bytes[end - 1] == 0x0D ? end - 1 : end
            return start..<stop
        }

        private mutating func readFirst(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
            guard line.count >= 12 else { return false }
            let isResponse = Self.equals(bytes, line.lowerBound..<line.lowerBound + 4, Name.version)
            guard isResponse else {
                var end = line.lowerBound
                while end < line.upperBound, bytes[end] != 0x20 { end += 1 }
                method = line.lowerBound..<end
                return true
            }
            let digits = (8..<11).map { bytes[line.lowerBound + $0] }
            guard digits.allSatisfy(\.isDigitByte) else { return false }
            status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            return true
        }

        private mutating func read(_ bytes: Span<UInt8>, _ line: Range<Int>) {
            var colon = line.lowerBound
            while colon < line.upperBound, bytes[colon] != 0x3A { colon += 1 }
            guard colon < line.upperBound else { return }
            var start = colon + 1
            while start < line.upperBound, bytes[start].isBlankByte { start += 1 }
            var nameEnd = colon
            while nameEnd > line.lowerBound, bytes[nameEnd - 1].isBlankByte { nameEnd -= 1 }
            keep(start..<line.upperBound, bytes, line.lowerBound..<nameEnd)
        }

        private mutating func keep(_ value: Range<Int>, _ bytes: Span<UInt8>, _ name: Range<Int>) {
            switch name.count {
            case 1: keep(value, compact: bytes[name.lowerBound] | 0x20)
            case 2 where Self.equals(bytes, name, Name.to): to = value
            case 3 where Self.equals(bytes, name, Name.via): vias.append(value)
            case 4 where Self.equals(bytes, name, Name.from): from = value
            case 4 where Self.equals(bytes, name, Name.cseq): sequence = value
            case 7 where Self.equals(bytes, name, Name.callID): callID = value
            case 7 where Self.equals(bytes, name, Name.contact) && contact.isEmpty: contact = value
            case 12 where Self.equals(bytes, name, Name.recordRoute): recordRoutes.append(value)
            default: break
            }
        }

        private mutating func keep(_ value: Range<Int>, compact name: UInt8) {
            switch name {
            case UInt8(ascii: "t"): to = value
            case UInt8(ascii: "v"): vias.append(value)
            case UInt8(ascii: "f"): from = value
            case UInt8(ascii: "i"): callID = value
            case UInt8(ascii: "m"): if contact.isEmpty { contact = value }
            default: break
            }
        }

        // MARK: Words

        /// Names of fields in small letters, and the beginning of a response's first line.
        private enum Name {
            static let version = Array("sip/".utf8)
            static let to = Array("to".utf8)
            static let via = Array("via".utf8)
            static let from = Array("from".utf8)
            static let cseq = Array("cseq".utf8)
            static let callID = Array("call-id".utf8)
            static let contact = Array("contact".utf8)
            static let recordRoute = Array("record-route".utf8)
        }

        /// Compares with a word in small letters.
        private static func equals(_ bytes: Span<UInt8>, _ range: Range<Int>, _ word: [UInt8]) -> Bool {
            guard word.count == range.count else { return false }
            for index in word.indices where bytes[range.lowerBound + index] | 0x20 != word[index] { return false }
            return true
        }

        private static func lastWord(of bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
            var end = range.upperBound
            while end > range.lowerBound, bytes[end - 1].isBlankByte { end -= 1 }
            var start = end
            while start > range.lowerBound, !bytes[start - 1].isBlankByte { start -= 1 }
            return start..<end
        }
    }
}
