import Foundation
import Testing
import Wire

/// The memory that a service spends on strangers is limited, whatever they send.
///
/// Each attack sends from an address that it has proved, because a server keeps nothing for others.
@Suite struct MemoryAttackTests {
    /// The requests of an attack. All of them together have 68 MiB.
    private static let count = 1_200
    private static let maxMebibytes = 48

    /// A text of an option that makes each request a different one.
    private static let mark = "00000000"
    /// Options of nearly 58 KB.
    private static let longTexts = [mark] + Array(repeating: String(repeating: "x", count: 250), count: 229)

    enum Attack: CaseIterable {
        case unfinishedBodies
        case answersAboutPaths
    }

    private func request(_ attack: Attack, of client: Outsider) -> CoAP.Message {
        switch attack {
        case .answersAboutPaths: return client.message(.get, Self.longTexts)
        case .unfinishedBodies: return unfinished(query: Self.longTexts, of: client)
        }
    }

    private func unfinished(query: [String], of client: Outsider) -> CoAP.Message {
        var message = client.message(.post, ["video", "guest"], query: query)
        message.payload = Array(repeating: 0x61, count: 16)
        message.options.block1 = CoAP.Block(number: 0, hasMore: true, size: .bytes16)
        return message
    }

    @Test(arguments: Attack.allCases)
    func `a stranger cannot make a server keep more than it may`(_ attack: Attack) throws {
        let served = try Served()
        let before = try mebibytes(of: served)
        let client = try Outsider()
        var message = request(attack, of: client)
        message.options.echo = try client.proveAddress(to: served.coordinator)
        var bytes = message.encoded()
        let mark = try #require(bytes.firstRange(of: Array(Self.mark.utf8))).lowerBound
        for number in 1...Self.count {
            let digits = Array(String(10_000_000 + number).utf8)
            bytes.replaceSubrange(mark..<mark + digits.count, with: digits)
            // The message id, and the token of two bytes.
            (bytes[2], bytes[3]) = (UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
            (bytes[4], bytes[5]) = (bytes[2], bytes[3])
            client.send(bytes, to: served.coordinator)
            if number.isMultiple(of: 50) { try client.settle(with: served.coordinator) }
        }
        #expect(try mebibytes(of: served) - before <= Self.maxMebibytes)
        _ = try Outsider().connect("carol", to: served)
        #expect(served.end().status == 0)
    }

    /// The most memory that a service has had so far.
    private func mebibytes(of served: Served) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(served.program.processIdentifier)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) / 1024
    }
}

extension Outsider {
    /// Returns the Echo value that shows that this address receives what is sent to it (RFC 9175).
    func proveAddress(to server: SocketAddress) throws -> [UInt8] {
        send(message(.get, ["video", "health"]).encoded(), to: server)
        return try #require(try CoAP.Message(decoding: receive()).options.echo)
    }
}
