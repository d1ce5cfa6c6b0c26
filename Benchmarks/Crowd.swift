import CallLibrary
import Capture
import Glibc
import Loop
import Sockets

/// Many participants: how long they take to join one call, how that grows with their number, and what they weigh.
@MainActor
enum Crowd {
    private static let crowd = 1_000
    private static let callSize = 25
    private static let sizes = [125, 250, 500]

    /// The cost until all participants were in the call and had the count of all; a large call shows only the first.
    struct Joining {
        let cost: Cost
        let datagrams: Double
    }

    static func joining(_ count: Int, environment: CaptureEnvironment? = nil) async throws -> Joining {
        let floor = try await Floor(users: count)
        defer { floor.close() }
        let recording = try environment.map {
            try Recording(of: floor.network, on: $0, file: "/tmp/rollcall-bench.pcap")
        }
        let before = floor.network.ledger.sent
        let cost = try await Cost.of {
            for viewModel in floor.viewModels { viewModel.joinCall(callType: "default", callId: "townhall") }
            await floor.until {
                recording?.drain(at: floor.loop.now)
                return floor.viewModels.allSatisfy { $0.call?.state.participantCount == count }
            }
            try recording?.finish(at: floor.loop.now)
        }
        return Joining(cost: cost, datagrams: Double(floor.network.ledger.sent - before))
    }

    static func millisecondsToJoin(_ count: Int, environment: CaptureEnvironment? = nil) async throws -> Double {
        try await joining(count, environment: environment).cost.cpuSeconds * 1000
    }

    /// By which factor more it takes when twice as many join, against the events that must be delivered: each join to
    /// each participant.
    static func growth(of measure: (Joining) -> Double) async throws -> Double {
        var last: Double?
        var worst = 0.0
        for size in sizes {
            let perEvent = measure(try await joining(size)) / Double(size * size)
            if let last { worst = max(worst, perEvent / last) }
            last = perEvent
        }
        return worst
    }

    static func kibibytesPerParticipant() async throws -> Double {
        try await kibibytes(of: crowd)
    }

    static func kibibytes(of participants: Int) async throws -> Double {
        let before = residentBytes()
        let floor = try await Floor(users: participants)
        defer { floor.close() }
        for (index, viewModel) in floor.viewModels.enumerated() {
            viewModel.joinCall(callType: "default", callId: "call\(index / callSize)")
        }
        await floor.until { floor.viewModels.allSatisfy { $0.call?.state.rosterCount == callSize } }
        return Double(residentBytes() - before) / 1024 / Double(participants)
    }
}
