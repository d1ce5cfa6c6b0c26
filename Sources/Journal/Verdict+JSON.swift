package import Timing

extension Verdict {
    /// Writes the verdict as one JSON object, as in `verdict.json` and in the JSON report.
    ///
    /// Absent values are omitted; lists are always present.
    package func write(to json: inout JSONText) {
        json.openObject()
        json.field("id", id)
        json.field("name", name)
        json.field("file", file)
        json.field("line", line)
        json.field("verdict", kind.rawValue)
        json.field("seed", seed)
        json.field("runs", runs)
        json.field("clock", isRealTime ? "real" : "virtual")
        json.field("virtualSeconds", seconds: virtualSeconds)
        json.field("wallSeconds", seconds: wallSeconds)
        json.field("datagramsSent", datagramsSent)
        json.field("datagramsCaptured", datagramsCaptured)
        json.field("capture", capture)
        json.field("payloadDigest", payloadDigest)
        json.field("covers", covers)
        json.field("notes", notes)
        if let failure {
            json.key("failure")
            failure.write(to: &json)
        }
        json.closeObject()
    }

    /// The verdict as the bytes of one JSON object.
    package var json: [UInt8] {
        var text = JSONText()
        write(to: &text)
        return text.takeBytes()
    }

    /// Returns the key of a value that is missing, or that no run can have; nil when the verdict can be decoded.
    package static func wrongKey(in json: JSON) -> String? {
        if let key = ["id", "name", "file"].first(where: { json[$0]?.text == nil }) { return key }
        guard json["verdict"]?.text.flatMap(Kind.init) != nil else { return "verdict" }
        guard json["seed"]?.unsigned != nil else { return "seed" }
        let counts = ["runs", "datagramsSent", "datagramsCaptured"]
        if let key = counts.first(where: { json.count($0, whenAbsent: 0) == nil }) { return key }
        if let key = ["virtualSeconds", "wallSeconds"].first(where: { json.seconds($0) == nil }) { return key }
        return json["failure"].map { Failure($0) == nil } ?? false ? "failure" : nil
    }

    /// Decodes a verdict; returns nil when a required value is missing, or a number cannot be that of a run.
    package init?(_ json: JSON) {
        guard let id = json["id"]?.text, let name = json["name"]?.text, let file = json["file"]?.text,
            let kind = json["verdict"]?.text.flatMap(Kind.init), let seed = json["seed"]?.unsigned
        else { return nil }
        self.init(kind, id: id, name: name, file: file, seed: seed, covers: json["covers"]?.texts ?? [])
        line = json["line"]?.count
        isRealTime = json["clock"]?.text == "real"
        guard let runs = json.count("runs", whenAbsent: 1), let sent = json.count("datagramsSent", whenAbsent: 0),
            let captured = json.count("datagramsCaptured", whenAbsent: 0), let virtual = json.seconds("virtualSeconds"),
            let wall = json.seconds("wallSeconds")
        else { return nil }
        (self.runs, datagramsSent, datagramsCaptured) = (runs, sent, captured)
        (virtualSeconds, wallSeconds) = (virtual, wall)
        capture = json["capture"]?.text ?? "off"
        payloadDigest = json["payloadDigest"]?.text
        notes = json["notes"]?.texts ?? []
        guard let member = json["failure"] else { return }
        guard let failure = Failure(member) else { return nil }
        self.failure = failure
    }
}

extension Verdict.Failure {
    fileprivate func write(to json: inout JSONText) {
        json.openObject()
        json.field("reason", reason)
        json.field("step", step)
        json.field("file", file)
        json.field("line", line)
        json.field("column", column)
        json.field("frame", frame)
        json.field("expected", expected)
        json.field("actual", actual)
        if !findings.isEmpty { json.field("findings", findings) }
        if !faults.isEmpty { json.field("faults", faults) }
        if !troubles.isEmpty { json.field("troubles", troubles) }
        if !differences.isEmpty { json.field("differences", differences) }
        if !candidates.isEmpty { json.field("candidates", candidates) }
        json.key("participants")
        json.openArray()
        for snapshot in participants { snapshot.write(to: &json) }
        json.closeArray()
        json.field("datagrams", datagrams)
        json.field("lastEntries", lastEntries)
        json.field("output", output)
        json.field("replay", replay)
        json.closeObject()
    }

    fileprivate init?(_ json: JSON) {
        guard let reason = json["reason"]?.text else { return nil }
        self.init(reason)
        step = json["step"]?.count
        file = json["file"]?.text
        line = json["line"]?.count
        column = json["column"]?.count
        frame = json["frame"]?.text
        expected = json["expected"]?.text
        actual = json["actual"]?.text
        findings = json["findings"]?.texts ?? []
        faults = json["faults"]?.texts ?? []
        troubles = json["troubles"]?.texts ?? []
        differences = json["differences"]?.texts ?? []
        candidates = json["candidates"]?.texts ?? []
        participants = json["participants"]?.elements?.compactMap(Verdict.ParticipantSnapshot.init) ?? []
        datagrams = json["datagrams"]?.texts ?? []
        lastEntries = json["lastEntries"]?.texts ?? []
        output = json["output"]?.texts ?? []
        replay = json["replay"]?.text
    }
}

extension Verdict.ParticipantSnapshot {
    fileprivate func write(to json: inout JSONText) {
        json.openObject()
        json.field("participant", participant)
        json.field("callingState", callingState)
        if let since {
            json.key("since")
            json.seconds(nanoseconds: since.nanoseconds)
        }
        json.field("details", details)
        json.closeObject()
    }

    fileprivate init?(_ json: JSON) {
        guard let participant = json["participant"]?.text, let state = json["callingState"]?.text else { return nil }
        self.init(
            participant: participant, callingState: state, since: json["since"]?.instant,
            details: json["details"]?.attributes ?? [])
    }
}

extension JSON {
    /// A number of things or a line; nil for another value. Sums of the counts in a file do not overflow.
    package var count: Int? { integer.flatMap { (0...1 << 32).contains($0) ? $0 : nil } }

    /// Returns a member that is a count, or the default without such a member.
    fileprivate func count(_ name: String, whenAbsent usual: Int) -> Int? { self[name].map { $0.count } ?? usual }

    /// Returns a member that is a duration in seconds, or 0 without such a member.
    fileprivate func seconds(_ name: String) -> Double? {
        guard let member = self[name] else { return 0 }
        return member.double.flatMap { (0...1e12).contains($0) ? $0 : nil }
    }

    /// Seconds with up to nine decimals as an instant, without the rounding of binary fractions.
    package var instant: Instant? {
        guard case .number(let digits) = self else { return nil }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, let fraction = parts.count == 2 ? parts.last : "0", fraction.count <= 9 else {
            return nil
        }
        return Int64(whole + fraction + String(repeating: "0", count: 9 - fraction.count)).map(Instant.init)
    }

    fileprivate var attributes: [JournalAttribute] {
        guard case .object(let members) = self else { return [] }
        return members.map { JournalAttribute($0.name, $0.value.journalValue) }
    }

    private var journalValue: JournalValue {
        switch self {
        case .null, .object: .none
        case .boolean(let value): .boolean(value)
        case .number(let digits): Int64(digits).map { .integer($0) } ?? .number(Double(digits) ?? 0)
        case .text(let value): .text(value)
        case .array(let values): .list(values.map(\.journalValue))
        }
    }
}
