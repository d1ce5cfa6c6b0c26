import Wire

/// The messages of a coordinator that admits one connection, for the check of a driver (`Docs/wire.md`).
enum DriverCheckCoordinator {
    private static let echo: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    /// Returns the last confirmable request in a response.
    static func request(in response: DriverProbe.Response) -> CoAP.Message? {
        let messages = response.messages.compactMap { message -> CoAP.Message? in
            guard case .send(let bytes, _) = message else { return nil }
            return try? CoAP.Message(decoding: bytes)
        }
        return messages.last { $0.code.isRequest && $0.type == .confirmable }
    }

    /// The request to prove the address (RFC 9175).
    static func challenge(_ request: CoAP.Message) -> CoAP.Message {
        piggybacked(request, .unauthorized, [CoAP.Option(.echo, echo)])
    }

    static func acknowledgement(of request: CoAP.Message) -> CoAP.Message {
        CoAP.Message(type: .acknowledgement, code: .empty, messageID: request.messageID)
    }

    /// The first notification of the event stream.
    static func connection(_ request: CoAP.Message) -> CoAP.Message {
        let event: CBOR = .map(
            .init([
                ("type", .text("connection.ok")), ("created_at", .unsigned(1_767_225_600_000)),
                ("connection_id", .text("9ed542d8-cf57-4b78-95d5-de297ea54a78")),
                ("me", .map(.init([("id", .text("bob"))]))),
            ]))
        let batch: CBOR = .map(.init([("first", .unsigned(1)), ("events", .array([event]))]))
        return CoAP.Message(
            type: .confirmable, code: .content, messageID: 1, token: request.token,
            options: CoAP.Options([CoAP.Option(.observe, 1), CoAP.Option(.contentFormat, 60)]), payload: batch.encoded()
        )
    }

    /// The response to a granted request, without a body.
    static func response(to request: CoAP.Message) -> CoAP.Message {
        piggybacked(request, request.code == .delete ? .deleted : .changed, [])
    }

    private static func piggybacked(
        _ request: CoAP.Message, _ code: CoAP.Code, _ options: [CoAP.Option]
    ) -> CoAP.Message {
        CoAP.Message(
            type: .acknowledgement, code: code, messageID: request.messageID, token: request.token,
            options: CoAP.Options(options))
    }
}
