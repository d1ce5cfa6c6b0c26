import Covering
import Signaling
import Testing
import Wire

@testable import BackendCore

/// The limits of the servers in `Docs/security.md` are those of the sources.
@Suite struct LimitsDocumentTests {
    /// The limits that `SecurityDocumentTests` compares.
    private static let limitsOfTheProgram: Set = [
        "datagrams that wait at a socket of `serve`, with overhead", "memory of a run", "a capsule, its scenario",
        "a file of users or hosts",
    ]

    @Test func `each default in the table of limits is the one of the sources`() throws {
        let limits = try LimitsTable().values
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
                "\(LimitsTable.grouped(QueryWork.maxComparisons)), or \(LimitsTable.grouped(QueryWork.maxComparisonsOfGuest)) of a guest; each \(LimitsTable.grouped(QueryWork.perRequest)) count as one request more",
            "values that a watched query compares with a new call":
                "\(LimitsTable.grouped(QueryWork.maxWatching.byAnyUser)); \(QueryWork.maxWatching.byGuest) for a guest",
            "a text in a body, outside of custom data": LimitsTable.size(ServerRequest.longestText),
            "custom data": LimitsTable.size(BackendConfiguration(secret: []).customDataLimit),
            "guests, their profiles and devices in memory":
                "\(LimitsTable.grouped(GuestProfiles.maxCount)), \(LimitsTable.size(GuestProfiles.maxBytes))",
            "events kept for a guest that does not acknowledge":
                "\(LimitsTable.size(StreamLimit.ofGuest.bytes)) a stream, or one event",
            "sessions of guests at an SFU":
                "\(LimitsTable.grouped(SFUMachine.maxCountOfGuests)), and \(SFUMachine.maxSessionsOfGuest) of one guest",
            "work of all guests at a server of `serve`":
                "\(LimitsTable.grouped(GuestWork.perSecond)) steps of about a microsecond in one second, "
                + "\(GuestWork.ahead.components.attoseconds / 1_000_000_000_000_000) ms ahead",
            "calls that a guest's connection follows": "\(CoordinatorMachine.maxWatchedByGuest), the latest",
            "calls that guests created, in memory":
                "\(LimitsTable.size(GuestCalls.maxBytes)), with \(LimitsTable.size(GuestCalls.overhead)) of overhead for each",
            "connections of guests": LimitsTable.grouped(ConnectionTable.maxCountOfGuests),
            "queries that guests watch":
                "\(LimitsTable.grouped(WatchedQuery.maxCountOfGuests)), \(LimitsTable.size(WatchedQuery.maxBytesOfGuests))",
            "names of deleted calls": LimitsTable.grouped(DeletedCalls.maxCount),
            "sessions of a call whose counts are kept": LimitsTable.grouped(SessionTally.maxCount),
            "clients whose used proofs are known":
                "\(LimitsTable.grouped(ProvingClients.maxCount)) and \(LimitsTable.grouped(ProvingClients.maxCountOfGuests)) guests a server, "
                + (ProvingClients.memory == .seconds(86_400) ? "one day" : "another time"),
            "numbers of proofs that may arrive late": LimitsTable.grouped(UsedNumbers.width),
            "age of a sealed token": "\(AccessToken.clockTolerance.components.seconds) s",
            "dates of connections that were forgotten":
                "\(LimitsTable.grouped(CoordinatorMachine.maxAbsences)), "
                + (CoordinatorMachine.absence == .seconds(86_400) ? "one day" : "another time"),
            "unfinished request bodies, with overhead": "\(LimitsTable.size(coap.blockwiseBytes)) a server",
            "response bodies that are fetched, with overhead": "\(LimitsTable.size(coap.fetchedBytes)) a server",
            "responses kept for duplicates":
                "\(LimitsTable.size(coap.rememberedBytes)), \(LimitsTable.grouped(coap.rememberedMessages)) messages, "
                + "\(CoAP.TransmissionParameters().exchangeLifetime.components.seconds) s",
            "one request's body":
                "\(LimitsTable.size(coap.bodyBytes)); \(LimitsTable.size(ServerRequest.maxUnauthenticatedBody)) in a connect, of a guest and at "
                + "an SFU",
            "open requests": "\(coap.openRequestsPerPeer) a peer, \(LimitsTable.grouped(coap.openRequests)) in all",
            "observations of one address": "\(coap.observersPerPeer)",
            "requests of one user": "\(LimitsTable.grouped(rate.requests)) in \(rate.window.components.seconds) s",
            "a stream without a request or an acknowledgement":
                "\(silence.components.seconds) s, and \(timeouts.resumption.components.seconds) s more until the "
                + "connection is forgotten",
            "events kept for a client that does not acknowledge":
                "\(LimitsTable.grouped(timeouts.retainedEvents)) and \(LimitsTable.size(timeouts.retainedBytes)) a stream",
        ]
        #expect(Set(limits.keys).subtracting(Self.limitsOfTheProgram) == Set(expected.keys))
        for (subject, limit) in expected.sorted(by: { $0.key < $1.key }) {
            #expect(limits[subject] == limit, "\(subject)")
        }
    }
}
