import Backend
import Chance
import Signaling
import Testing
import Timing
import Wire

/// Exchanges with a backend, written down as they go over the wire.
@MainActor
final class Capture {
    /// One client's socket.
    private final class Device {
        let socket: StillWorld.Socket
        var nextID: UInt16
        var inbox: [(message: CoAP.Message, from: SocketAddress)] = []
        var query: [String] = []

        init(_ socket: StillWorld.Socket, firstID: UInt16) {
            self.socket = socket
            nextID = firstID
        }
    }

    /// The exchanges that the document shows. The others only have to work.
    private static let shown: Set = [
        "Connect", "Create a call and ring its members", "Accept a ring", "Join: alice asks the coordinator",
        "Join: alice enters the SFU's session", "Publish tracks", "Refused: a field of the wrong type",
    ]

    /// The text so far.
    private(set) var text = ""
    /// The requests so far, as method and path.
    private(set) var asked: [(method: CoAP.Code, path: [String])] = []
    let backend: CallBackend
    private let world = StillWorld()
    private let edge: SocketAddress
    private var devices: [String: Device] = [:]
    private var receivedTypes: Set<String> = []

    init(users: [String], secret: [UInt8]) throws {
        let configuration = BackendConfiguration(secret: secret, users: users.map { User(id: $0) })
        edge = try #require(configuration.edges.first).address
        backend = try CallBackend(
            configuration: configuration, scheduler: world, generator: SeededGenerator(seed: 1)
        ) { [world] in world.bind($0, $1) }
        for (index, user) in users.enumerated() {
            let number = UInt8(truncatingIfNeeded: index + 1)
            let device = Device(world.bind(HostAddress(127, 1, 0, number), 50_000), firstID: UInt16(number) << 8)
            device.socket.onDatagram = { [weak self] bytes, from in self?.took(bytes, from, device) }
            devices[user] = device
        }
    }

    var date: Timestamp { world.date }

    func pass(_ duration: Duration) { world.pass(duration) }

    /// Makes a request and returns the body of its response. Writes an exchange down that the document shows, with the
    /// notifications that follow it.
    @discardableResult
    func ask(
        _ title: String, _ user: String, _ method: CoAP.Code, _ path: [String], _ body: CBOR? = nil,
        isAnonymous: Bool = false, query: [String]? = nil, adding more: [String] = [], showingBytes: Bool = false
    ) throws -> CBOR {
        let device = try #require(devices[user])
        let isForSFU = path.first == "sfu"
        asked.append((method, path))
        let (textBefore, typesBefore) = (text, receivedTypes)
        defer { if !Self.shown.contains(title) { (text, receivedTypes) = (textBefore, typesBefore) } }
        text += "\n### \(title)\n\n```\n"
        var request = CoAP.Message(
            type: .confirmable, code: method, messageID: 0)
        request.options.uriPath = path
        request.options.uriQuery = (query ?? (isForSFU ? [] : device.query)) + more
        if method == .fetch { request.options.observe = 0 }
        if let body {
            request.options.contentFormat = .cbor
            request.payload = body.encoded()
        }
        let response = try exchange(
            request, device, "\(user) → \(isForSFU ? "sfu-1" : "coordinator")", body, showingBytes)
        if method == .fetch, !isForSFU, let id = response.map?["events"]?.array?.first?.map?["connection_id"]?.text {
            device.query = ["connection_id=\(id)"]
        }
        world.pass(.milliseconds(200))
        writeNotifications()
        text += "```\n"
        return response
    }

    private func exchange(
        _ request: CoAP.Message, _ device: Device, _ way: String, _ body: CBOR?, _ showsBytes: Bool
    ) throws -> CBOR {
        let (first, sent) = try response(to: request, from: device)
        var payload = first.payload
        var blocks = 1
        while let block = first.options.block2, block.hasMore, payload.count == blocks * block.size.byteCount {
            var next = request
            next.options.observe = nil
            next.options.block2 = CoAP.Block(number: UInt32(blocks), hasMore: false, size: block.size)
            payload += try response(to: next, from: device).response.payload
            blocks += 1
        }
        text += "\(way): \(sent.captured(body: body))\n"
        if showsBytes { text += "\nas bytes:\n\(sent.encoded().dump)\n" }
        let responseBody = payload.isEmpty ? nil : try CBOR(decoding: payload)
        let note = blocks > 1 ? " (its body came in \(blocks) blocks)" : ""
        let acknowledgement = first.type == .confirmable ? ", after an empty acknowledgement" : ""
        text += "\nresponse\(acknowledgement)\(note): \(first.captured(body: responseBody))\n"
        if showsBytes { text += "\nas bytes:\n\(first.encoded().dump)\n" }
        return responseBody ?? .null
    }

    private func response(
        to request: CoAP.Message, from device: Device
    ) throws -> (response: CoAP.Message, request: CoAP.Message) {
        var request = request
        request.messageID = device.nextID
        let (high, low) = device.nextID.quotientAndRemainder(dividingBy: 256)
        request.token = CoAP.Token([UInt8(high), UInt8(low)]) ?? .empty
        device.nextID += 1
        device.socket.send(
            request.encoded(), to: request.options.uriPath.first == "sfu" ? edge : backend.coordinatorAddress)
        world.settle()
        // The first response on an observation is a message of its own, after an empty acknowledgement.
        device.inbox.removeAll { $0.message.code.isEmpty }
        let index = try #require(device.inbox.firstIndex { $0.message.token == request.token })
        let reply = device.inbox.remove(at: index).message
        guard request.options.echo == nil, let echo = reply.options.echo else { return (reply, request) }
        // The server first asks for a proof of the address (RFC 9175 section 2.3).
        request.options.echo = echo
        return try response(to: request, from: device)
    }

    // MARK: What comes unasked

    private func took(_ bytes: [UInt8], _ from: SocketAddress, _ device: Device) {
        guard let message = try? CoAP.Message(decoding: bytes) else { return }
        device.inbox.append((message, from))
        guard message.type == .confirmable else { return }
        let receipt = CoAP.Message(type: .acknowledgement, code: .empty, messageID: message.messageID)
        device.socket.send(receipt.encoded(), to: from)
    }

    /// Shows notifications: whole when they bring a type of event for the first time, by their types otherwise.
    private func writeNotifications() {
        for (user, device) in devices.sorted(by: { $0.key < $1.key }) {
            for (message, from) in device.inbox {
                let body = try? CBOR(decoding: message.payload)
                let types = body?.map?["events"]?.array?.compactMap { $0.map?["type"]?.text } ?? []
                let isNew = !receivedTypes.isSuperset(of: types)
                receivedTypes.formUnion(types)
                let way = "\(from == edge ? "sfu-1" : "coordinator") → \(user)"
                text += "\n\(way): "
                text += isNew ? message.captured(body: body) : "\(message.code) with \(types.joined(separator: ", "))"
                text += "\n"
            }
            device.inbox = []
        }
    }
}
