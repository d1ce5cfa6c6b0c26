import CallCore
import Chance
import Signaling
import Timing

@testable import CallLibrary

/// A client with a ``ServingSocket`` and a clock that only the test moves.
@MainActor
final class ServedClient {
    let socket = ServingSocket()
    let scheduler = ManualScheduler()
    /// The marks that the client traced.
    private(set) var marks: [(name: String, details: [String])] = []

    /// - Parameter isTraced: False for a client whose traces are not read, which skips more of its work.
    func client(_ configuration: CallConfiguration = CallConfiguration(), isTraced: Bool = true) -> StreamVideo {
        let keep: @MainActor (TraceEvent) -> Void = { [weak self] event in self?.keep(event) }
        let environment = CallEnvironment(
            scheduler: scheduler, generator: SeededGenerator(seed: 1), socket: socket, trace: isTraced ? keep : nil)
        return StreamVideo(
            user: User(id: "alice"), coordinator: ServingSocket.server, configuration: configuration,
            environment: environment, tokenProvider: { [1] })
    }

    private func keep(_ event: TraceEvent) {
        guard case .mark(let name, let details) = event else { return }
        marks.append((name, details.map { "\($0.0)=\($0.1)" }))
    }

    func connected(isTraced: Bool = true) async throws -> StreamVideo {
        let client = client(isTraced: isTraced)
        try await client.connect()
        return client
    }

    /// Runs everything that is due at this instant.
    func settle() async {
        for _ in 0..<100 {
            await Task.yield()
            scheduler.advance(by: .zero)
        }
    }

    func pass(_ duration: Duration) async {
        scheduler.advance(by: duration)
        await settle()
    }
}

/// A suite about one ``ServedClient``.
@MainActor
protocol ServedClientSuite {
    var served: ServedClient { get }
}

extension ServedClientSuite {
    static var cid: CallCid { ServingSocket.cid }
    var socket: ServingSocket { served.socket }
    var scheduler: ManualScheduler { served.scheduler }
}
