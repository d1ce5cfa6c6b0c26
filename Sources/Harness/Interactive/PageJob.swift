internal import Journal

/// A run or a shrinking that the page requested: another process of this program, and its output lines.
struct PageJob {
    enum Work: Hashable {
        case run
        case shrink(id: String, file: String)
    }

    let work: Work
    /// The number of scenarios with a verdict, and of all.
    private(set) var ended = 0
    private(set) var count: Int
    /// The ids of the scenarios that run now.
    private(set) var running: [String] = []
    /// The output that is not an event, such as an error message.
    private(set) var complaint = ""
    private var tool: Tool
    private var lines = LineReader()

    private static let longestComplaint = 20_000

    init(_ work: Work, words: [String], count: Int) throws(FileError) {
        self.work = work
        self.count = count
        tool = try Tool(ownWords: words)
    }

    var descriptor: Int32 { tool.descriptor }

    /// Returns the events since the last call, and the exit status once the process has ended.
    mutating func advance() -> (events: [JSON], status: Int32?) {
        let status = tool.status(waitingMilliseconds: 0)
        lines.add(tool.takeOutput())
        var events: [JSON] = []
        while let line = lines.next() { if let event = take(line) { events.append(event) } }
        return (events, status)
    }

    private mutating func take(_ line: [UInt8]) -> JSON? {
        guard let event = try? JSON(parsing: line), let kind = event["kind"]?.text else {
            let text = String(decoding: line, as: UTF8.self)
            if complaint.utf8.count + line.count < Self.longestComplaint { complaint += text + "\n" }
            return nil
        }
        switch kind {
        case "began": event["id"]?.text.map { running.append($0) }
        case "verdict":
            ended = event["ended"]?.integer ?? ended
            count = event["of"]?.integer ?? count
            let id = event["verdict"]?["id"]?.text
            running.removeAll { $0 == id }
        default: break
        }
        return event
    }

    func stop() { tool.interrupt() }

    mutating func kill() { tool.kill() }
}
