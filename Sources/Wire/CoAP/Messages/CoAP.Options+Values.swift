// The values of well-formed options. An option with an invalid length counts as absent (RFC 7252 section 5.4.3); the
// endpoint refuses messages in which such an option is critical.
extension CoAP.Options {
    /// The segments of the path.
    public var uriPath: [String] {
        get { strings(.uriPath) }
        set { replace(.uriPath, newValue) }
    }

    /// The arguments of the query.
    public var uriQuery: [String] {
        get { strings(.uriQuery) }
        set { replace(.uriQuery, newValue) }
    }

    /// The segments of the path of the created resource.
    public var locationPath: [String] {
        get { strings(.locationPath) }
        set { replace(.locationPath, newValue) }
    }

    /// The arguments of the query of the created resource.
    public var locationQuery: [String] {
        get { strings(.locationQuery) }
        set { replace(.locationQuery, newValue) }
    }

    /// The host of the resource.
    public var uriHost: String? {
        get { strings(.uriHost).first }
        set { replace(.uriHost, newValue.map { [$0] } ?? []) }
    }

    /// The port of the resource.
    public var uriPort: UInt16? {
        get { uint(.uriPort).map(UInt16.init(truncatingIfNeeded:)) }
        set { replace(.uriPort, newValue.map(UInt32.init)) }
    }

    /// The registration in a request, or the order of notifications in a response.
    public var observe: UInt32? {
        get { uint(.observe) }
        set { replace(.observe, newValue.map { $0 & 0xFF_FFFF }) }
    }

    /// The content format of the payload.
    public var contentFormat: CoAP.ContentFormat? {
        get { uint(.contentFormat).map { CoAP.ContentFormat(rawValue: UInt16(truncatingIfNeeded: $0)) } }
        set { replace(.contentFormat, newValue.map { UInt32($0.rawValue) }) }
    }

    /// The content format that the client prefers.
    public var accept: CoAP.ContentFormat? {
        get { uint(.accept).map { CoAP.ContentFormat(rawValue: UInt16(truncatingIfNeeded: $0)) } }
        set { replace(.accept, newValue.map { UInt32($0.rawValue) }) }
    }

    /// The number of seconds that the response is fresh.
    public var maxAge: UInt32? {
        get { uint(.maxAge) }
        set { replace(.maxAge, newValue) }
    }

    /// The block of the request's body; nil also for the reserved size.
    public var block1: CoAP.Block? {
        get { uint(.block1).flatMap(CoAP.Block.init(value:)) }
        set { replace(.block1, newValue?.value) }
    }

    /// The block of the response's body; nil also for the reserved size.
    public var block2: CoAP.Block? {
        get { uint(.block2).flatMap(CoAP.Block.init(value:)) }
        set { replace(.block2, newValue?.value) }
    }

    /// The size of the request's body, or the largest accepted size.
    public var size1: UInt32? {
        get { uint(.size1) }
        set { replace(.size1, newValue) }
    }

    /// The size of the response's body.
    public var size2: UInt32? {
        get { uint(.size2) }
        set { replace(.size2, newValue) }
    }

    /// The entity tag of the response's representation.
    public var eTag: [UInt8]? {
        get { first(.eTag).map { Array(bytes[$0.range]) } }
        set {
            removeAll(.eTag)
            if let newValue { append(.eTag, newValue) }
        }
    }

    /// The Echo value, which a server sends and a client returns.
    public var echo: [UInt8]? {
        get { first(.echo).map { Array(bytes[$0.range]) } }
        set {
            removeAll(.echo)
            if let newValue { append(.echo, newValue) }
        }
    }

    /// The value that proves the request; see ``CoAP/RequestProof``.
    var requestProof: [UInt8]? { first(.requestProof).map { Array(bytes[$0.range]) } }
}

extension CoAP.Options {
    /// Returns the first option with this number; nil when its length is invalid.
    private func first(_ number: CoAP.OptionNumber) -> OptionWalk.Entry? {
        guard let entry = firstEntry(number), let definition = OptionDefinition(number),
            definition.lengths.contains(entry.range.count)
        else { return nil }
        return entry
    }

    private func uint(_ number: CoAP.OptionNumber) -> UInt32? {
        first(number).map { entry in
            var value: UInt32 = 0
            for index in entry.range { value = value << 8 | UInt32(bytes[index]) }
            return value
        }
    }

    private func strings(_ number: CoAP.OptionNumber) -> [String] {
        var strings: [String] = []
        guard numbers.mayContain(number) else { return strings }
        var walk = walk
        while let entry = walk.next(in: bytes.span), entry.number <= number {
            guard entry.number == number, entry.range.count <= 255, let text = text(entry.range) else { continue }
            if strings.isEmpty { strings.reserveCapacity(8) }
            strings.append(text)
        }
        return strings
    }

    private func text(_ range: Range<Int>) -> String? {
        let content = bytes.span.extracting(range)
        if IndexWalk.isASCII(from: range.lowerBound, to: range.upperBound, bytes.span) {
            // Sound: ASCII is UTF-8.
            return String(copying: UTF8Span(unchecked: content, isKnownASCII: true))
        }
        guard let text = try? UTF8Span(validating: content) else { return nil }
        return String(copying: text)
    }

    private mutating func replace(_ number: CoAP.OptionNumber, _ strings: [String]) {
        removeAll(number)
        for string in strings { append(number, string) }
    }

    private mutating func replace(_ number: CoAP.OptionNumber, _ value: UInt32?) {
        removeAll(number)
        if let value { append(number, value) }
    }
}

extension CoAP.Options {
    /// Calls `body` with the value of each option with this number, in order, without copies.
    package func visit(_ number: CoAP.OptionNumber, _ body: (Span<UInt8>) -> Void) {
        var walk = walk
        let bytes = bytes.span
        while let entry = walk.next(in: bytes), entry.number <= number {
            if entry.number == number { body(bytes.extracting(entry.range)) }
        }
    }
}
