internal import CLinux
internal import Glibc

/// One connection of a browser: bytes that came, bytes that wait for room, and the state between them.
struct HTTPConnection {
    enum State {
        case reading
        /// Bytes are written, and then the connection closes.
        case answering
        /// Events are written until the browser closes it.
        case streaming
    }

    let descriptor: Int32
    /// The instant at which the connection began.
    let since: Double
    private(set) var state = State.reading
    private(set) var isOver = false
    private var inbox: [UInt8] = []
    private var outbox: [UInt8] = []

    /// The most bytes that may wait for a slow reader of events.
    private static let maxWaiting = 8 << 20

    init(_ descriptor: Int32, at now: Double) {
        self.descriptor = descriptor
        since = now
    }

    /// True while its request is not complete.
    var isReading: Bool {
        if case .reading = state { true } else { false }
    }

    var needsRoom: Bool { !outbox.isEmpty }

    /// Reads available bytes. Returns the complete request, the error that refuses it, or nil.
    mutating func read() -> Result<HTTPRequest, HTTPError>? {
        var part = [UInt8](repeating: 0, count: 1 << 14)
        let count = Glibc.read(descriptor, &part, part.count)
        guard count > 0 else {
            if count == 0 || (errno != EAGAIN && errno != EINTR) { isOver = true }
            return nil
        }
        // Bytes after the request are discarded.
        guard case .reading = state else { return nil }
        inbox += part.prefix(count)
        do throws(HTTPError) {
            return try HTTPRequest.reading(inbox).map { .success($0.request) }
        } catch {
            return .failure(error)
        }
    }

    mutating func answer(_ response: HTTPResponse) {
        state = .answering
        send(response.bytes)
    }

    mutating func stream() {
        state = .streaming
        send(HTTPResponse.streamHead)
    }

    mutating func send(_ bytes: [UInt8]) {
        outbox += bytes
        flush()
        if case .streaming = state, outbox.count > Self.maxWaiting { isOver = true }
    }

    /// Writes as much as there is room for.
    mutating func flush() {
        var sent = 0
        while sent < outbox.count {
            let part = Array(outbox[sent..<min(outbox.count, sent + (1 << 16))])
            let count = clx_tcp_send(descriptor, part, part.count)
            guard count > 0 else {
                if count != Int(-EAGAIN), count != Int(-EINTR) { isOver = true }
                break
            }
            sent += count
        }
        outbox.removeFirst(sent)
        if case .answering = state, outbox.isEmpty { isOver = true }
    }
}
