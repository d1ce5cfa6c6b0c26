internal import Journal
internal import Wire

/// Writes a timeline as one line of OpenTelemetry's JSON encoding: a trace whose root is the scenario.
///
/// A participant or server is a service, and a track is a scope of it. A datagram is one span, from its sending to its end.
/// The times are those of the run, counted from the beginning of 1970: a virtual run has no date.
struct OTLPExport {
    private static let internalKind = 1
    private static let error = 2

    private let timeline: ExportTimeline
    private let name: String
    /// The trace's identifier in JSON, and the root's.
    private let trace: [UInt8]
    private let root: UInt64
    /// The span with the end of each datagram, by number; -1 for none.
    private let ends: [Int]
    private var json = JSONText()

    static func bytes(of timeline: ExportTimeline, _ start: JournalEvent.RunStarted?) -> [UInt8] {
        var export = OTLPExport(timeline, start)
        export.write(start)
        return export.json.takeBytes()
    }

    private init(_ timeline: ExportTimeline, _ start: JournalEvent.RunStarted?) {
        self.timeline = timeline
        name = start?.scenario ?? "run"
        let seed = Self.hash("\(name) \(start?.seed ?? 0)")
        root = Self.mixed(seed, with: .max)
        trace = Array("\"\(seed.hexadecimal)\(root.hexadecimal)\"".utf8)
        var ends: [Int] = []
        for (index, span) in timeline.spans.enumerated() {
            guard let number = span.arriving, number >= 0 else { continue }
            while ends.count <= number { ends.append(-1) }
            ends[number] = index
        }
        self.ends = ends
    }

    private mutating func write(_ start: JournalEvent.RunStarted?) {
        json.openObject()
        json.key("resourceSpans")
        json.openArray()
        writeService("rollcall") { export in
            export.writeScope("rollcall") { $0.writeRoot(start) }
        }
        let spans = spansByTrack
        for group in timeline.groups {
            writeService(group) { export in
                for (track, spans) in spans where export.timeline.tracks[track].group == group {
                    export.writeScope(export.timeline.tracks[track].name) { export in
                        for span in spans { export.writeSpan(span) }
                    }
                }
            }
        }
        json.closeArray()
        json.closeObject()
        json.newline()
    }

    /// The spans of each track that has any, but for the ends of datagrams, which are parts of other spans.
    private var spansByTrack: [(track: Int, spans: [Int])] {
        var departed: [Bool] = Array(repeating: false, count: ends.count)
        for span in timeline.spans {
            if let number = span.departing, departed.indices.contains(number) { departed[number] = true }
        }
        var spans: [[Int]] = Array(repeating: [], count: timeline.tracks.count)
        for (index, span) in timeline.spans.enumerated() {
            if let number = span.arriving, departed.indices.contains(number), departed[number] { continue }
            spans[span.track].append(index)
        }
        return spans.enumerated().filter { !$0.element.isEmpty }.map { ($0.offset, $0.element) }
    }

    // MARK: Services, scopes and spans

    private mutating func writeService(_ service: String, scopes: (inout OTLPExport) -> Void) {
        json.openObject()
        json.key("resource")
        json.openObject()
        json.key("attributes")
        json.openArray()
        writeAttribute(JournalAttribute("service.name", .text(service)))
        json.closeArray()
        json.closeObject()
        json.key("scopeSpans")
        json.openArray()
        scopes(&self)
        json.closeArray()
        json.closeObject()
    }

    private mutating func writeScope(_ scope: String, spans: (inout OTLPExport) -> Void) {
        json.openObject()
        json.key("scope")
        json.openObject()
        json.field("name", scope)
        json.closeObject()
        json.key("spans")
        json.openArray()
        spans(&self)
        json.closeArray()
        json.closeObject()
    }

    private mutating func writeRoot(_ start: JournalEvent.RunStarted?) {
        let facts = start.map {
            [JournalAttribute("seed", .text("\($0.seed)")), JournalAttribute("file", .text($0.file))]
        }
        begin(root, parent: nil, name, from: 0, to: timeline.spans.map(\.end).max() ?? 0)
        write(facts ?? [])
        json.closeObject()
    }

    private mutating func writeSpan(_ index: Int) {
        let span = timeline.spans[index]
        let last = span.departing.flatMap {
            ends.indices.contains($0) && ends[$0] >= 0 ? timeline.spans[ends[$0]] : nil
        }
        begin(
            Self.mixed(root, with: UInt64(index)), parent: root, span.name, from: span.start, to: last?.end ?? span.end)
        let end = timeline.tracks[(last ?? span).track]
        let isLost = end.name == ExportTimeline.lost
        let fate = isLost ? JournalAttribute("fate", .text(end.name)) : JournalAttribute("to", .text(end.group))
        write(last != nil || isLost ? span.details + [fate] : span.details)
        if isLost { writeError((last ?? span).name) }
        json.closeObject()
    }

    private mutating func writeError(_ message: String) {
        json.key("status")
        json.openObject()
        json.field("code", Self.error)
        json.field("message", message)
        json.closeObject()
    }

    private mutating func begin(_ identifier: UInt64, parent: UInt64?, _ name: String, from start: Int64, to end: Int64)
    {
        json.openObject()
        json.key("traceId")
        json.raw(trace)
        json.key("spanId")
        json.hexadecimal(quoted: identifier)
        if let parent {
            json.key("parentSpanId")
            json.hexadecimal(quoted: parent)
        }
        json.field("name", name)
        json.field("kind", Self.internalKind)
        json.key("startTimeUnixNano")
        json.integer(quoted: start)
        json.key("endTimeUnixNano")
        json.integer(quoted: end)
    }

    private mutating func write(_ attributes: [JournalAttribute]) {
        guard !attributes.isEmpty else { return }
        json.key("attributes")
        json.openArray()
        for attribute in attributes { writeAttribute(attribute) }
        json.closeArray()
    }

    private mutating func writeAttribute(_ attribute: JournalAttribute) {
        json.openObject()
        json.field("key", attribute.name)
        json.key("value")
        json.openObject()
        if case .integer(let number) = attribute.value {
            json.key("intValue")
            json.integer(quoted: number)
        } else {
            json.field("stringValue", attribute.value.description)
        }
        json.closeObject()
        json.closeObject()
    }

    // MARK: Identifiers

    /// FNV-1a of a text.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// A number that differs for each index, by the finalizer of SplitMix64, which is a bijection; never zero.
    private static func mixed(_ seed: UInt64, with index: UInt64) -> UInt64 {
        var value = seed &+ (index &+ 1) &* 0x9E37_79B9_7F4A_7C15
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        value ^= value >> 31
        return value == 0 ? 1 : value
    }
}
