import CallCore
import Chance
import Signaling
import Timing
import Wire

@testable import CallLibrary

/// A client with a ``ServingSocket`` and a clock that only the test moves.
@MainActor
final class ServedClient {
    let socket = ServingSocket()
    let scheduler = ManualScheduler()
    /// The marks that the client traced.
    private(set) var marks: [(name: String, details: [String])] = []
    /// The properties and events that the client traced, in order.
    private(set) var entries: [String] = []

    /// - Parameter isTraced: False for a client whose traces are not read, which skips more of its work.
    func client(
        _ configuration: CallConfiguration = CallConfiguration(), user: User = User(id: "alice"), isTraced: Bool = true
    ) -> StreamVideo {
        let keep: @MainActor (TraceEvent) -> Void = { [weak self] event in self?.keep(event) }
        let environment = CallEnvironment(
            scheduler: scheduler, generator: SeededGenerator(seed: 1), socket: socket, trace: isTraced ? keep : nil)
        return StreamVideo(
            user: user, coordinator: ServingSocket.server, configuration: configuration,
            environment: environment, tokenProvider: { [1] })
    }

    private func keep(_ event: TraceEvent) {
        switch event {
        case .mark(let name, let details): marks.append((name, details.map { "\($0.0)=\($0.1)" }))
        case .property(let name, let from, let to): entries.append("\(name) \(from) to \(to)")
        case .event(let type, _, let source): entries.append("\(type) from \(source)")
        case .callingState, .stage, .notification, .transport: break
        }
    }

    func connected(
        _ configuration: CallConfiguration = CallConfiguration(), isTraced: Bool = true
    ) async throws -> StreamVideo {
        let client = client(configuration, isTraced: isTraced)
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
    /// The path of the call's requests.
    static var path: String { "video/call/default/standup" }

    static func refusal(_ code: APIError.Code, _ status: CoAP.Code = .unauthorized) -> (CoAP.Code, [UInt8]) {
        (status, APIError(code, "no", advice: "ask").encoded())
    }

    /// The call, as the coordinator describes it.
    static func described(_ change: (inout GetCallResponse) -> Void = { _ in }) -> GetCallResponse {
        GetCallResponse {
            $0.call = CallResponse(cid: cid, createdBy: User(id: "bob"), createdAt: .virtualStart)
            change(&$0)
        }
    }

    static func participant(
        _ user: String, _ sessionId: String, _ change: (inout SFUParticipant) -> Void = { _ in }
    ) -> SFUParticipant {
        SFUParticipant {
            $0.user = User(id: user)
            $0.sessionId = sessionId
            $0.joinedAt = .virtualStart
            change(&$0)
        }
    }

    /// Connects, and joins the standup.
    func joined(_ configuration: CallConfiguration = CallConfiguration()) async throws -> Call {
        let call = try await served.connected(configuration).call(Self.cid)
        _ = try await call.join()
        await served.settle()
        return call
    }
}

/// The texts that closures report, also as an observer of a client.
@MainActor
final class SeenTexts: ClientObserver {
    var texts: [String] = []
    /// Returns the text of an event; nil for one that is not reported.
    var text: (ClientEvent) -> String? = { _ in nil }

    let followsEveryCall = false
    let followsChanges: Bool

    init(followsChanges: Bool = false) {
        self.followsChanges = followsChanges
    }

    func client(_ client: StreamVideo, saw event: ClientEvent) {
        if let text = text(event) { texts.append(text) }
    }
}
