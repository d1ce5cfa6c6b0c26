internal import Journal

/// Writes a timeline as one line of OpenTelemetry's JSON encoding: a trace whose root is the scenario.
///
/// The times are those of the run, counted from the beginning of 1970: a virtual run has no date.
enum OTLPExport {
    private static let internalKind = 1

    static func bytes(of timeline: Timeline, _ start: JournalEvent.RunStarted?) -> [UInt8] {
        let name = start?.scenario ?? "run"
        let trace = identifier("\(name) \(start?.seed ?? 0)", 16)
        let root = identifier(name, 8)
        var json = JSONText()
        json.openObject()
        json.key("resourceSpans")
        json.openArray()
        write("rollcall", trace, &json) { json in
            let end = timeline.spans.map(\.end).max() ?? 0
            let facts = start.map {
                [JournalAttribute("seed", .text("\($0.seed)")), JournalAttribute("file", .text($0.file))]
            }
            let whole = Timeline.Span(track: 0, name: name, start: 0, end: end, details: facts ?? [])
            span(whole, [], trace, root, nil, &json)
        }
        let spans = Dictionary(grouping: timeline.spans.indices) { timeline.tracks[timeline.spans[$0].track].group }
        for group in timeline.groups {
            write(group, trace, &json) { json in
                for index in spans[group] ?? [] {
                    let item = timeline.spans[index]
                    let track = JournalAttribute("rollcall.track", .text(timeline.tracks[item.track].name))
                    span(item, [track], trace, identifier("\(name) \(index)", 8), root, &json)
                }
            }
        }
        json.closeArray()
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }

    /// Writes the spans of one service.
    private static func write(
        _ service: String, _ trace: String, _ json: inout JSONText, spans: (inout JSONText) -> Void
    ) {
        json.openObject()
        json.key("resource")
        json.openObject()
        attributes([JournalAttribute("service.name", .text(service))], [], &json)
        json.closeObject()
        json.key("scopeSpans")
        json.openArray()
        json.openObject()
        json.key("scope")
        json.openObject()
        json.field("name", "rollcall")
        json.closeObject()
        json.key("spans")
        json.openArray()
        spans(&json)
        json.closeArray()
        json.closeObject()
        json.closeArray()
        json.closeObject()
    }

    private static func span(
        _ span: Timeline.Span, _ more: [JournalAttribute], _ trace: String, _ identifier: String, _ parent: String?,
        _ json: inout JSONText
    ) {
        json.openObject()
        json.field("traceId", trace)
        json.field("spanId", identifier)
        json.field("parentSpanId", parent)
        json.field("name", span.name)
        json.field("kind", internalKind)
        json.field("startTimeUnixNano", String(span.start))
        json.field("endTimeUnixNano", String(span.end))
        attributes(span.details, more, &json)
        json.closeObject()
    }

    private static func attributes(
        _ attributes: [JournalAttribute], _ more: [JournalAttribute], _ json: inout JSONText
    ) {
        json.key("attributes")
        json.openArray()
        for attribute in attributes { write(attribute, &json) }
        for attribute in more { write(attribute, &json) }
        json.closeArray()
    }

    private static func write(_ attribute: JournalAttribute, _ json: inout JSONText) {
        json.openObject()
        json.field("key", attribute.name)
        json.key("value")
        json.openObject()
        json.field("stringValue", attribute.value.description)
        json.closeObject()
        json.closeObject()
    }

    /// An identifier of so many bytes in hexadecimal, by FNV-1a over a text.
    private static func identifier(_ text: String, _ count: Int) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(count * 2)
        for part in 0..<count / 8 {
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325 &+ UInt64(part)
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: hash >> shift & 0xF)
                digits.append(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a"))
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
