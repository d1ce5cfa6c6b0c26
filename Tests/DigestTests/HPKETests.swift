import Testing

@testable import Digest

@Suite
struct HPKETests {
    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    // RFC 9180 appendix A.1.1: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode.
    private static let sender = bytes("52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736")
    private static let receiver = bytes("4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8")
    private static let receiverKey = bytes("3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d")
    private static let info = bytes("4f6465206f6e2061204772656369616e2055726e")
    private static let message = bytes("4265617574792069732074727574682c20747275746820626561757479")

    private static func contexts() throws -> (sender: HPKE, receiver: HPKE) {
        let sender = try #require(HPKE(sendingTo: receiverKey, privateKey: sender, info: info))
        let receiver = try #require(
            HPKE(
                receiving: sender.encapsulatedKey, privateKey: receiver, publicKey: receiverKey, info: info))
        return (sender, receiver)
    }

    @Test
    func `the example of RFC 9180 is sealed, opened and exported as there`() throws {
        let (sender, receiver) = try Self.contexts()
        #expect(X25519.publicKey(of: Self.receiver) == Self.receiverKey)
        #expect(
            sender.encapsulatedKey == Self.bytes("37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431"))
        let sealed = sender.seal(Self.message, number: 0, authenticating: Array("Count-0".utf8))
        #expect(
            sealed
                == Self.bytes(
                    "f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a"))
        #expect(receiver.open(sealed, number: 0, authenticating: Array("Count-0".utf8)) == Self.message)
        #expect(
            receiver.exported(for: [])
                == Self.bytes("3853fe2b4035195a573ffc53856e77058e15d9ea064de3e59f4961d0095250ee"))
        #expect(
            receiver.exported(for: Array("TestContext".utf8))
                == Self.bytes("e9e43065102c3836401bed8c3c3c75ae46be1639869391d62c61f1ec7af54931"))
    }

    @Test
    func `a sealed message opens under its own number, data and key alone`() throws {
        let (sender, receiver) = try Self.contexts()
        let sealed = sender.seal(Self.message, number: 7)
        #expect(receiver.open(sealed, number: 7) == Self.message)
        #expect(receiver.open(sealed, number: 8) == nil)
        #expect(receiver.open(sealed, number: 7, authenticating: [1]) == nil)
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            #expect(receiver.open(changed, number: 7) == nil)
        }
        for count in 0..<sealed.count { #expect(receiver.open(Array(sealed.prefix(count)), number: 7) == nil) }
        #expect(sender.seal([], number: 9).count == AES128.tagByteCount)
        #expect(receiver.open(sender.seal([], number: 9), number: 9) == [])
    }

    @Test
    func `keys of low order, and of other lengths, are refused`() {
        let one = [1] + [UInt8](repeating: 0, count: 31)
        for key in [[UInt8](repeating: 0, count: 32), one, [], [UInt8](repeating: 9, count: 31)] {
            #expect(HPKE(sendingTo: key, privateKey: Self.sender, info: []) == nil)
            #expect(
                HPKE(receiving: key, privateKey: Self.receiver, publicKey: Self.receiverKey, info: []) == nil)
        }
    }

    @Test
    func `the first example of RFC 5869 is derived as there`() {
        let prk = HKDF.extract(
            salt: Self.bytes("000102030405060708090a0b0c"), [UInt8](repeating: 0x0B, count: 22))
        #expect(prk == Self.bytes("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"))
        #expect(
            HKDF.expand(prk, info: Self.bytes("f0f1f2f3f4f5f6f7f8f9"), count: 42)
                == Self.bytes("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
    }
}
