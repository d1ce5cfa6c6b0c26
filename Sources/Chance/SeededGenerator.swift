import Digest

/// The source of identifiers, tokens and waiting times: the same key gives the same numbers on every machine.
///
/// Each number is half of an AES-128 block in counter mode. Outputs, however many are known, do not reveal the key, the
/// place in the stream or other streams. A scenario makes the key from its seed, a server in real time from the system's
/// randomness.
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
    private let key: AES128.Block
    private let stream: UInt64
    private var counter: UInt64 = 0

    private init(key: AES128.Block, stream: UInt64) {
        self.key = key
        self.stream = stream
    }

    /// Makes the numbers that belong to a secret; it should have 16 bytes of entropy or more.
    public init(secret: [UInt8]) {
        let digest = HMAC.sha256(key: secret, message: Array("key of chance".utf8))
        self.init(key: AES128.Block(bytes: digest), stream: 0)
    }

    /// Makes the numbers that belong to `seed`, for what must be repeatable.
    public init(seed: UInt64) {
        self.init(secret: AES128.Block(high: 0, low: seed).bytes)
    }

    /// Returns the next 64 random bits.
    public mutating func next() -> UInt64 {
        defer { counter &+= 1 }
        return AES128.encrypt(AES128.Block(high: stream, low: counter), key: key).high
    }

    /// Returns an independent generator that depends only on this one's state and on `label`; nothing is drawn from
    /// this one.
    public func derived(for label: String) -> SeededGenerator {
        let input = AES128.Block(high: stream, low: counter)
        let digest = HMAC.sha256(key: key.bytes + input.bytes, message: Array(label.utf8))
        return SeededGenerator(key: key, stream: AES128.Block(bytes: digest).high)
    }

    /// Returns an identifier in the shape of a version 4 UUID (RFC 9562 section 5.4), lower case.
    public mutating func identifier() -> String {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for index in 0..<32 {
            if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
            let half = index < 16 ? high : low
            text.append(Self.digits[Int(half >> UInt64(60 - index % 16 * 4) & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
