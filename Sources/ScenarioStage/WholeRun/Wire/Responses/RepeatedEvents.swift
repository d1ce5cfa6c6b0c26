import Wire

/// Checks that an event that is sent again on a connection has the number that it had (wire.md, "Event streams").
struct RepeatedEvents {
    private struct Key: Hashable {
        let connection: String
        let number: Int64
    }

    /// The number of events of each connection that are kept.
    private static let limit: Int64 = 256
    private var events: [Key: CBOR.Map] = [:]

    /// Processes the events of a batch; returns the violation of one that differs from the earlier one of its number.
    mutating func violation(of batch: [CBOR.Map], from first: Int64, on connection: String) -> String? {
        for (index, event) in batch.enumerated() where event["type"] != "connection.ok" {
            let number = first &+ Int64(index)
            let key = Key(connection: connection, number: number)
            if let earlier = events[key], earlier != event {
                return "its event no. \(number) is \(Self.type(of: event)), and was \(Self.type(of: earlier)) before"
            }
            events[key] = event
            events[Key(connection: connection, number: number &- Self.limit)] = nil
        }
        return nil
    }

    private static func type(of event: CBOR.Map) -> String { event["type"]?.text ?? "without a type" }
}
