import Backend
import Chance
import Sockets
import Testing
import Timing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// The properties of servers, read from a backend that only a stranger uses.
@MainActor
@Suite struct ServerPropertyTests {
    /// A time that stands still, in which sockets are kept by their addresses.
    private final class Network: Scheduler {
        let now = Instant.start
        let date = Timestamp.virtualStart
        private var timers = TimerQueue<@MainActor () -> Void>()
        private var sockets: [SocketAddress: Socket] = [:]

        func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID {
            WakeID(timer: timers.schedule(action, at: deadline))
        }

        func cancel(_ wake: WakeID) { _ = timers.cancel(wake.timer) }

        func bind(_ address: SocketAddress) -> Socket {
            let socket = Socket(address)
            sockets[address] = socket
            return socket
        }

        func deliver(_ bytes: [UInt8], _ count: Int, to address: SocketAddress) {
            for _ in 0..<count { sockets[address]?.onDatagram?(bytes, Recording.alice) }
        }
    }

    private final class Socket: DatagramSocket {
        let address: SocketAddress
        var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?

        init(_ address: SocketAddress) {
            self.address = address
        }

        func send(_ bytes: [UInt8], to destination: SocketAddress) {}
        func close() {}
    }

    private let network = Network()
    private let backend: CallBackend

    init() throws {
        let configuration = BackendConfiguration(secret: Array("secret".utf8), sfuCount: 2)
        backend = try CallBackend(
            configuration: configuration, scheduler: network, generator: SeededGenerator(seed: 1)
        ) { [network] host, port in network.bind(SocketAddress(host: host, port: port)) }
        backend.onTrace = { _ in }
        let edges = configuration.edges.map(\.address)
        network.deliver([0x40], 2, to: backend.coordinatorAddress)
        network.deliver([0x80, 0], 5, to: backend.coordinatorAddress)
        let answer = CoAP.Message(type: .acknowledgement, code: .empty, messageID: 1)
        network.deliver(answer.encoded(), 3, to: edges[0])
        network.deliver([0x40], 1, to: edges[1])
        network.deliver([0x80, 0], 6, to: edges[1])
    }

    private func value(_ name: String, of server: String) -> Value? {
        guard
            let spec = ServerProperties.table.words.first(where: {
                $0.name == name && $0.server == Cast.kind(ofServer: server)
            })
        else { return nil }
        return backend.value(of: .server(spec), at: server)
    }

    @Test(arguments: [("coordinator", 7), ("sfu-1", 3), ("sfu-2", 7), ("sfu", 10), ("sfu-3", 0)])
    func `datagrams without effect are those of the server, or of all SFUs`(_ server: String, _ count: Int64) {
        #expect(value("drops", of: server) == .integer(count))
    }

    @Test(arguments: [
        ("malformedCoAP", [2, 0, 1, 1]), ("rejectedCoAP", [0, 3, 0, 3]), ("mediaOnSignalingPort", [5, 0, 6, 6]),
        ("unknownUser", [0, 0, 0, 0]),
    ])
    func `datagrams are counted by their reasons`(_ reason: String, _ counts: [Int64]) {
        for (server, count) in zip(["coordinator", "sfu-1", "sfu-2", "sfu"], counts) {
            #expect(backend.value(of: .drops(reason), at: server) == .integer(count), "\(server)")
        }
    }

    @Test func `servers without clients have no connections and sessions`() {
        #expect(value("connections", of: "coordinator") == .integer(0))
        #expect(value("sessions", of: "sfu") == .integer(0) && value("sessions", of: "sfu-2") == .integer(0))
    }

    @Test func `a property of participants is none of a server`() {
        let spec = PropertySpec("drops", .number, "", of: "participant")
        let others: [Property] = [
            .named(spec), .participant("bob", spec), .member("bob", spec), .custom("a"), .events("b"),
            .notifications("c"), .refusals("malformedCoAP"), .server(spec),
        ]
        for property in others { #expect(backend.value(of: property, at: "coordinator") == nil, "\(property)") }
    }
}
