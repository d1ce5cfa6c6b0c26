import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct BackendDefaultsTests {
    private let secret = Array("secret".utf8)

    @Test func `timeouts have their documented defaults`() {
        let timeouts = BackendTimeouts()
        #expect(timeouts.silence == .seconds(60) && timeouts.resumption == .seconds(60))
        #expect(timeouts.retainedEvents == 1000 && timeouts.retainedBytes == 524_288)
        #expect(timeouts.eventDelay == .milliseconds(100) && timeouts.largeCallCounts == .milliseconds(1000))
        #expect(timeouts.health == .seconds(20) && timeouts.fastReconnect == .seconds(15))
        #expect(timeouts.credentials == .seconds(14_400) && timeouts.departure == .seconds(247))
    }

    @Test func `a configuration has its documented defaults`() {
        let configuration = BackendConfiguration(secret: secret)
        #expect(configuration.users.isEmpty && configuration.callTypes == CallType.documented)
        #expect(configuration.sfuCount == 1 && configuration.port == 5683)
        #expect(configuration.coordinatorHost == HostAddress(127, 0, 0, 1))
        #expect(configuration.rateLimit?.requests == 1000 && configuration.rateLimit?.window == .seconds(10))
        #expect(configuration.customDataLimit == 5120 && configuration.participantsShown == 100)
        #expect(configuration.participantsListed == 25)
        #expect(!configuration.requiresProofs && configuration.guestSteps == nil)
        let egress = EgressPace()
        #expect(egress.start == .milliseconds(500) && egress.file == .milliseconds(2000))
        #expect(egress.frame == .seconds(10) && egress.thumbnail == .milliseconds(2000))
    }

    @Test func `a limit permits at least one request, in a window that is not empty`() {
        let least = RateLimit(requests: 0, window: .zero)
        #expect(least.requests == 1 && least.window == .nanoseconds(1))
        #expect(RateLimit(requests: 1).requests == 1 && RateLimit(requests: 2).requests == 2)
    }

    @Test func `there are up to 250 SFUs, each with a host of its own`() {
        for (count, expected) in [(-1, 0), (0, 0), (1, 1), (250, 250), (251, 250)] {
            let edges = BackendConfiguration(secret: secret, sfuCount: count).edges
            #expect(edges.count == expected && Set(edges.map(\.address.host)).count == expected)
        }
    }

    @Test func `a call lists no more participants than it shows`() {
        var configuration = BackendConfiguration(secret: secret)
        for (shown, listed) in [(24, 24), (25, 25), (26, 25), (3, 3)] {
            configuration.participantsShown = shown
            #expect(configuration.participantsListed == listed)
        }
    }

    @Test func `limits of guests and queries have their documented values`() {
        #expect(StreamLimit.ofGuest.events == 1000 && StreamLimit.ofGuest.bytes == 32_768)
        #expect(GuestWork.perSecond == 250_000 && GuestWork.ahead == .milliseconds(200))
        #expect(GuestWork.steps == (request: 50, event: 2, packet: 4))
        #expect(GuestWork.perStep == (bytes: 16, comparisons: 4))
        #expect(QueryWork.maxComparisons == 250_000 && QueryWork.maxComparisonsOfGuest == 25_000)
        #expect(QueryWork.perRequest == 10_000)
        #expect(QueryWork.maxWatching == (byAnyUser: 10_000, byGuest: 100))
        #expect(GuestCalls.maxBytes == 16_777_216 && GuestCalls.overhead == 16_384)
        #expect(GuestProfiles.maxBytes == 16_777_216 && GuestProfiles.maxCount == 10_000)
        #expect(ProvingClients.maxCount == 65_536 && ProvingClients.maxCountOfGuests == 10_000)
        #expect(ProvingClients.memory == .seconds(86_400) && CoordinatorMachine.absence == .seconds(86_400))
        #expect(CoordinatorMachine.maxAbsences == 65_536 && DeletedCalls.maxCount == 65_536)
        #expect(CoordinatorMachine.maxWatchedByGuest == 256 && ConnectionTable.maxCountOfGuests == 5000)
        #expect(WatchedQuery.maxCount == 10 && WatchedQuery.maxCountOfGuests == 1000)
        #expect(WatchedQuery.maxBytesOfGuests == 4_194_304)
        #expect(SFUMachine.maxSessionsOfGuest == 16 && SFUMachine.maxCountOfGuests == 5000)
        #expect(SessionTally.maxCount == 1000 && UsedNumbers.width == 1024 && CallEgress.maxBroadcasts == 10)
        #expect(ServerRequest.longestText == 4096 && ServerRequest.maxUnauthenticatedBody == 65_536)
        #expect(MediaPath.expiry == .seconds(30))
        #expect(MediaPlane.window == .milliseconds(200) && MediaPlane.windowsBetweenLevels == 5)
    }

    @Test func `SFUs have hosts beside a loopback coordinator, and ports after that of another one`() {
        #expect(places(HostAddress(127, 0, 0, 1), 5683).map(\.host) == ["127.0.1.1", "127.0.1.2"])
        #expect(places(HostAddress(127, 0, 0, 1), 5683).map(\.port) == [5683, 5683])
        #expect(places(HostAddress(127, 0, 0, 1), 5683).map(\.media) == [MediaFormat.port, MediaFormat.port])
        #expect(places(HostAddress(127, 0, 0, 1), 7000).map(\.media) == [7001, 7001])
        #expect(places(HostAddress(10, 0, 0, 4), 5683).map(\.host) == ["10.0.0.4", "10.0.0.4"])
        #expect(places(HostAddress(10, 0, 0, 4), 5683).map(\.port) == [5684, 5685])
        #expect(places(HostAddress(10, 0, 0, 4), 5683).map(\.media) == [5686, 5687])
    }

    private func places(_ host: HostAddress, _ port: UInt16) -> [(host: String, port: UInt16, media: UInt16)] {
        BackendConfiguration(secret: secret, sfuCount: 2, coordinatorHost: host, port: port).edges.map {
            ($0.host, $0.address.port, $0.mediaAddress.port)
        }
    }

    @Test func `a configuration has as many SFUs as it says, from none to 250`() {
        for (count, expected) in [(0, 0), (1, 1), (250, 250), (251, 250)] {
            #expect(BackendConfiguration(secret: secret, sfuCount: count).edges.count == expected)
        }
    }

    @Test func `the ports of media follow those of all SFUs on one host`() throws {
        for (count, most) in [(1, 1), (2, 2), (250, 250), (300, 250)] {
            let host = HostAddress(192, 0, 2, 1)
            let edges = BackendConfiguration(secret: secret, sfuCount: count, coordinatorHost: host, port: 6000).edges
            #expect(edges.map(\.address.port) == (1...most).map { UInt16(6000 + $0) })
            #expect(edges.map(\.mediaAddress.port) == (1...most).map { UInt16(6000 + most + $0) })
        }
    }

    @Test func `each SFU has its own port of media and its own SSRC`() {
        let configuration = BackendConfiguration(
            secret: secret, sfuCount: 2, coordinatorHost: HostAddress(192, 0, 2, 1), port: 6000)
        let machines = configuration.edges.map {
            SFUMachine(configuration: configuration, epoch: .virtualStart, edge: $0)
        }
        #expect(machines.map(\.mediaPort) == [6003, 6004])
        #expect(machines[0].media.ssrc != machines[1].media.ssrc)
        #expect(SFUMachine(configuration: configuration, epoch: .virtualStart).media.ssrc == machines[0].media.ssrc)
    }
}
