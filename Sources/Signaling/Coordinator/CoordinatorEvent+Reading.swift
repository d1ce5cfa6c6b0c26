import Wire

extension CoordinatorEvent: FieldValue {
    /// A decoder for the events of one type.
    struct Reader: Sendable {
        let type: String
        /// True for events of a session, which clients skip for calls that they do not follow.
        fileprivate let isOfSession: Bool
        fileprivate let read: @Sendable (Int, inout BodyCoder) throws(BodyError) -> CoordinatorEvent
        /// The events that it decodes.
        let body: any Body.Type

        init<E: Event & Body>(_ event: @escaping @Sendable (E) -> CoordinatorEvent, isOfSession: Bool = false) {
            type = E.type
            self.isOfSession = isOfSession
            read = { position, coder throws(BodyError) in event(try E.read(at: position, &coder)) }
            body = E.self
        }
    }

    /// The types of all events, in the order of the table.
    package static let allTypes = readers.map(\.type)

    private static let cache = DecodeCache<CoordinatorEvent>(bits: 7)
    private static let types = KnownTexts(allTypes)

    /// Decodes an event. If `isForeign` is true for its call, only type and call of a session event are decoded.
    init(at position: Int, _ coder: inout BodyCoder, passingOver isForeign: (CallCid) -> Bool) {
        self = coder.event(at: position, keeping: CoordinatorEvent.unknown) { coder throws(BodyError) in
            guard let reader = coder.typeNumber(among: Self.types).map({ Self.readers[$0] }) else { return nil }
            if reader.isOfSession {
                var callCid = CallCid.none
                try coder.field("call_cid", &callCid)
                if isForeign(callCid) { return .passedOver(PassedOverEvent(type: reader.type, callCid: callCid)) }
            }
            // Many streams carry the same event.
            let index = coder.index
            return try Self.cache.value(ofItemAt: position, in: index) { () throws(BodyError) in
                try reader.read(position, &coder)
            }
        }
    }

    package static func read(at position: Int, _ coder: inout BodyCoder) -> CoordinatorEvent {
        CoordinatorEvent(at: position, &coder) { _ in false }
    }

    package static func write(_ event: CoordinatorEvent, _ coder: inout BodyCoder) {
        if case .unknown(let event) = event { return coder.writer.write(event.body) }
        guard let body = event.event as? any Body else { return coder.writer.write(CBOR.null) }
        body.write(to: &coder)
    }
}

extension CoordinatorEvent {
    /// The type on the wire.
    public var type: String {
        switch self {
        case .passedOver(let event): event.type
        case .unknown(let event): event.type
        default: event.map { Swift.type(of: $0).type } ?? ""
        }
    }
}
