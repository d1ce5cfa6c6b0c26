public import Wire

/// One notification of the coordinator's stream: events in order, numbered without gaps.
public struct EventBatch: Body {
    /// The number of the first event, counted from 1 for each stream.
    public var first: Int
    /// The events; the next batch begins at `first + events.count`.
    public var events: [CoordinatorEvent]

    /// Gathers events.
    public init(first: Int, events: [CoordinatorEvent]) {
        self.first = first
        self.events = events
    }

    /// Reads `first` and `events`.
    public init(_ fields: Fields) throws(BodyError) {
        first = try fields.count("first")
        events = try EventList.read(fields) { fields throws(BodyError) in
            try CoordinatorEvent(fields)
        } keeping: {
            .unknown($0)
        }
    }

    /// Reads a batch, but of what happens in the session of a call that `isForeign` no more than its type and its call.
    public init(decoding payload: CoAP.Payload, passingOver isForeign: (CallCid) -> Bool) throws(BodyError) {
        let fields = try Fields(decoding: payload)
        first = try fields.count("first")
        events = try EventList.read(fields) { fields throws(BodyError) in
            try CoordinatorEvent(fields, passingOver: isForeign)
        } keeping: {
            .unknown($0)
        }
    }

    /// Writes the batch.
    public func write(to fields: inout FieldWriter) {
        fields.set("first", first)
        fields.set("events", item: .array(events.map(\.item)))
    }
}

enum EventList {
    /// Reads `events`; one that cannot be read is kept as it came, so that it does not cost the others of its batch.
    static func read<Event>(
        _ fields: Fields, _ read: (Fields) throws(BodyError) -> Event, keeping keep: (UnknownEvent) -> Event
    ) throws(BodyError) -> [Event] {
        guard fields.contains("events") else {
            throw .wrongType(field: fields.path(of: "events"), expected: "a list")
        }
        return try fields.maps("events") { fields in
            do throws(BodyError) {
                return try read(fields)
            } catch {
                let type = fields.item("type")?.text ?? ""
                return keep(UnknownEvent(type: type, callCid: nil, body: .map(fields.map), problem: error))
            }
        }
    }
}
