internal import Journal

/// One run of one scenario, which a supervisor assigns to a worker: a line of JSON.
struct WorkerTask: Hashable {
    /// The id of the scenario.
    var id: String
    /// The scenario's file.
    var file: String
    var seed: UInt64
    /// The folder for the run's files.
    var folder: String
    /// The command that repeats the run.
    var again: String
    /// The original name of a copied `file`.
    var name: String?
    /// The file with copies of the included files.
    var beside: String?
    /// True when the task needs a process of its own, without other tasks before or after.
    var isAlone = false
    /// True when the journal has the timers that are armed.
    var journalsArming = false
    /// True when the report has a digest of the journal.
    var isDigested = false
    /// The scenario's text, instead of that of `file`; its run reports its features, and has no journal without a folder.
    var text: String?
    /// True when a driver that does not say `hello` is a fault of its command.
    var needsHello = false
    /// The number of journal entries before the text's first step, which is beside the scenario's steps.
    var forkAfter: Int?
    /// True when the text's first step has expectations to watch, and is not performed.
    var isWatch = false
}

extension WorkerTask {
    /// The line without its end.
    var line: [UInt8] {
        var json = JSONText()
        json.openObject()
        json.field("id", id)
        json.field("file", file)
        json.field("seed", seed)
        json.field("folder", folder)
        json.field("again", again)
        json.field("name", name)
        json.field("beside", beside)
        json.key("alone")
        json.boolean(isAlone)
        for (name, isSet) in [("digested", isDigested), ("arming", journalsArming), ("needsHello", needsHello)]
        where isSet {
            json.key(name)
            json.boolean(true)
        }
        json.field("text", text)
        json.field("forkAfter", forkAfter)
        json.key("watch")
        json.boolean(isWatch)
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }

    /// Decodes a line; returns nil when it is not a task.
    init?(line: [UInt8]) {
        guard let json = try? JSON(parsing: line), let id = json["id"]?.text, let file = json["file"]?.text,
            let seed = json["seed"]?.unsigned, let folder = json["folder"]?.text, let again = json["again"]?.text
        else { return nil }
        self.init(
            id: id, file: file, seed: seed, folder: folder, again: again, name: json["name"]?.text,
            beside: json["beside"]?.text, isAlone: json["alone"] == .boolean(true),
            journalsArming: json["arming"] == .boolean(true), isDigested: json["digested"] == .boolean(true),
            text: json["text"]?.text, needsHello: json["needsHello"] == .boolean(true),
            forkAfter: json["forkAfter"]?.integer, isWatch: json["watch"] == .boolean(true))
    }
}
