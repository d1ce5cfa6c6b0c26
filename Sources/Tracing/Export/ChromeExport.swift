internal import Journal
internal import Timing

/// Writes a timeline in the Trace Event Format of chrome://tracing.
enum ChromeExport {
    static func bytes(of timeline: ExportTimeline) -> [UInt8] {
        var json = JSONText()
        json.openObject()
        json.field("displayTimeUnit", "ns")
        json.key("traceEvents")
        json.openArray()
        let groups = timeline.groups
        for (index, group) in groups.enumerated() { metadata("process_name", group, index + 1, 0, &json) }
        let processes = timeline.tracks.map { process(of: $0, groups) }
        for (index, track) in timeline.tracks.enumerated() {
            metadata("thread_name", track.name, processes[index], index + 1, &json)
        }
        for span in timeline.spans { write(span, processes[span.track], &json) }
        json.closeArray()
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }

    private static func process(of track: ExportTimeline.Track, _ groups: [String]) -> Int {
        (groups.firstIndex(of: track.group) ?? 0) + 1
    }

    private static func metadata(
        _ kind: String, _ name: String, _ process: Int, _ thread: Int, _ json: inout JSONText
    ) {
        json.openObject()
        json.field("ph", "M")
        json.field("name", kind)
        json.field("pid", process)
        json.field("tid", thread)
        json.key("args")
        json.openObject()
        json.field("name", name)
        json.closeObject()
        json.closeObject()
    }

    private static func write(_ span: ExportTimeline.Span, _ process: Int, _ json: inout JSONText) {
        let track = span.track + 1
        open("X", span.name, span.start, process, track, &json)
        json.field("dur", microseconds: span.end - span.start)
        if !span.details.isEmpty {
            json.key("args")
            json.openObject()
            for detail in span.details {
                json.key(detail.name)
                json.text(detail.value.description)
            }
            json.closeObject()
        }
        json.closeObject()
        if let number = span.departing { arrow("s", number, span.start, process, track, &json) }
        if let number = span.arriving { arrow("f", number, span.start, process, track, &json) }
    }

    private static func arrow(
        _ phase: String, _ number: Int, _ time: Int64, _ process: Int, _ track: Int, _ json: inout JSONText
    ) {
        open(phase, "datagram", time, process, track, &json)
        json.field("cat", "datagram")
        json.field("id", number)
        if phase == "f" { json.field("bp", "e") }
        json.closeObject()
    }

    private static func open(
        _ phase: String, _ name: String, _ time: Int64, _ process: Int, _ track: Int, _ json: inout JSONText
    ) {
        json.openObject()
        json.field("ph", phase)
        json.field("name", name)
        json.field("ts", microseconds: time)
        json.field("pid", process)
        json.field("tid", track)
    }
}

extension JSONText {
    /// Writes a time in microseconds with three decimals.
    fileprivate mutating func field(_ name: StaticString, microseconds nanoseconds: Int64) {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
        key(name)
        raw("\(whole).\(String(1000 + rest).dropFirst())".utf8)
    }
}
