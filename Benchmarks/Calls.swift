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
        let network = Network(loop: loop, randomStream: RandomStream(seed: 1))
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

extension [CallViewModel] {
    /// True when a condition holds of what all show. A loop, since each call of a closure of the main actor's has it checked
    /// who calls.
    @MainActor
    fileprivate func isAll(_ condition: @Sendable (CallingState) -> Bool) -> Bool {
        for model in self where !condition(model.shownState) { return false }
        return true
    }
}

@MainActor
enum Calls {
    /// How many calls are made; a number among the arguments asks for fewer, for a profiler that slows all down.
    private static let count = CommandLine.arguments.lazy.compactMap { Int($0) }.first ?? 2_000

    /// How many calls are lived through, with so many going on at the same time.
    static func perSecond(together: Int) async throws -> Double {
        let floor = try await Floor(users: 2 * together)
        defer { floor.close() }
        let rounds = count / together
        let cost = await Cost.of {
            for number in 0..<rounds { await live(number, together, on: floor) }
        }
        return Double(rounds * together) / cost.cpuSeconds
    }

    /// How many datagrams one such call takes.
    static func datagrams() async throws -> Double {
        let floor = try await Floor(users: 2)
        defer { floor.close() }
        let before = floor.network.ledger.sent
        for number in 0..<count { await live(number, 1, on: floor) }
        return (Double(floor.network.ledger.sent - before) / Double(count)).rounded(.up)
    }

    /// The whole lives of some calls, each of two users of its own.
    private static func live(_ number: Int, _ together: Int, on floor: Floor) async {
        let models = floor.viewModels
        let callees = (0..<together).map { models[2 * $0 + 1] }
        for pair in 0..<together {
            models[2 * pair].startCall(
                callType: "default", callId: "call\(number)-\(pair)",
                members: [MemberRequest { $0.userId = "user\(2 * pair + 1)" }], ring: true)
        }
        await floor.until { callees.isAll { $0.name == "incoming" } }
        for pair in 0..<together {
            models[2 * pair + 1].acceptCall(callType: "default", callId: "call\(number)-\(pair)")
        }
        await floor.until { models.isAll { $0 == .inCall } }
        for model in models { model.hangUp() }
        await floor.until { models.isAll { $0 == .idle } }
    }

    static func millisecondsForRingTimeout() async throws -> Double {
        let ring = RingSettings {
            $0.autoCancelTimeout = .seconds(30)
            $0.incomingCallTimeout = .seconds(30)
            $0.missedCallTimeout = .zero
        }
        let floor = try await Floor(users: 2, ring: ring)
        defer { floor.close() }
        let (alice, bob) = (floor.viewModels[0], floor.viewModels[1])
        let cost = await Cost.of {
            alice.startCall(
                callType: "default", callId: "call", members: [MemberRequest { $0.userId = "user1" }], ring: true)
            await floor.until { bob.callingState.name == "incoming" }
            await floor.until { alice.callingState == .idle && bob.callingState == .idle }
        }
        precondition(floor.loop.now >= Instant(nanoseconds: 30_000_000_000), "the ring ended early")
        return cost.cpuSeconds * 1000
    }
}
