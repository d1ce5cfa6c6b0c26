/// The Swift files that are written from the table of events.
struct EventSources {
    let rows: [EventTable.Row]

    private static let head = "// Written from events.yaml by `workshop events`. Change the table instead.\n\n"

    /// The files' names and contents.
    var files: [(name: String, text: String)] {
        [("EventKinds.swift", kinds), ("EventTypes.swift", types), ("CoordinatorEvent.swift", cases)]
    }

    private var kinds: String {
        Self.head + """
            /// The kinds of events, which distinguish the types of ``CoordinatorEvent``'s cases.
            public enum EventKinds {
            \(typed.map(kind).joined(separator: "\n"))}

            """
    }

    private func kind(_ row: EventTable.Row) -> String {
        let urgency = row.urgency == .prompt ? "" : ", .\(row.urgency)"
        return """
                /// The kind of ``\(row.event)``.
                public enum \(row.kind): EventKind {
                    /// The row of the table.
                    public static let row = EventRow<\(row.payload)>("\(row.type)"\(urgency))
                }

            """
    }

    private var types: String { Self.head + typed.map(typeName).joined() }

    private var typed: [EventTable.Row] { rows.filter { $0.scope != .stream } }

    private func typeName(_ row: EventTable.Row) -> String {
        let form = row.scope == .user ? "ClientWideEvent" : "CallEvent"
        return """
            /// \(row.sentence)
            public typealias \(row.event) = \(form)<EventKinds.\(row.kind)>

            """
    }

    private var cases: String {
        Self.head + """
            /// An event of the coordinator's stream (`semantics.md` 5.1).
            public indirect enum CoordinatorEvent: Hashable, Sendable {
            \(rows.map { "    /// \($0.sentence)\n    case \($0.name)(\($0.event))\n" }.joined())\
                /// An event in the session of a call that this client does not follow.
                case passedOver(PassedOverEvent)
                /// An event of an unknown type, or one that cannot be read.
                case unknown(UnknownEvent)
            }

            extension CoordinatorEvent {
                /// The event as a value of its own type; nil when that is not known.
                public var event: (any Event)? {
                    switch self {
            \(switchCases(rows, "event"))        case .passedOver, .unknown: nil
                    }
                }

                /// The event's call; nil for an event of the connection.
                public var callCid: CallCid? {
                    switch self {
            \(switchCases(rows.filter(\.isOfCall), "event.callCid"))\
                    case .passedOver(let event): event.callCid
                    case .unknown(let event): event.callCid
                    case \(rows.filter { !$0.isOfCall }.map { ".\($0.name)" }.joined(separator: ", ")): nil
                    }
                }

                /// The call as the event describes it; nil when it does not describe the whole call.
                package var call: CallResponse? {
                    switch self {
            \(switchCases(rows.filter(\.describesCall), "event.call"))        default: nil
                    }
                }

                /// The readers of the events, in the order of the table.
                static let readers: [Reader] = [
            \(rows.map(reader).joined())    ]
            }

            """
    }

    private func switchCases(_ rows: [EventTable.Row], _ value: String) -> String {
        rows.map { "        case .\($0.name)(let event): \(value)\n" }.joined()
    }

    private func reader(_ row: EventTable.Row) -> String {
        "        Reader(\(row.name)\(row.scope == .session ? ", isOfSession: true" : "")),\n"
    }
}

extension EventTable.Row {
    fileprivate var kind: String { event.hasSuffix("Event") ? String(event.dropLast(5)) : event }
    fileprivate var isOfCall: Bool { scope == .call || scope == .session }
    fileprivate var sentence: String { about.prefix(1).uppercased() + about.dropFirst() + "." }
}
