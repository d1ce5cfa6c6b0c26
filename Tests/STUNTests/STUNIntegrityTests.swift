import Chance
import Testing
import Wire

@Suite struct STUNIntegrityTests {
    /// Computed with another implementation of HMAC and CRC-32.
    private static let both = hex(
        """
        000100542112a442b7e7a701bc34d686fa87dfae000600096576746a3a68367659000000
        000800140382c46e3e4c413a025ec8c449f2c7694ab9c08c
        001c0020d923881dc8cd1261a43ea5cb5cb386678d4b8015cba2831db965df7e0301defb802800041df5f79b
        """)
    private static let short = hex(
        """
        000100242112a442b7e7a701bc34d686fa87dfae000600096576746a3a68367659000000
        001c001040e26b42f754242912c2b6b9fbdca907
        """)

    private let transaction: STUN.TransactionID = {
        var generator = SeededGenerator(seed: 1)
        return STUN.TransactionID(from: &generator)
    }()

    @Test func `a message with both integrities and a fingerprint is written as others write it`() throws {
        let message = try STUN.Message(decoding: Self.both)
        #expect(message.attributes == [.username("evtj:h6vY")])
        let protection = STUN.Protection(key: RFC5769.password, algorithms: [.sha256, .sha1])
        #expect(message.encoded(protection) == Self.both)
        #expect(try STUN.integrity(of: Self.both, key: RFC5769.password) == .valid(.sha256))
    }

    @Test func `SHA-256 may be cut to sixteen bytes and no further`() throws {
        #expect(try STUN.integrity(of: Self.short, key: RFC5769.password) == .valid(.sha256))
        for length in [12, 0, 36] {
            let datagram = try #require(
                STUN.Message(
                    .request, transactionID: transaction,
                    attributes: [.other(type: 0x001C, value: [UInt8](repeating: 0, count: length))]
                ).encoded())
            #expect(throws: STUNError.wrongAttributeLength(offset: 20, type: 0x1C, length: length)) {
                try STUN.integrity(of: datagram, key: [1])
            }
        }
    }

    @Test func `a message without protection does not authenticate its sender`() throws {
        let message = STUN.Message(.indication, transactionID: transaction)
        let plain = try #require(message.encoded())
        #expect(plain.count == 20)
        #expect(try STUN.integrity(of: plain, key: [1]) == .absent)
        #expect(try STUN.Message(decoding: plain) == message)
        let marked = try #require(message.encoded(STUN.Protection()))
        #expect(marked.count == 28)
        #expect(try STUN.integrity(of: marked, key: [1]) == .absent)
    }

    @Test func `attributes after the integrity are ignored`() throws {
        let message = STUN.Message(
            .request, transactionID: transaction,
            attributes: [
                .username("alice"), .other(type: 0x0008, value: [UInt8](repeating: 0, count: 20)), .useCandidate,
            ])
        let datagram = try #require(message.encoded())
        #expect(try STUN.Message(decoding: datagram).attributes == [.username("alice")])
        #expect(try STUN.integrity(of: datagram, key: [1]) == .invalid(.sha1))
    }

    @Test(arguments: [STUN.Algorithm.sha1, .sha256]) func `no bit that is protected can change`(
        _ algorithm: STUN.Algorithm
    ) throws {
        let message = STUN.Message(
            .success, transactionID: transaction,
            attributes: [.xorMappedAddress(.v4(SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)))])
        let protection = STUN.Protection(key: [1, 2, 3], algorithms: [algorithm], hasFingerprint: false)
        let datagram = try #require(message.encoded(protection))
        for bit in 0..<(datagram.count * 8) {
            var changed = datagram
            changed[bit / 8] ^= 0x80 >> UInt8(bit % 8)
            let integrity = try? STUN.integrity(of: changed, key: [1, 2, 3])
            #expect(integrity != .valid(algorithm), "bit \(bit)")
        }
    }
}
