public import Containers
import Digest

/// A message ID and a peer: the key of acknowledgements, resets and duplicates.
struct MessageKey: MapKey {
    /// Host, port and message ID.
    let word: UInt64

    init(_ peer: SocketAddress, _ messageID: UInt16) {
        word = UInt64(peer.host.value) << 32 | UInt64(peer.port) << 16 | UInt64(messageID)
    }
}

/// A token and a peer: the key of responses and observers.
struct TokenKey: MapKey {
    let peer: SocketAddress
    let token: CoAP.Token

    init(_ peer: SocketAddress, _ token: CoAP.Token) {
        self.peer = peer
        self.token = token
    }

    var word: UInt64 { peer.word ^ (token.value &<< 20 | token.value &>> 44) }
}

/// The key of all block-wise messages of one body: the peer, the method and the options of the cache key (RFC 7959
/// section 2.4). It does not depend on tokens.
///
/// It is a digest, so its size does not depend on the options.
struct BodyKey: MapKey, Hashable {
    private let peer: SocketAddress
    private let digest: AES128.Block
    private var fetched: BodyDigest?

    var word: UInt64 { digest.low ^ (fetched?.word ?? 0) }

    /// The key of the response to a FETCH with this body, which belongs to the cache key (RFC 8132 section 2).
    func fetching(_ body: BodyDigest) -> BodyKey {
        var key = self
        key.fetched = body
        return key
    }

    init(_ peer: SocketAddress, _ code: CoAP.Code, _ options: CoAP.Options) {
        self.peer = peer
        var fingerprint = [code.rawValue]
        var walk = options.walk
        while let entry = walk.next(in: options.bytes.span) {
            guard entry.number.belongsToBodyKey else { continue }
            for part in [Int(entry.number.rawValue), entry.range.count] {
                fingerprint.append(UInt8(truncatingIfNeeded: part >> 8))
                fingerprint.append(UInt8(truncatingIfNeeded: part))
            }
            fingerprint.append(contentsOf: options.bytes[entry.range])
        }
        digest = AES128.Block(bytes: HMAC.sha256(key: [], message: fingerprint))
    }
}

/// The digest of a body.
struct BodyDigest: Hashable, Sendable {
    private let digest: AES128.Block

    var word: UInt64 { digest.low }

    init(_ body: CoAP.Payload) {
        digest = AES128.Block(bytes: HMAC.sha256(key: [], message: body.array))
    }
}

extension CoAP.OptionNumber {
    fileprivate var belongsToBodyKey: Bool {
        switch self {
        case .observe, .block1, .block2, .eTag, .contentFormat: false
        // Size1, Size2 and Echo are no cache keys by their numbers.
        default: !isNoCacheKey
        }
    }
}

extension HostAddress: MapKey {
    /// The address as a number.
    public var word: UInt64 { UInt64(value) }
}

extension SocketAddress: MapKey {
    /// Host and port.
    public var word: UInt64 { UInt64(host.value) << 16 | UInt64(port) }
}

extension CoAP.ExchangeID: MapKey {
    /// The number itself.
    public var word: UInt64 { rawValue }
}

extension CoAP.IncomingRequest.ID: MapKey {
    /// The number itself.
    public var word: UInt64 { rawValue }
}

extension CoAP.ObserverID: MapKey {
    /// The number itself.
    public var word: UInt64 { rawValue }
}
