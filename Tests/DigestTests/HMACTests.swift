import Digest
import Testing

/// A key, a message and the digest that a document gives for them, in hexadecimal.
struct Vector: CustomTestStringConvertible, Sendable {
    let name: String
    let key: [UInt8]
    let message: [UInt8]
    let digest: String

    var testDescription: String { name }
}

@Suite
struct HMACTests {
    @Test(arguments: rfc4231)
    func `SHA-256 matches RFC 4231`(vector: Vector) {
        let digest = HMAC.sha256(key: vector.key, message: vector.message)
        #expect(digest.count == 32)
        #expect(hexadecimal(digest).hasPrefix(vector.digest))
    }

    @Test(arguments: rfc4231)
    func `SHA-256 of two pieces is that of both in one`(vector: Vector) {
        let whole = HMAC.sha256(key: vector.key, message: vector.message)
        for middle in [0, vector.message.count / 2, vector.message.count] {
            let head = Array(vector.message[..<middle])
            let digest = HMAC.sha256(key: vector.key, head, vector.message[middle...])
            #expect(timeConstantEqual(whole[...], digest))
            #expect(!timeConstantEqual(whole.dropLast(), digest) && !timeConstantEqual(whole.reversed()[...], digest))
        }
    }

    @Test(arguments: rfc2202)
    func `SHA-1 matches RFC 2202`(vector: Vector) {
        let digest = HMAC.sha1(key: vector.key, message: vector.message)
        #expect(digest.count == 20)
        #expect(hexadecimal(digest) == vector.digest)
    }

    @Test
    func `an empty key and an empty message have their digest, whatever was computed before`() {
        _ = HMAC.sha256(key: [1], message: [2])
        let sha256 = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        #expect(hexadecimal(HMAC.sha256(key: [], message: [])) == sha256)
        #expect(hexadecimal(HMAC.sha1(key: [], message: [])) == "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d")
    }
}

@Suite
struct TimeConstantEqualTests {
    @Test
    func `only the same bytes are equal`() {
        let bytes: [UInt8] = [1, 2, 3, 4]
        #expect(timeConstantEqual(bytes, [1, 2, 3, 4]))
        #expect(timeConstantEqual([], []))
        for place in bytes.indices {
            var other = bytes
            other[place] ^= 0x80
            #expect(!timeConstantEqual(bytes, other))
        }
    }

    @Test
    func `another length is never equal`() {
        #expect(!timeConstantEqual([1, 2, 3], [1, 2, 3, 0]))
        #expect(!timeConstantEqual([1, 2, 3, 0], [1, 2, 3]))
        #expect(!timeConstantEqual([], [0]))
    }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
