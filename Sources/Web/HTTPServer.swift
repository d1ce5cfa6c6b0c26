internal import CLinux
internal import Glibc

/// A small server for browsers on this machine: whole responses, and one stream of events.
///
/// It does nothing between two turns. A turn waits for requests, and answers those that are whole.
package struct HTTPServer: ~Copyable {
    /// The answer to a request.
    package enum Answer {
        case response(HTTPResponse)
        /// The events from now on.
        case events
    }

    /// The port at which it listens.
    package let port: UInt16
    private let listener: Int32
    private let rule: SameOrigin
    private var connections: [HTTPConnection] = []

    private static let maxConnections = 64
    /// The seconds in which a request needs to be whole, and its response read.
    private static let requestTimeout = 15.0

    /// Listens at a port of 127.0.0.1; 0 takes a free one.
    ///
    /// - Parameter option: The option that names the port, for an error.
    package init(port: UInt16, option: String = "--port") throws(WebError) {
        listener = clx_tcp_listen(port)
        guard listener >= 0 else { throw WebError(port: port, option: option, number: -listener) }
        let own = clx_tcp_port(listener)
        guard own > 0 else {
            close(listener)
            throw WebError(port: port, option: option, number: -own)
        }
        self.port = UInt16(own)
        rule = SameOrigin(port: self.port)
    }

    deinit {
        for connection in connections { close(connection.descriptor) }
        close(listener)
    }

    /// Waits for requests, or until one of some other descriptors is readable, and answers the requests.
    ///
    /// - Parameters:
    ///   - now: The instant at which the turn begins, in seconds.
    ///   - milliseconds: How long it waits at most.
    ///   - others: The other descriptors.
    ///   - respond: Returns the answer to a request of this site.
    package mutating func turn(
        at now: Double, milliseconds: Int32, others: [Int32], respond: (HTTPRequest) -> Answer
    ) {
        wait(milliseconds, others)
        acceptAll(at: now)
        for index in connections.indices { serve(index, respond) }
        for connection in connections where isOver(connection, at: now) { close(connection.descriptor) }
        connections = connections.filter { !isOver($0, at: now) }
    }

    /// Sends an event, a JSON object, to all streams.
    package mutating func publish(_ json: [UInt8]) {
        let bytes = HTTPResponse.event(json)
        for index in connections.indices {
            if case .streaming = connections[index].state { connections[index].send(bytes) }
        }
    }

    private func wait(_ milliseconds: Int32, _ others: [Int32]) {
        var polled = (others + [listener]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        polled += connections.map { connection in
            let events = connection.needsRoom ? POLLIN | POLLOUT : POLLIN
            return pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
        }
        poll(&polled, nfds_t(polled.count), milliseconds)
    }

    private mutating func acceptAll(at now: Double) {
        while case let descriptor = clx_tcp_accept(listener), descriptor >= 0 {
            guard connections.count < Self.maxConnections || dropOldestReading() else {
                close(descriptor)
                continue
            }
            connections.append(HTTPConnection(descriptor, at: now))
        }
    }

    /// Closes the connection that has waited longest for the rest of a request, so that slow ones do not exclude others.
    private mutating func dropOldestReading() -> Bool {
        guard let index = connections.firstIndex(where: \.isReading) else { return false }
        close(connections.remove(at: index).descriptor)
        return true
    }

    private mutating func serve(_ index: Int, _ respond: (HTTPRequest) -> Answer) {
        connections[index].flush()
        switch connections[index].read() {
        case nil: return
        case .failure(let error): connections[index].answer(HTTPResponse(error))
        case .success(let request):
            if let refusal = rule.refusal(of: request) {
                return connections[index].answer(HTTPResponse(.forbidden, refusal))
            }
            switch respond(request) {
            case .response(let response): connections[index].answer(response)
            case .events: connections[index].stream()
            }
        }
    }

    private func isOver(_ connection: HTTPConnection, at now: Double) -> Bool {
        if case .streaming = connection.state { return connection.isOver }
        return connection.isOver || now - connection.since > Self.requestTimeout
    }
}

/// The reason for which a port cannot be listened at.
package struct WebError: Error, CustomStringConvertible {
    let port: UInt16
    let option: String
    let number: Int32

    package var description: String {
        let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        return "port \(port) of 127.0.0.1 cannot be listened at: \(reason)"
            + (number == EADDRINUSE ? "; \(option) 0 takes a free one" : "")
    }
}
