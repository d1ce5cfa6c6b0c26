import Capture
import Testing
import Wire

@testable import Inspection

/// The calls to which media belongs.
@Suite struct MediaOwnerTests {
    /// The Call-ID of each stream in the table.
    private func owners(_ phones: Phones) throws -> [String] {
        let rows = try Scratch().inspect(phones.capture.bytes, .rtp, width: 300).text.lines.dropFirst()
        return rows.map { row in ["one", "two"].first { row.hasSuffix("  \($0)") } ?? "none" }
    }

    private let server = "192.0.2.9:1"
    private let first = "192.0.2.1:4000"
    private let second = "192.0.2.3:6000"

    private func invite(_ phones: inout Phones, _ callID: String, _ media: String, at time: Int64) {
        phones.request("INVITE", .init(callID: callID, branch: "z9hG4bK\(callID)", media: media), at: time)
    }

    @Test func `a stream that began before its call belongs to it from the next packet on, and its neighbour does not`()
        throws
    {
        var phones = Phones()
        for end in [first, second] { phones.rtp(1, from: server, to: end, at: 0) }
        invite(&phones, "one", first, at: 1)
        #expect(try owners(phones) == ["none", "none"])
        phones.rtp(2, from: server, to: first, at: 20)
        #expect(try owners(phones) == ["one", "none"])
        phones.rtp(2, from: server, to: second, at: 20)
        #expect(try owners(phones) == ["one", "none"])
        invite(&phones, "two", second, at: 30)
        phones.rtp(3, from: server, to: first, at: 40)
        #expect(try owners(phones) == ["one", "none"])
        phones.rtp(3, from: server, to: second, at: 40)
        #expect(try owners(phones) == ["one", "two"])
    }

    @Test func `a stream remains with its first call, and a later one with the last call of its endpoint`() throws {
        var phones = Phones()
        invite(&phones, "one", first, at: 0)
        phones.rtp(1, from: server, to: first, at: 1)
        invite(&phones, "two", first, at: 2)
        phones.rtp(2, from: server, to: first, at: 21)
        phones.rtp(3, from: server, to: first, at: 41)
        #expect(try owners(phones) == ["one"])
        phones.rtp(1, from: first, to: server, at: 50)
        #expect(try owners(phones) == ["one", "two"])
    }

    private static let sfu = UDPEndpoint(host: IPAddress(HostAddress(127, 0, 1, 1)), port: 5683)

    private func client(_ number: Int) -> UDPEndpoint {
        UDPEndpoint(host: IPAddress(HostAddress(127, 1, 0, UInt8(number))), port: 1)
    }

    private func join(_ number: Int) -> [UInt8] {
        var message = CoAP.Message(
            type: .confirmable, code: .fetch, messageID: UInt16(number), token: CoAP.Token([UInt8(number)]) ?? .empty)
        message.options.uriPath = ["sfu", "join"]
        let body: CBOR = .map(["token": .bytes(CBORBytes.claims(cid: "default:c\(number)"))])
        message.payload = body.encoded()
        return message.encoded()
    }

    @Test func `the oldest sessions, requests and messages are forgotten beyond the limit, and none before it`() {
        var conversations = Conversations(capacity: 2)
        func read(_ number: Int) -> Signal? {
            conversations.read(
                join(number), number: number, time: 0, from: client(number), to: Self.sfu, mustBeCoAP: true)
        }
        func sessions() -> [String?] {
            (1...4).map { conversations.session(from: client($0), to: Self.sfu) }
        }
        #expect(read(1)?.cids == ["default:c1"] && sessions() == ["default:c1", nil, nil, nil])
        _ = read(2)
        #expect(sessions() == ["default:c1", "default:c2", nil, nil] && conversations.counts.forgotten == 0)
        #expect(read(1)?.copy == .init(number: 1, isRetransmission: false))
        _ = read(3)
        #expect(sessions() == [nil, "default:c2", "default:c3", nil] && conversations.counts.forgotten == 1)
        #expect(conversations.session(from: Self.sfu, to: client(3)) == "default:c3")
        #expect(conversations.unanswered.map(\.number) == [2, 3])
        #expect(read(3)?.copy?.number == 3 && read(2)?.copy?.number == 2 && read(1)?.copy == nil)
        #expect(sessions() == ["default:c1", nil, "default:c3", nil])
    }
}
