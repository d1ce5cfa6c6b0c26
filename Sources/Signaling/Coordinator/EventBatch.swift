package import Wire

/// A notification of the coordinator's stream: events in order, numbered without gaps.
package struct EventBatch: Body {
    /// The number of the first event, counted from 1 for each stream.
    package var first = 0
    /// The events. The next batch begins at `first + events.count`.
    package var events: [CoordinatorEvent] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("first", &first)
        try coder.field("events", &events, as: ListOf<CoordinatorEvent>.self)
    }

    /// Decodes a batch. If `isForeign` is true for a call, only type and call of its session events are decoded.
    package init(decoding payload: CoAP.Payload, passingOver isForeign: (CallCid) -> Bool) throws(BodyError) {
        var coder = try BodyCoder(decoding: payload)
        guard coder.index.isMap(at: 0) else { throw .notAMap(path: "") }
        try coder.field("first", &first)
        guard let list = coder.position(of: "events") else { throw .missing(field: "events") }
        var positions = try coder.value(at: list, "a list") { $0.elements(ofArrayAt: list) }
        events.reserveCapacity(positions.count)
        while let position = positions.nextPosition() {
            events.append(CoordinatorEvent(at: position, &coder, passingOver: isForeign))
        }
    }
}

/// A notification of a session's stream: events in order, numbered without gaps.
package struct SFUEventBatch: Body {
    /// The number of the first event, counted from 1 for each stream.
    package var first = 0
    /// The events.
    package var events: [SFUEvent] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("first", &first)
        try coder.field("events", &events, as: ListOf<SFUEvent>.self)
    }
}

extension BodyCoder {
    /// Decodes an event by its type. An event that cannot be decoded is kept as it is, without effect on its batch.
    mutating func event<Event>(
        at position: Int, keeping keep: (UnknownEvent) -> Event,
        _ read: (inout BodyCoder) throws(BodyError) -> Event?
    ) -> Event {
        let outer = map
        map = position
        defer { map = outer }
        do throws(BodyError) {
            guard index.isMap(at: position) else { throw .notAMap(path: index.path(to: position)) }
            if let event = try read(&self) { return event }
            var (type, callCid) = ("", CallCid?.none)
            try field("type", &type)
            try field("call_cid", &callCid)
            return keep(UnknownEvent(type: type, callCid: callCid, body: index.item(at: position)))
        } catch {
            // The error may come from a map in the event.
            map = position
            let type = self.position(of: "type").flatMap { index.text(at: $0) } ?? ""
            return keep(UnknownEvent(type: type, callCid: nil, body: index.item(at: position), problem: error))
        }
    }

    /// Returns the index of the event's type among the given ones; nil for another type.
    func typeNumber(among types: KnownTexts) -> Int? {
        position(of: "type").flatMap { index.number(ofTextAt: $0, among: types) }
    }
}
