import Wire

/// One notification of a session's stream: events in order, numbered without gaps.
public struct SFUEventBatch: Body {
    /// The number of the first event, counted from 1 for each stream.
    public var first: Int
    /// The events.
    public var events: [SFUEvent]

    /// Gathers events.
    public init(first: Int, events: [SFUEvent]) {
        self.first = first
        self.events = events
    }

    /// Reads `first` and `events`.
    public init(_ fields: Fields) throws(BodyError) {
        first = try fields.count("first")
        events = try EventList.read(fields) { fields throws(BodyError) in
            try SFUEvent(fields)
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
