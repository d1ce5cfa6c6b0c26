internal import Digest

extension CoAP {
    /// A proof that a request comes from the holder of a key, and that it is new.
    ///
    /// The value of the option is the start of an HMAC-SHA-256 and the number of the request, in the fewest bytes. The code
    /// authenticates the number, the method, the registration as an observer, the options and the whole body. Options that
    /// belong to single messages are left out, so that blocks and retransmissions of a request have the same proof. Each
    /// number is used for one request, which the receiver enforces.
    public struct RequestProof: Hashable, Sendable {
        /// The number of bytes of the authentication code.
        public static let tagByteCount = 8
        /// The first number that a request cannot have.
        public static let endOfNumbers: UInt64 = 1 << 48

        /// The number of the request, which is unique for its key.
        public let number: UInt64
        private let tag: [UInt8]

        /// Decodes the proof of a request; nil without a well-formed one.
        public init?(_ options: Options) {
            guard let value = options.requestProof else { return nil }
            tag = Array(value.prefix(Self.tagByteCount))
            number = value.dropFirst(Self.tagByteCount).reduce(0) { $0 << 8 | UInt64($1) }
        }

        private init(number: UInt64, tag: [UInt8]) {
            self.number = number
            self.tag = tag
        }

        private var value: [UInt8] {
            tag + (0..<6).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }.drop { $0 == 0 }
        }
    }
}

extension CoAP.RequestProof {
    /// Adds a proof to a request, which must not change afterwards.
    public static func add(to request: inout CoAP.Request, number: UInt64, key: [UInt8]) {
        var content = Content(number, request.code, observes: request.observe)
        content.append(CoAP.Options(request.provedOptions))
        let proof = CoAP.RequestProof(number: number, tag: content.tag(key, request.payload[...]))
        request.options.append(CoAP.Option(.requestProof, proof.value))
    }

    /// Returns true when the proof was made with this key for exactly this request.
    public func proves(
        _ code: CoAP.Code, observes: Bool, _ options: CoAP.Options, _ body: CoAP.Payload, key: [UInt8]
    ) -> Bool {
        var content = Content(number, code, observes: observes)
        content.append(options)
        return timeConstantEqual(tag, content.tag(key, body.slice))
    }

    /// The authenticated bytes before the body.
    private struct Content {
        private var bytes: [UInt8] = []

        init(_ number: UInt64, _ code: CoAP.Code, observes: Bool) {
            bytes.reserveCapacity(192)
            for shift in (0..<6).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift * 8))) }
            bytes.append(code.rawValue)
            bytes.append(observes ? 1 : 0)
        }

        /// Appends number, length and value of each option. The lengths make the bytes of different options differ.
        mutating func append(_ options: CoAP.Options) {
            var walk = options.walk
            while let entry = walk.next(in: options.bytes.span) {
                guard entry.number.isProved else { continue }
                append(UInt16(entry.number.rawValue))
                append(UInt16(truncatingIfNeeded: entry.range.count))
                bytes += options.bytes[entry.range]
            }
            // No option has this number, so the body is not taken for an option.
            append(UInt16(0))
        }

        private mutating func append(_ number: UInt16) {
            bytes.append(UInt8(number >> 8))
            bytes.append(UInt8(truncatingIfNeeded: number))
        }

        func tag(_ key: [UInt8], _ body: ArraySlice<UInt8>) -> [UInt8] {
            let digest = HMAC.sha256(key: key, bytes, body)
            return (0..<CoAP.RequestProof.tagByteCount).map { digest[$0] }
        }
    }
}

extension CoAP.OptionNumber {
    /// True unless the option belongs to one message of a request, or to the proof itself. Observe is proved apart.
    fileprivate var isProved: Bool {
        switch self {
        case .observe, .block1, .block2, .size1, .size2, .echo, .requestTag, .requestProof: false
        default: true
        }
    }
}

extension CoAP.Request {
    /// The options of the request's messages, as the endpoint writes them.
    fileprivate var provedOptions: [CoAP.Option] {
        var all = path.map { CoAP.Option(.uriPath, $0) }
        if let contentFormat, !payload.isEmpty {
            all.append(CoAP.Option(.contentFormat, UInt32(contentFormat.rawValue)))
        }
        all += query.map { CoAP.Option(.uriQuery, $0) }
        if let accept { all.append(CoAP.Option(.accept, UInt32(accept.rawValue))) }
        return all + options
    }
}
