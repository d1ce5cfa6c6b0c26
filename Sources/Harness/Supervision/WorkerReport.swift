internal import Journal

/// The end of a task in a worker: a line of JSON.
struct WorkerReport: Hashable {
    var verdict: Verdict
    /// The transitions and joint states in the run, for a task that has its scenario's text.
    var sights: [String] = []
    /// The digest of the journal, for a task that asks for it.
    var digest: UInt64?
}

extension WorkerReport {
    /// The line without its end.
    var line: [UInt8] {
        var json = JSONText()
        json.openObject()
        json.key("report")
        verdict.write(to: &json)
        if !sights.isEmpty { json.field("sights", sights) }
        if let digest { json.field("digest", digest) }
        json.closeObject()
        return json.takeBytes()
    }

    /// Decodes a line; returns nil when a part is missing.
    init?(_ json: JSON) {
        guard let verdict = json["report"].flatMap({ Verdict($0) }) else { return nil }
        self.init(verdict: verdict, sights: json["sights"]?.texts ?? [], digest: json["digest"]?.unsigned)
    }
}
