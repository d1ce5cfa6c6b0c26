extension SIP {
    /// The fields that identify the transaction and the dialog of a message (RFC 3261 sections 8.1.1, 12 and 17).
    package struct Envelope: Hashable, Sendable {
        package let callID: String
        package let from: Address
        package let to: Address
        package let sequence: Int
        /// The method that `CSeq` names, which is that of the request also in a response.
        package let method: String
        /// The hops, the last one first.
        package let vias: [Via]
    }

    /// The value of `From` or `To`.
    package struct Address: Hashable, Sendable {
        package let displayName: String?
        package let uri: String
        /// The parameters of the field, by names in small letters.
        package let parameters: [String: String]

        /// One end of a dialog.
        package var tag: String? { parameters["tag"] }

        /// The user of a `sip:` or `sips:` URI, or the whole URI of another scheme.
        package var user: String {
            let rest = uri.drop { $0 != ":" }.dropFirst()
            guard let end = rest.lastIndex(of: "@") else { return String(rest.prefix { $0 != ";" && $0 != "?" }) }
            return String(rest[..<end].prefix { $0 != ":" && $0 != ";" })
        }

        /// The host of a `sip:` or `sips:` URI, without the brackets of an IPv6 reference.
        package var host: String {
            let rest = uri.drop { $0 != ":" }.dropFirst()
            let place = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
            if place.first == "[" { return String(place.dropFirst().prefix { $0 != "]" }) }
            return String(place.prefix { $0 != ":" && $0 != ";" && $0 != "?" })
        }
    }

    /// A hop of a request (RFC 3261 section 20.42).
    package struct Via: Hashable, Sendable {
        /// The transport, such as `UDP`.
        package let transport: String
        package let host: String
        package let port: Int?
        /// The parameters, by names in small letters.
        package let parameters: [String: String]

        /// The identifier of the transaction. A client before RFC 3261 sends none.
        package var branch: String? { parameters["branch"] }
    }
}

extension SIP.Message {
    /// Reads the fields that every message needs.
    package func envelope() throws(SIPError) -> SIP.Envelope {
        let (sequence, method, offset) = try sequence(of: single(.cseq))
        if let own = self.method, own != method { throw .otherMethod(method, expected: own, offset: offset) }
        return SIP.Envelope(
            callID: try callID(single(.callID)), from: try SIP.Address(single(.from)), to: try SIP.Address(single(.to)),
            sequence: sequence, method: method, vias: try vias())
    }

    /// The host of the first contact, if it can be read.
    package var contactHost: String? {
        first(.contact).flatMap { try? SIP.Address($0, isWhole: false) }?.host
    }

    /// Returns the field of which there is exactly one.
    private func single(_ name: HeaderName) throws(SIPError) -> SIP.Header {
        guard let header = first(name) else { throw .missing(name) }
        if let other = headers.last(where: { $0.name == name }), other != header {
            throw .repeated(name, offset: other.offset)
        }
        return header
    }

    private func callID(_ header: SIP.Header) throws(SIPError) -> String {
        let value = header.value
        guard !value.isEmpty else { throw .value(.callID, .empty, offset: header.offset) }
        return value
    }

    /// Reads a number below 2^31 and a method (RFC 3261 section 8.1.1.5).
    private func sequence(of header: SIP.Header) throws(SIPError) -> (number: Int, method: String, offset: Int) {
        var scanner = ValueScanner(header)
        let number = try scanner.number(upTo: (1 << 31) - 1)
        scanner.skipBlanks()
        let offset = header.offset + scanner.position
        let method = try scanner.token()
        try scanner.end()
        return (number, method, offset)
    }

    private func vias() throws(SIPError) -> [SIP.Via] {
        var vias: [SIP.Via] = []
        for header in headers where header.name == .via {
            var scanner = ValueScanner(header)
            repeat {
                guard vias.count < SIP.valueLimit else { throw scanner.error(.tooMany(limit: SIP.valueLimit)) }
                vias.append(try SIP.Via(&scanner))
            } while scanner.skip(0x2C)
            try scanner.end()
        }
        guard !vias.isEmpty else { throw .missing(.via) }
        return vias
    }
}

extension SIP.Address {
    /// Parses `name <uri>;parameters` or `uri;parameters` (RFC 3261 section 20.10).
    ///
    /// - Parameter isWhole: True when the field has one value only.
    fileprivate init(_ header: SIP.Header, isWhole: Bool = true) throws(SIPError) {
        var scanner = ValueScanner(header)
        let isBare = !header.bytes.contains(0x3C)
        displayName = isBare ? nil : try Self.displayName(&scanner)
        uri = try isBare ? scanner.bareURI() : scanner.bracketedURI()
        parameters = try scanner.parameters()
        if isWhole { try scanner.end() }
    }

    /// Reads a quoted name, or one of tokens.
    private static func displayName(_ scanner: inout ValueScanner) throws(SIPError) -> String? {
        if scanner.next == 0x22 {
            let name = try scanner.quotedString()
            scanner.skipBlanks()
            return name
        }
        let name = scanner.text { $0.isTokenByte || $0.isBlankByte || $0 >= 0x80 }.trimmingBlanks
        guard scanner.next == 0x3C else { throw scanner.error(.displayName) }
        return name.isEmpty ? nil : name
    }
}

extension ValueScanner {
    /// Reads a URI up to its parameters, which belong to the field.
    fileprivate mutating func bareURI() throws(SIPError) -> String {
        let uri = text { $0.isURIByte && $0 != 0x3B && $0 != 0x2C }
        guard uri.contains(":") else { throw error(.uri) }
        return uri
    }

    /// Reads a URI between `<` and `>`.
    fileprivate mutating func bracketedURI() throws(SIPError) -> String {
        guard next == 0x3C else { throw error(.displayName) }
        skipByte()
        let uri = text(while: \.isURIByte)
        guard let end = next else { throw error(.openBracket) }
        guard end == 0x3E, uri.contains(":") else { throw error(.uri) }
        skipByte()
        return uri
    }
}

extension SIP.Via {
    /// Parses one hop, such as `SIP/2.0/UDP host:5060;branch=z9hG4bK1`. Blanks may surround the slashes.
    fileprivate init(_ scanner: inout ValueScanner) throws(SIPError) {
        let name = scanner.text(while: \.isTokenByte)
        guard !name.isEmpty else { throw scanner.error(.empty) }
        guard name.uppercased() == "SIP", scanner.skip(0x2F), scanner.text(while: \.isTokenByte) == "2.0",
            scanner.skip(0x2F)
        else { throw scanner.error(.sentProtocol) }
        transport = try scanner.token(.sentProtocol).uppercased()
        scanner.skipBlanks()
        host = try Self.host(&scanner)
        port = scanner.skip(0x3A) ? try scanner.number(upTo: 65_535) : nil
        parameters = try scanner.parameters()
    }

    private static func host(_ scanner: inout ValueScanner) throws(SIPError) -> String {
        let isReference = scanner.next == 0x5B
        let host = scanner.text { byte in
            byte.isTokenByte || (isReference && [0x3A, 0x5B, 0x5D].contains(byte))
        }
        guard !host.isEmpty else { throw scanner.error(.empty) }
        return host
    }
}

extension String {
    /// The text without blanks at both ends.
    fileprivate var trimmingBlanks: String {
        String(decoding: Array(utf8)[...].droppingBlanks, as: UTF8.self)
    }
}
