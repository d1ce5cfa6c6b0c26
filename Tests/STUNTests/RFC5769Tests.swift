import Testing
import Wire

@Suite struct RFC5769Tests {
    @Test func `the sample request is read and is authentic`() throws {
        let message = try STUN.Message(decoding: RFC5769.request)
        #expect(message.messageClass == .request)
        #expect(message.method == .binding)
        #expect(message.transactionID.description == RFC5769.transaction)
        #expect(
            message.attributes == [
                .software("STUN test client"), .priority(0x6E00_01FF), .iceControlled(0x932F_F9B1_5126_3B36),
                .username("evtj:h6vY"),
            ])
        #expect(try STUN.integrity(of: RFC5769.request, key: RFC5769.password) == .valid(.sha1))
    }

    @Test func `the sample response over IPv4 is read and is authentic`() throws {
        let message = try STUN.Message(decoding: RFC5769.response)
        let address = SocketAddress(host: HostAddress(192, 0, 2, 1), port: 32853)
        #expect(message.messageClass == .success)
        #expect(message.attributes == [.software("test vector"), .xorMappedAddress(.v4(address))])
        #expect(message.mappedAddress == .v4(address))
        #expect(try STUN.integrity(of: RFC5769.response, key: RFC5769.password) == .valid(.sha1))
    }

    @Test func `the sample response over IPv6 is read and is authentic`() throws {
        let message = try STUN.Message(decoding: RFC5769.responseOverIPv6)
        #expect(
            message.mappedAddress
                == .v6(high: 0x2001_0DB8_1234_5678, low: 0x0011_2233_4455_6677, port: 32853))
        #expect(try STUN.integrity(of: RFC5769.responseOverIPv6, key: RFC5769.password) == .valid(.sha1))
    }

    @Test func `the sample request with a long-term credential is read and is authentic`() throws {
        let message = try STUN.Message(decoding: RFC5769.longTermRequest)
        #expect(
            message.attributes == [
                .username("マトリックス"), .nonce("f//499k954d6OL34oL9FSTvy64sA"), .realm("example.org"),
            ])
        #expect(try STUN.integrity(of: RFC5769.longTermRequest, key: RFC5769.longTermKey) == .valid(.sha1))
    }

    @Test(arguments: RFC5769.all) func `another key is found out`(_ datagram: [UInt8]) throws {
        #expect(try STUN.integrity(of: datagram, key: Array("wrong".utf8)) == .invalid(.sha1))
        #expect(try STUN.integrity(of: datagram, key: []) == .invalid(.sha1))
    }

    @Test(arguments: RFC5769.all) func `a message that is read and written again is equal`(_ datagram: [UInt8]) throws {
        let message = try STUN.Message(decoding: datagram)
        let protection = STUN.Protection(key: RFC5769.password)
        let again = try #require(message.encoded(protection))
        #expect(try STUN.Message(decoding: again) == message)
        #expect(try STUN.integrity(of: again, key: RFC5769.password) == .valid(.sha1))
    }
}
