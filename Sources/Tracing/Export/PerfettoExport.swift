internal import Journal

/// Writes a timeline as a Perfetto trace: one track for each property, datagrams as flows from sender to receiver.
///
/// Names are interned, so an event of a long run takes about forty bytes.
struct PerfettoExport {
    private enum Field {
        static let packet: UInt64 = 1
        static let timestamp: UInt64 = 8
        static let sequence: UInt64 = 10
        static let event: UInt64 = 11
        static let interned: UInt64 = 12
        static let flags: UInt64 = 13
        static let descriptor: UInt64 = 60
    }

    private enum EventType: UInt64 {
        case begin = 1
        case end = 2
        case instant = 3
    }

    private static let isCleared: UInt64 = 1
    private static let needsInterned: UInt64 = 2

    private let timeline: ExportTimeline
    private let groups: [String]
    private var file = ProtobufWriter()
    private var names: [String: UInt64] = [:]

    static func bytes(of timeline: ExportTimeline) -> [UInt8] {
        var export = PerfettoExport(timeline: timeline)
        export.writeTracks()
        export.writeEvents()
        return export.file.bytes
    }

    private init(timeline: ExportTimeline) {
        self.timeline = timeline
        groups = timeline.groups
    }

    private func uuid(of group: Int) -> UInt64 { UInt64(group + 1) }
    private func uuid(ofTrack track: Int) -> UInt64 { UInt64(groups.count + track + 1) }

    private mutating func writePacket(_ write: (inout ProtobufWriter) -> Void) {
        file.field(Field.packet) { packet in
            packet.field(Field.sequence, 1)
            write(&packet)
        }
    }

    private mutating func writeTracks() {
        for (index, group) in groups.enumerated() {
            let uuid = uuid(of: index)
            writePacket { packet in
                if index == 0 { packet.field(Field.flags, Self.isCleared) }
                packet.field(Field.descriptor) { descriptor in
                    descriptor.field(1, uuid)
                    descriptor.field(3) { process in
                        process.field(1, uuid)
                        process.field(6, group)
                    }
                }
            }
        }
        for (index, track) in timeline.tracks.enumerated() {
            let (own, parent) = (uuid(ofTrack: index), uuid(of: groups.firstIndex(of: track.group) ?? 0))
            writePacket { packet in
                packet.field(Field.descriptor) { descriptor in
                    descriptor.field(1, own)
                    descriptor.field(2, track.name)
                    descriptor.field(5, parent)
                }
            }
        }
    }

    /// Writes the events in the order of time; of one instant, ends come before beginnings.
    private mutating func writeEvents() {
        var events: [(time: Int64, order: Int, span: Int, type: EventType)] = []
        for (index, span) in timeline.spans.enumerated() {
            guard span.end > span.start else {
                events.append((span.start, 1, index, .instant))
                continue
            }
            events.append((span.start, 1, index, .begin))
            events.append((span.end, 0, index, .end))
        }
        // The events of the timeline are in order but for the ends, so that sorting takes little.
        events.sort { ($0.time, $0.order, $0.span) < ($1.time, $1.order, $1.span) }
        for event in events { write(timeline.spans[event.span], event.type, at: event.time) }
    }

    private mutating func write(_ span: ExportTimeline.Span, _ type: EventType, at time: Int64) {
        let track = uuid(ofTrack: span.track)
        let known = type == .end ? nil : names[span.name]
        let isNew = type != .end && known == nil
        let name = known ?? UInt64(names.count + 1)
        if isNew { names[span.name] = name }
        writePacket { packet in
            packet.field(Field.flags, Self.needsInterned)
            packet.field(Field.timestamp, UInt64(max(0, time)))
            if isNew {
                packet.field(Field.interned) { interned in
                    interned.field(2) { entry in
                        entry.field(1, name)
                        entry.field(2, span.name)
                    }
                }
            }
            packet.field(Field.event) { event in
                event.field(9, type.rawValue)
                event.field(11, track)
                guard type != .end else { return }
                event.field(10, name)
                if let number = span.departing { event.field(47, fixed: UInt64(number)) }
                if let number = span.arriving { event.field(48, fixed: UInt64(number)) }
                for detail in span.details {
                    event.field(4) { annotation in
                        annotation.field(10, detail.name)
                        annotation.field(6, detail.value.description)
                    }
                }
            }
        }
    }
}
