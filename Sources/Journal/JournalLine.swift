internal import Timing
internal import Wire

/// Writes entries as lines of `journal.ndjson`.
///
/// Every line begins with `number`, `time` (seconds) and `kind`; the other keys belong to the kind and come in the
/// order of the record's fields. What has no value is left out.
public enum JournalLine {
    /// The entry's line, with the line feed that ends it.
    public static func bytes(of entry: JournalEntry) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(192)
        append(entry, to: &line)
        return line
    }

    /// Adds the entry's line to `text`.
    public static func append(_ entry: JournalEntry, to text: inout [UInt8]) {
        var json = JSONText(continuing: text)
        // The writer must be the only owner of the bytes, or each line would copy all lines before it.
        text = []
        json.openObject()
        json.key("number")
        json.integer(entry.number)
        json.key("time")
        json.seconds(nanoseconds: entry.time.nanoseconds)
        json.key("kind")
        json.text(entry.event.kind)
        entry.event.write(to: &json)
        json.closeObject()
        json.newline()
        text = json.takeBytes()
    }
}

extension JournalEvent {
    fileprivate func write(to json: inout JSONText) {
        switch self {
        case .runStarted(let record): record.write(to: &json)
        case .step(let record): record.write(to: &json)
        case .call(let record): record.write(to: &json)
        case .returned(let record): record.write(to: &json)
        case .state(let record): record.write(to: &json)
        case .event(let record): record.write(to: &json)
        case .datagram(let record): record.write(to: &json)
        case .datagrams(let record): record.write(to: &json)
        case .fault(let record): record.write(to: &json)
        case .timer(let record): record.write(to: &json)
        case .notification(let record): record.write(to: &json)
        case .log(let record): record.write(to: &json)
        case .expectation(let record): record.write(to: &json)
        case .verdict(let record): record.write(to: &json)
        }
    }
}

extension JournalEvent.RunStarted {
    fileprivate func write(to json: inout JSONText) {
        json.field("scenario", scenario)
        json.field("file", file)
        json.field("seed", seed)
        json.field("clock", clock)
    }
}

extension JournalEvent.Step {
    fileprivate func write(to json: inout JSONText) {
        json.field("step", index)
        json.field("line", line)
        json.field("file", file)
        json.field("text", text)
        json.field("phase", phase.rawValue)
    }
}

extension JournalEvent.Call {
    fileprivate func write(to json: inout JSONText) {
        json.field("participant", participant)
        json.field("call", call)
        json.field("name", name)
        json.field("arguments", arguments)
    }
}

extension JournalEvent.Returned {
    fileprivate func write(to json: inout JSONText) {
        json.field("participant", participant)
        json.field("call", call)
        json.field("name", name)
        switch outcome {
        case .value(let value):
            if value != .none { json.field("value", value) }
        case .thrown(let type, let message):
            json.field("error", type)
            json.field("message", message)
        }
    }
}

extension JournalEvent.StateChange {
    fileprivate func write(to json: inout JSONText) {
        json.field("participant", participant)
        json.field("property", property)
        json.field("from", from)
        json.field("to", to)
        json.field("cause", cause)
    }
}

extension JournalEvent.Event {
    fileprivate func write(to json: inout JSONText) {
        json.field("participant", participant)
        json.field("type", type)
        json.field("cid", cid)
        json.field("datagram", datagram)
    }
}

extension JournalEvent.Datagram {
    fileprivate func write(to json: inout JSONText) {
        json.field("datagram", number)
        json.field("from", from)
        json.field("to", to)
        json.field("byteCount", byteCount)
        json.key("fate")
        switch fate {
        case .sent: json.word(quoted: "sent")
        case .delayed(let until):
            json.word(quoted: "delayed")
            json.key("until")
            json.seconds(nanoseconds: until.nanoseconds)
        case .received: json.word(quoted: "received")
        case .lost(let reason):
            json.word(quoted: "lost")
            json.field("reason", reason)
        case .corrupted: json.word(quoted: "corrupted")
        case .duplicated: json.word(quoted: "duplicated")
        case .kernelDropped: json.word(quoted: "kernelDropped")
        case .undeliverable: json.word(quoted: "undeliverable")
        }
        json.field("summary", summary)
    }
}

extension JournalEvent.Datagrams {
    fileprivate func write(to json: inout JSONText) {
        json.field("from", from)
        json.field("to", to)
        json.field("ssrc", Int(ssrc))
        json.field("first", numbers?.lowerBound)
        json.field("last", numbers?.upperBound)
        json.field("sent", sent)
        json.field("received", received)
        if delayed > 0 { json.field("delayed", delayed) }
        json.field("byteCount", byteCount)
    }
}

extension JournalEvent.Fault {
    fileprivate func write(to json: inout JSONText) {
        json.field("target", target)
        json.field("text", text)
    }
}

extension JournalEvent.Timer {
    fileprivate func write(to json: inout JSONText) {
        json.field("owner", owner)
        json.field("label", label)
        json.key("phase")
        switch phase {
        case .armed(let until):
            json.word(quoted: "armed")
            json.key("until")
            json.seconds(nanoseconds: until.nanoseconds)
        case .fired: json.word(quoted: "fired")
        case .cancelled: json.word(quoted: "cancelled")
        }
    }
}

extension JournalEvent.Notification {
    fileprivate func write(to json: inout JSONText) {
        json.field("participant", participant)
        json.field("name", name)
        json.field("attributes", attributes)
    }
}

extension JournalEvent.Log {
    fileprivate func write(to json: inout JSONText) {
        json.field("source", source)
        json.field("name", name)
        json.field("attributes", attributes)
    }
}

extension JournalEvent.Expectation {
    fileprivate func write(to json: inout JSONText) {
        json.field("step", index)
        json.field("line", line)
        json.field("file", file)
        json.field("text", text)
        json.key("outcome")
        switch outcome {
        case .held: json.word(quoted: "held")
        case .failed(let expected, let actual):
            json.word(quoted: "failed")
            json.field("expected", expected)
            json.field("actual", actual)
        }
    }
}

extension JournalEvent.Judgement {
    fileprivate func write(to json: inout JSONText) {
        json.field("verdict", kind.rawValue)
        json.field("reason", reason)
    }
}
