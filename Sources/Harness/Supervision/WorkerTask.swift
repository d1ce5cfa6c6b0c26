internal import Journal

/// One run of one scenario, as the supervisor tells it to a worker: a line of JSON.
struct WorkerTask: Hashable {
    /// The scenario.
    var id: String
    /// The file that holds it.
    var file: String
    var seed: UInt64
    /// The folder for what the run leaves.
    var folder: String
    /// The command that repeats the run.
    var again: String
    /// The name of the file of which `file` is a copy.
    var name: String?
    /// The file with copies of those that it includes.
    var beside: String?
    /// True when the task needs a process that runs nothing else, neither before nor after.
    var isAlone = false
}

extension WorkerTask {
    /// The line that tells it.
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
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }

    /// Reads a line back; nil when it tells no task.
    init?(line: [UInt8]) {
        guard let json = try? JSON(parsing: line), let id = json["id"]?.text, let file = json["file"]?.text,
            let seed = json["seed"]?.unsigned, let folder = json["folder"]?.text, let again = json["again"]?.text
        else { return nil }
        self.init(
            id: id, file: file, seed: seed, folder: folder, again: again, name: json["name"]?.text,
            beside: json["beside"]?.text, isAlone: json["alone"] == .boolean(true))
    }
}
