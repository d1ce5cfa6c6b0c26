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
                }),
            scheduler: loop, generator: SeededGenerator(seed: 2)
        ) { try network.bind(host: $0, port: $1) }
        for (index, name) in names.enumerated() {
            let host = HostAddress(127, 1, UInt8(index / 250), UInt8(index % 250 + 1))
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
        let (alice, bob) = (floor.viewModels[0], floor.viewModels[1])
        let time = await seconds {
            for number in 0..<count {
                alice.startCall(
                    callType: "default", callId: "call\(number)", members: [MemberRequest(userId: "user1")], ring: true)
                await floor.until { bob.callingState.name == "incoming" }
                bob.acceptCall(callType: "default", callId: "call\(number)")
                await floor.until { alice.callingState == .inCall && bob.callingState == .inCall }
                alice.hangUp()
                bob.hangUp()
                await floor.until { alice.callingState == .idle && bob.callingState == .idle }
            }
        }
        return Double(count) / time
    }

    static func millisecondsForRingTimeout() async throws -> Double {
        let ring = RingSettings(
            autoCancelTimeout: .seconds(30), incomingCallTimeout: .seconds(30), missedCallTimeout: .zero)
        let floor = try await Floor(users: 2, ring: ring)
        defer { floor.close() }
        let (alice, bob) = (floor.viewModels[0], floor.viewModels[1])
        let time = await seconds {
            alice.startCall(
                callType: "default", callId: "call", members: [MemberRequest(userId: "user1")], ring: true)
            await floor.until { bob.callingState.name == "incoming" }
            await floor.until { alice.callingState == .idle && bob.callingState == .idle }
        }
        precondition(floor.loop.now >= Instant(nanoseconds: 30_000_000_000), "the ring ended early")
        return time * 1000
    }
}

@MainActor
enum Crowd {
    private static let crowd = 1_000
    private static let callSize = 25

    static func millisecondsToJoin(_ count: Int) async throws -> Double {
        let floor = try await Floor(users: count)
        defer { floor.close() }
        return await seconds {
            for viewModel in floor.viewModels { viewModel.joinCall(callType: "default", callId: "townhall") }
            await floor.until { floor.viewModels.allSatisfy { $0.callParticipants.count == count } }
        } * 1000
    }

    static func kibibytesPerParticipant() async throws -> Double {
        let before = residentBytes()
        let floor = try await Floor(users: crowd)
        defer { floor.close() }
        for (index, viewModel) in floor.viewModels.enumerated() {
            viewModel.joinCall(callType: "default", callId: "call\(index / callSize)")
        }
        await floor.until { floor.viewModels.allSatisfy { $0.callParticipants.count == callSize } }
        return Double(residentBytes() - before) / 1024 / Double(crowd)
    }
}
