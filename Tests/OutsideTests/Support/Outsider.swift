import Glibc
import Signaling
import Testing
import Wire

/// A client without any of the product's sockets: one datagram out, one datagram in.
final class Outsider {
    struct Silence: Error {}

    private let descriptor: Int32
    private var messageID: UInt16 = 1

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        try #require(descriptor >= 0)
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Binds a free port of 127.0.0.1, which another program can bind once this object is gone.
    func freePort() throws -> UInt16 {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = HostAddress(127, 0, 0, 1).value.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(descriptor, name, size) == 0 && getsockname(descriptor, name, &size) == 0
            }
        }
        try #require(isBound)
        return UInt16(bigEndian: name.sin_port)
    }

    func send(_ bytes: [UInt8], to address: SocketAddress) {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = address.port.bigEndian
        name.sin_addr.s_addr = address.host.value.bigEndian
        withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                _ = sendto(descriptor, bytes, bytes.count, 0, name, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// The next datagram.
    func receive() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Silence() }
        return Array(buffer.prefix(count))
    }

    /// A request with a message ID of its own.
    func message(
        _ code: CoAP.Code, _ path: [String], query: [String] = [], observe: Bool = false, _ body: CBOR? = nil
    ) -> CoAP.Message {
        messageID &+= 1
        let high = UInt8(truncatingIfNeeded: messageID >> 8)
        var message = CoAP.Message(
            type: .confirmable, code: code, messageID: messageID,
            token: CoAP.Token([high, UInt8(truncatingIfNeeded: messageID)]) ?? .empty)
        message.options.uriPath = path
        message.options.uriQuery = query
        if observe { message.options.observe = 0 }
        if let body {
            message.options.contentFormat = .cbor
            message.payload = body.encoded()
        }
        return message
    }

    /// Sends a request and waits for its response; notifications that come before it are acknowledged, and when the server
    /// wants the address proved, it is.
    func ask(_ message: CoAP.Message, _ address: SocketAddress) throws -> (code: CoAP.Code, body: CBOR) {
        send(message.encoded(), to: address)
        while true {
            let response = try CoAP.Message(decoding: try receive())
            if response.type == .confirmable {
                let receipt = CoAP.Message(type: .acknowledgement, code: .empty, messageID: response.messageID)
                send(receipt.encoded(), to: address)
            }
            guard response.token == message.token, !response.code.isEmpty else { continue }
            if let echo = response.options.echo, message.options.echo == nil {
                var again = message
                messageID &+= 1
                again.messageID = messageID
                again.options.echo = echo
                return try ask(again, address)
            }
            return (response.code, response.payload.isEmpty ? .null : try CBOR(decoding: response.payload))
        }
    }

    /// Acknowledges notifications up to the first one with an event of a type.
    func receive(_ type: String, from address: SocketAddress) throws {
        while true {
            let message = try CoAP.Message(decoding: try receive())
            guard message.type == .confirmable else { continue }
            send(
                CoAP.Message(type: .acknowledgement, code: .empty, messageID: message.messageID).encoded(), to: address)
            let events = try CBOR(decoding: message.payload).map?["events"]?.array ?? []
            if events.contains(where: { $0.map?["type"]?.text == type }) { return }
        }
    }

    /// Connects, and returns the query that every other request carries.
    func connect(_ user: String, to served: Served) throws -> String {
        let body: CBOR = ["token": .bytes(try served.token(user)), "user": ["id": .text(user)]]
        let response = try ask(message(.fetch, ["video", "connect"], observe: true, body), served.coordinator)
        let event = try #require(response.body.map?["events"]?.array?.first?.map)
        return "connection_id=\(try #require(event["connection_id"]?.text))"
    }

    /// Sends datagrams, and counts the received bytes until the server has handled them.
    func bytesBack(for datagrams: [[UInt8]], from address: SocketAddress) throws -> Int {
        for datagram in datagrams { send(datagram, to: address) }
        messageID &+= 1
        let ping = CoAP.Message(type: .confirmable, code: .empty, messageID: messageID)
        send(ping.encoded(), to: address)
        var count = 0
        while true {
            let bytes = try receive()
            let response = try CoAP.Message(decoding: bytes)
            if response.type == .reset, response.messageID == messageID { return count }
            count += bytes.count
        }
    }

    /// Waits until the server has handled all that this socket sent it: its reply to an empty message is a reset.
    func settle(with address: SocketAddress) throws {
        messageID &+= 1
        let ping = CoAP.Message(type: .confirmable, code: .empty, messageID: messageID)
        send(ping.encoded(), to: address)
        while true {
            let response = try receive()
            if let message = try? CoAP.Message(decoding: response), message.type == .reset,
                message.messageID == messageID
            {
                return
            }
        }
    }
}
