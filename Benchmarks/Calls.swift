import Backend
import BackendCore
import CallLibrary
import Chance
import Loop
import Sockets
import Timing
import Wire

/// A backend and clients, without scenario, journal or capture.
@MainActor
final class Floor {
    let loop = EventLoop.shared
    let network: Network
    let backend: CallBackend
    private(set) var clients: [StreamVideo] = []
    private(set) var viewModels: [CallViewModel] = []

    init(users: Int, ring: RingSettings = RingSettings()) async throws {
        let network = Network(loop: loop, generator: SeededGenerator(seed: 1))
        self.network = network
        let names = (0..<users).map { "user\($0)" }
        backend = try CallBackend(
            configuration: BackendConfiguration(
                secret: Array("benchmark".utf8), users: names.map { User(id: $0) },
                callTypes: CallType.documented.map { type in
                    var settings = type.settings
                    settings.ring = ring
                    return CallType(name: type.name, settings: settings, grants: type.grants)
                }, rateLimit: nil),
            scheduler: loop, generator: SeededGenerator(seed: 2)
        ) { try network.bind(host: $0, port: $1) }
        for (index, name) in names.enumerated() {
            let host = HostAddress(127, UInt8(1 + index / 62_500), UInt8(index / 250 % 250), UInt8(index % 250 + 1))
            let token = backend.token(userId: name)
            let client = StreamVideo(
                user: User(id: name), coordinator: backend.coordinatorAddress,
                environment: CallEnvironment(
                    scheduler: loop, generator: SeededGenerator(seed: UInt64(index)),
                    socket: try network.bind(host: host, port: 50_000))
            ) { token }
            clients.append(client)
            viewModels.append(CallViewModel(streamVideo: client))
            try await client.connect()
        }
    }

    func close() {
        backend.stop()
        network.close()
    }

    /// Waits, at quiet instants, until `condition` holds.
    func until(_ condition: @escaping @MainActor () -> Bool) async {
        await withCheckedContinuation { continuation in
            loop.onQuiet = { [loop] _ in
                guard condition() else { return .proceed }
                loop.onQuiet = nil
                continuation.resume()
                return .again
            }
        }
    }
}

@MainActor
enum Calls {
    private static let count = 500

    static func perSecond() async throws -> Double {
        let floor = try await Floor(users: 2)
        defer { floor.close() }
        let cost = await Cost.of {
            for number in 0..<count { await live(number, on: floor) }
        }
        return Double(count) / cost.cpuSeconds
    }

    /// How many datagrams one such call takes.
    static func datagrams() async throws -> Double {
        let floor = try await Floor(users: 2)
        defer { floor.close() }
        let before = floor.network.ledger.sent
        for number in 0..<count { await live(number, on: floor) }
        return (Double(floor.network.ledger.sent - before) / Double(count)).rounded(.up)
    }

    /// One call's whole life.
    private static func live(_ number: Int, on floor: Floor) async {
        let (alice, bob) = (floor.viewModels[0], floor.viewModels[1])
        alice.startCall(
            callType: "default", callId: "call\(number)", members: [MemberRequest(userId: "user1")], ring: true)
        await floor.until { bob.callingState.name == "incoming" }
        bob.acceptCall(callType: "default", callId: "call\(number)")
        await floor.until { alice.callingState == .inCall && bob.callingState == .inCall }
        alice.hangUp()
        bob.hangUp()
        await floor.until { alice.callingState == .idle && bob.callingState == .idle }
    }

    static func millisecondsForRingTimeout() async throws -> Double {
        let ring = RingSettings(
            autoCancelTimeout: .seconds(30), incomingCallTimeout: .seconds(30), missedCallTimeout: .zero)
        let floor = try await Floor(users: 2, ring: ring)
        defer { floor.close() }
        let (alice, bob) = (floor.viewModels[0], floor.viewModels[1])
        let cost = await Cost.of {
            alice.startCall(
                callType: "default", callId: "call", members: [MemberRequest(userId: "user1")], ring: true)
            await floor.until { bob.callingState.name == "incoming" }
            await floor.until { alice.callingState == .idle && bob.callingState == .idle }
        }
        precondition(floor.loop.now >= Instant(nanoseconds: 30_000_000_000), "the ring ended early")
        return cost.cpuSeconds * 1000
    }
}
