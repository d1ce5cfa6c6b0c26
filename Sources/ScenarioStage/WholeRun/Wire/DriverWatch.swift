import Containers
import Sockets
import Timing
import Wire

/// Checks the messages of drivers to Rollcall's servers (RFC 7252 sections 4.2 and 4.4; wire.md, "Messages" and "Event
/// streams"). A driver may use more of the protocol than the call library, so fewer rules are about it.
struct DriverWatch {
    /// A message of one sender.
    private struct MessageKey: Hashable, MapKey {
        let from: SocketAddress
        let to: SocketAddress
        let id: UInt16
    }

    /// An event stream of a driver.
    private struct StreamKey: Hashable {
        let driver: SocketAddress
        let token: [UInt8]
    }

    private struct Stream {
        let path: [UInt8]
        /// True when the server has acknowledged its request. Before, its messages need no acknowledgement.
        var isOpen = false
    }

    /// A confirmable message that has arrived.
    private struct Arrival {
        let number: Int
        let stream: StreamKey
    }

    private static let (delete, fetch): (UInt8, UInt8) = (4, 5)
    /// The format of bodies, application/cbor.
    private static let format: UInt32 = 60
    private static let connect = Array("/video/connect".utf8)
    private static let join = Array("/sfu/join".utf8)
    private static let leave = Array("/sfu/leave".utf8)
    /// The time in which a message id identifies one message.
    private static let lifetime = Duration.seconds(247)

    private var requests = ExpiringMap<MessageKey, [UInt8], Instant>()
    private var streams: [StreamKey: Stream] = [:]
    /// The confirmable messages without an acknowledgement.
    private var unacknowledged: [MessageKey: Arrival] = [:]
    /// The first violation, in words.
    private(set) var violation: String?

    /// Processes a datagram of a driver when the driver makes it, and when it is sent.
    mutating func made(_ datagram: DatagramRecord) {
        guard violation == nil, let frame = CoAPFrame(datagram.bytes) else { return }
        if frame.type == .acknowledgement || frame.type == .reset {
            unacknowledged[MessageKey(from: datagram.to, to: datagram.from, id: frame.messageID)] = nil
        }
        guard frame.isRequest else { return }
        let key = MessageKey(from: datagram.from, to: datagram.to, id: frame.messageID)
        if let known = requests.value(for: key, at: datagram.time) {
            if known != datagram.bytes { fail(datagram, "its message id \(key.id) is that of another request") }
            return
        }
        let deadline = datagram.time.advanced(by: Self.lifetime)
        requests.insert(datagram.bytes, for: key, until: deadline, at: datagram.time)
        if frame.payload != nil, frame.contentFormat != Self.format {
            let format = frame.contentFormat.map { "the Content-Format \($0)" } ?? "no Content-Format"
            fail(datagram, "its body has \(format), and not 60")
        }
        note(frame, of: datagram.from)
    }

    private mutating func fail(_ datagram: DatagramRecord, _ text: String) {
        let number = datagram.number.map { "#\($0) " } ?? ""
        violation = "\(number)\(datagram.from) → \(datagram.to): \(text)"
    }

    /// Notes the stream that a new request opens or ends.
    private mutating func note(_ frame: CoAPFrame, of driver: SocketAddress) {
        let opens = frame.code == Self.fetch && frame.observe == 0
        let isDelete = frame.code == Self.delete && frame.path == Self.connect
        guard opens || isDelete || frame.path == Self.leave else { return }
        let path = frame.path == Self.leave ? Self.join : frame.path
        streams = streams.filter { $0.key.driver != driver || $0.value.path != path }
        if opens { streams[StreamKey(driver: driver, token: frame.token)] = Stream(path: path) }
    }

    /// Processes a datagram of a server that has arrived at a driver.
    mutating func received(_ datagram: DatagramRecord) {
        guard let frame = CoAPFrame(datagram.bytes) else { return }
        if frame.type == .acknowledgement {
            let key = MessageKey(from: datagram.to, to: datagram.from, id: frame.messageID)
            guard let request = requests.value(for: key, at: datagram.time).flatMap({ CoAPFrame($0) }) else { return }
            streams[StreamKey(driver: datagram.to, token: request.token)]?.isOpen = true
        }
        let stream = StreamKey(driver: datagram.to, token: frame.token)
        guard frame.type == .confirmable, streams[stream]?.isOpen == true else { return }
        let key = MessageKey(from: datagram.from, to: datagram.to, id: frame.messageID)
        unacknowledged[key] = unacknowledged[key] ?? Arrival(number: datagram.number ?? 0, stream: stream)
    }

    /// Processes a datagram that a server sends to a driver. A message that it sends again has no acknowledgement.
    mutating func sentByServer(_ datagram: DatagramRecord) {
        guard violation == nil, let frame = CoAPFrame(datagram.bytes), frame.type == .confirmable else { return }
        let key = MessageKey(from: datagram.from, to: datagram.to, id: frame.messageID)
        guard let arrival = unacknowledged[key], streams[arrival.stream]?.isOpen == true else { return }
        let text = "its receiver has not acknowledged this confirmable message, of which #\(arrival.number) has arrived"
        fail(datagram, text)
    }
}
