import CallCore
import Chance
import Covering
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import CallLibrary

/// A coordinator and an SFU that answer each request at once, and keep what they were asked.
@MainActor
private final class AnsweringSocket: DatagramSocket {
    static let cid = CallCid(type: "default", id: "standup")
    let address = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
    var onUnsendable: (@MainActor () -> Void)?
    /// How many requests to enter a session the SFU refuses before it lets anybody in.
    var refusals = 0
    private(set) var joins: [SFUJoinRequest] = []
    private(set) var admissions: [JoinCallRequest] = []

    func send(_ bytes: [UInt8], to destination: SocketAddress) {
        guard let message = try? CoAP.Message(decoding: bytes), message.code.isRequest else { return }
        guard let (code, payload) = answer(to: message) else { return }
        var answer = CoAP.Message(
            type: .acknowledgement, code: code, messageID: message.messageID, token: message.token, payload: payload)
        if message.options.observe == 0, code.isSuccess { answer.options.observe = 1 }
        Task { onDatagram?(answer.encoded(), destination) }
    }

    func close() {}

    private func answer(to message: CoAP.Message) -> (CoAP.Code, [UInt8])? {
        switch message.options.uriPath.last {
        case "connect":
            let event = ConnectedEvent {
                $0.connectionId = "c"
                $0.me = User(id: "alice")
                $0.createdAt = .virtualStart
            }
            return (
                .content,
                EventBatch {
                    $0.first = 1
                    $0.events = [.connected(event)]
                }.encoded()
            )
        case "join" where message.options.uriPath.first == "sfu":
            if let request = try? SFUJoinRequest(decoding: message.payload) { joins.append(request) }
            refusals -= 1
            guard refusals < 0 else {
                let refusal = APIError(.internalError, "this server is in trouble", advice: "try again later")
                return (.internalServerError, refusal.encoded())
            }
            return (.content, SFUJoinResponse.alone.encoded())
        case "join":
            if let request = try? JoinCallRequest(decoding: message.payload) { admissions.append(request) }
            return (.changed, admission.encoded())
        default:
            return nil
        }
    }

    private var admission: JoinCallResponse {
        let call = CallResponse(cid: Self.cid, createdBy: User(id: "alice"), createdAt: .virtualStart)
        let credentials = SFUCredentials {
            $0.edgeName = "sfu-1"
            $0.host = "127.0.1.1"
            $0.port = 5683
            $0.token = [1]
        }
        return JoinCallResponse {
            $0.call = call
            $0.members = []
            $0.ownCapabilities = []
            $0.created = true
            $0.credentials = credentials
        }
    }
}

/// The state that the attempts of one join share, and the reports of the network after it.
@MainActor
@Suite struct JoinAttemptTests {
    private let socket = AnsweringSocket()
    private let scheduler = ManualScheduler()
    private let traces = Traces()

    private final class Traces {
        var moves: [String] = []
    }

    private func connected() async throws -> StreamVideo {
        let client = StreamVideo(
            user: User(id: "alice"), coordinator: SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683),
            environment: CallEnvironment(
                scheduler: scheduler, generator: SeededGenerator(seed: 1), socket: socket
            ) { [traces] event in
                if case .property("reconnection", let from, let to) = event { traces.moves.append("\(from) to \(to)") }
            },
            tokenProvider: { [1] })
        try await client.connect()
        return client
    }

    /// Lets time pass until the join has ended.
    private func join(_ call: Call) async throws -> JoinCallResponse {
        let pace = Task {
            while !Task.isCancelled {
                await Task.yield()
                scheduler.advance(by: .milliseconds(10))
            }
        }
        defer { pace.cancel() }
        return try await call.join(create: true, ring: true, notify: true)
    }

    @Test(.covers("RTC-CONNECTING-03", "RTC-CONNECTING-10", "RTC-JOINING-06", "GAP-58"))
    func `every attempt of a join requests the same session, and rings once`() async throws {
        socket.refusals = 2
        let call = try await connected().call(AnsweringSocket.cid)
        let response = try await join(call)
        #expect(socket.joins.count == 3)
        #expect(Set(socket.joins.map(\.sessionId)) == [call.state.values.sessionId])
        #expect(!call.state.values.sessionId.isEmpty)
        #expect(socket.joins.allSatisfy { $0.reconnectDetails == nil && !$0.fastReconnect && $0.token == [1] })
        #expect(socket.admissions.map(\.ring) == [true, false, false])
        #expect(socket.admissions.map(\.notify) == [true, false, false])
        #expect(socket.admissions.allSatisfy { $0.create && $0.migratingFrom == nil })
        #expect(try await call.join().credentials == response.credentials)
        #expect(socket.joins.count == 3)
    }

    @Test(.covers("RTC-JOINED-10")) func `network events of a connection are traced`() async throws {
        let client = try await connected()
        _ = try await join(client.call(AnsweringSocket.cid))
        client.handleUnsendable()
        while traces.moves.count < 2 { await Task.yield() }
        #expect(traces.moves == ["idle to joined", "joined to offline(fast)"])
    }
}
