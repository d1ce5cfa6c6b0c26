import Foundation
import ProgramTesting
import Signaling
import Sockets
import Testing
import Wire

@testable import BackendCore
@testable import Harness

/// The limits in `Docs/security.md` are those of the sources.
@Suite struct SecurityDocumentTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The values of the table of limits by their subjects.
    private static func limits() throws -> [String: String] {
        let page = try String(contentsOf: root.appendingPathComponent("Docs/security.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## Limits\n").dropFirst().first)
        let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| ") }
        return Dictionary(
            rows.dropFirst().map { row in
                let cells = row.components(separatedBy: " | ")
                return (String(cells[0].dropFirst(2)), cells[1])
            }, uniquingKeysWith: { first, _ in first })
    }

    private static func size(_ bytes: Int) -> String {
        bytes.isMultiple(of: 1 << 30)
            ? "\(bytes >> 30) GiB" : bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
    }

    private static func grouped(_ number: Int) -> String {
        number < 1000 ? "\(number)" : "\(number / 1000),\(String(number % 1000 + 1000).dropFirst())"
    }

    @Test func `each default in the table of limits is the one of the sources`() throws {
        let limits = try Self.limits()
        let coap = CoAP.Limits()
        let timeouts = BackendTimeouts()
        let rate = RateLimit()
        let silence = try #require(timeouts.silence)
        let echo = CoAP.AddressProof.lifetime.components.seconds
        let expected = [
            "bytes to an address that is not proved": "\(CoAP.AddressProof.largestFactor) for each that came",
            "an Echo value is good for": "\(echo) to \(2 * echo) s",
            "fields to sort by": "\(Pager<CallRecord>.maxSortFields)",
            "values that one query compares":
                "\(Self.grouped(QueryWork.most)), or \(Self.grouped(QueryWork.mostOfGuest)) of a guest; each \(Self.grouped(QueryWork.perRequest)) count as one request more",
            "values that a watched query compares with a new call":
                "\(Self.grouped(QueryWork.maxWatching.byAnyUser)); \(QueryWork.maxWatching.byGuest) for a guest",
            "a text in a body, outside of custom data": Self.size(ServerRequest.longestText),
            "custom data": Self.size(BackendConfiguration(secret: []).customDataLimit),
            "guests, their profiles and devices in memory":
                "\(Self.grouped(GuestProfiles.most)), \(Self.size(GuestProfiles.maxBytes))",
            "events kept for a guest that does not acknowledge":
                "\(Self.size(StreamLimit.ofGuest.bytes)) a stream, or one event",
            "sessions of guests at an SFU":
                "\(Self.grouped(SFUMachine.maxCountOfGuests)), and \(SFUMachine.maxSessionsOfGuest) of one guest",
            "work of all guests at a server of `serve`":
                "\(Self.grouped(GuestWork.perSecond)) steps of about a microsecond in one second, "
                + "\(GuestWork.ahead.components.attoseconds / 1_000_000_000_000_000) ms ahead",
            "calls that a guest's connection follows": "\(CoordinatorMachine.maxWatchedByGuest), the latest",
            "calls that guests created, in memory":
                "\(Self.size(GuestCalls.maxBytes)), with \(Self.size(GuestCalls.overhead)) of overhead for each",
            "connections of guests": Self.grouped(ConnectionTable.maxCountOfGuests),
            "queries that guests watch":
                "\(Self.grouped(WatchedQuery.maxCountOfGuests)), \(Self.size(WatchedQuery.maxBytesOfGuests))",
            "names of deleted calls": Self.grouped(DeletedCalls.most),
            "sessions of a call whose counts are kept": Self.grouped(SessionTally.most),
            "clients whose used proofs are known":
                "\(Self.grouped(ProvingClients.most)) and \(Self.grouped(ProvingClients.mostGuests)) guests a server, "
                + (ProvingClients.memory == .seconds(86_400) ? "one day" : "another time"),
            "numbers of proofs that may arrive late": Self.grouped(UsedNumbers.width),
            "age of a sealed token": "\(AccessToken.clockTolerance.components.seconds) s",
            "dates of connections that were forgotten":
                "\(Self.grouped(CoordinatorMachine.maxAbsences)), "
                + (CoordinatorMachine.absence == .seconds(86_400) ? "one day" : "another time"),
            "unfinished request bodies, with overhead": "\(Self.size(coap.blockwiseBytes)) a server",
            "response bodies that are fetched, with overhead": "\(Self.size(coap.fetchedBytes)) a server",
            "answers kept for duplicates":
                "\(Self.size(coap.rememberedBytes)), \(Self.grouped(coap.rememberedMessages)) messages, "
                + "\(CoAP.TransmissionParameters().exchangeLifetime.components.seconds) s",
            "one request's body":
                "\(Self.size(coap.bodyBytes)); \(Self.size(ServerRequest.largestOfStranger)) in a connect, of a guest and at "
                + "an SFU",
            "open requests": "\(coap.openRequestsPerPeer) a peer, \(Self.grouped(coap.openRequests)) in all",
            "observations of one address": "\(coap.observersPerPeer)",
            "requests of one user": "\(Self.grouped(rate.requests)) in \(rate.window.components.seconds) s",
            "a stream without a request or an acknowledgement":
                "\(silence.components.seconds) s, and \(timeouts.resumption.components.seconds) s more until the "
                + "connection is forgotten",
            "events kept for a client that does not acknowledge":
                "\(Self.grouped(timeouts.retainedEvents)) and \(Self.size(timeouts.retainedBytes)) a stream",
            "datagrams that wait at a socket of `serve`, with overhead":
                "\(Self.size(UDPSocket.roomInTurn)), of which one source takes half",
            "memory of a run": Self.size(MemoryLimit.standard.bytes),
            "a capsule, its scenario": "\(Self.size(Capsule.largest)), \(Self.size(Capsule.largestScenario))",
            "a file of users or hosts": Self.size(UsersFile.largest),
        ]
        #expect(Set(limits.keys) == Set(expected.keys))
        for (subject, limit) in expected.sorted(by: { $0.key < $1.key }) {
            #expect(limits[subject] == limit, "\(subject)")
        }
    }
}
