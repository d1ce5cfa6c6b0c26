import Journal
import ScenarioLanguage
import Wire

/// The connection of a driver to the check's coordinator, and the rules that are judged by its datagrams.
extension DriverConversation {
    /// Connects the driver to a coordinator that requires a proof of its address, as Rollcall's does.
    mutating func connect(_ probe: DriverProbe, _ hello: DriverHello) throws(DriverFault) {
        let members = #""id":\#(Self.connect),"command":"connect","arguments":{}"#
        let first = try ask(probe, "command", members, command: Self.connect)
        guard !hello.hasOwnBackend else {
            results[.sends] = .skipped("its backend is its own")
            return
        }
        results[.sends] = Self.sending(in: first)
        guard commandResponses.isOpen(Self.connect), let request = DriverCheckCoordinator.request(in: first) else {
            return
        }
        let challenge = DriverCheckCoordinator.challenge(request)
        let proved = try deliver(challenge, to: probe)
        guard let again = DriverCheckCoordinator.request(in: proved) else {
            results[.connects] = .broken("the request was answered with 4.01 and Echo, and not repeated")
            return
        }
        try deliver(DriverCheckCoordinator.acknowledgement(of: again), to: probe)
        let opening = DriverCheckCoordinator.connection(again)
        let opened = try deliver(opening, to: probe)
        guard !commandResponses.hasMistake else { return }
        self.opening = opening
        results[.acknowledges] = Self.acknowledgement(of: opening, in: opened)
        results[.connects] = commandResponses.result(of: Self.connect, "`connect` after `connection.ok`", "done")
    }

    /// Delivers the first message of the event stream again, as a server does that received no acknowledgement.
    mutating func deliverAgain(to probe: DriverProbe) throws(DriverFault) {
        guard let opening, results[.acknowledges]?.isBroken == false else {
            results[.acknowledgesAgain] = .skipped("only for a driver that has acknowledged the message before")
            return
        }
        results[.acknowledgesAgain] = Self.acknowledgement(of: opening, in: try deliver(opening, to: probe))
    }

    // MARK: Datagrams

    /// The messages that a response sends, each with its bytes.
    private static func sent(in response: DriverProbe.Response) -> [(message: CoAP.Message, bytes: [UInt8])] {
        response.messages.compactMap { message in
            guard case .send(let bytes, _) = message else { return nil }
            return (try? CoAP.Message(decoding: bytes)).map { ($0, bytes) }
        }
    }

    /// Judges all requests together.
    var messageIDs: DriverCheck.Result {
        var known: [UInt16: (bytes: [UInt8], message: CoAP.Message)] = [:]
        for (message, bytes) in responses.flatMap(Self.sent) where message.code.isRequest {
            if let first = known[message.messageID], first.bytes != bytes {
                return .broken("\(message) has the message id of \(first.message)")
            }
            known[message.messageID] = (bytes, message)
        }
        return .kept("\(known.count.counted("request"))")
    }

    var format: DriverCheck.Result {
        let bodies = responses.flatMap(Self.sent).map(\.message).filter { $0.code.isRequest && !$0.payload.isEmpty }
        guard let wrong = bodies.first(where: { $0.options.contentFormat != .cbor }) else {
            return .kept("\(bodies.count) bodies")
        }
        let found = wrong.options.contentFormat.map { "the Content-Format \($0.rawValue)" } ?? "no Content-Format"
        return .broken("the body of \(wrong) has \(found), and not 60")
    }

    var disconnection: DriverCheck.Result {
        let requests = responses.flatMap(Self.sent).map(\.message)
        let deletion = requests.last { $0.code == .delete && $0.options.uriPath == ["video", "connect"] }
        return deletion.map { .kept("with \($0)") } ?? .broken("it sent no DELETE /video/connect after `leave`")
    }

    /// Judges the response to a confirmable message.
    static func acknowledgement(of message: CoAP.Message, in response: DriverProbe.Response) -> DriverCheck.Result {
        let found = sent(in: response).map(\.message).first {
            $0.type == .acknowledgement && $0.code == .empty && $0.messageID == message.messageID
        }
        return found.map { .kept("with \($0)") } ?? .broken("no acknowledgement answered \(message)")
    }
}
