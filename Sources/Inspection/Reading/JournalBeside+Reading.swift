internal import Glibc
internal import Journal
internal import Timing

extension JournalBeside {
    /// Reads `journal.ndjson` beside a capture; nil when there is none.
    init?(besideCapture file: String) {
        guard file != "-" else { return nil }
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let path = file.contains("/") ? "\(folder)/journal.ndjson" : "journal.ndjson"
        guard let stream = fopen(path, "re") else { return nil }
        defer { fclose(stream) }
        self.init()
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        while fgets(&buffer, Int32(buffer.count), stream) != nil {
            take(buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) })
        }
    }

    init(lines: [String]) {
        self.init()
        for line in lines { take(Array(line.utf8)) }
    }

    /// The journal of a run in this process.
    init(_ journal: Journal) {
        self.init()
        for entry in journal.entries { take(entry) }
    }

    private mutating func take(_ entry: JournalEntry) {
        let time = entry.time.nanoseconds
        switch entry.event {
        case .runStarted(let run): started(run.scenario, clock: run.clock)
        case .datagram(let datagram):
            if case .sent = datagram.fate { wasSent() }
            if case .lost(let reason) = datagram.fate, let number = datagram.number {
                wasLost(number, reason: reason)
            }
        case .fault(let fault): disturbed(fault.target, fault.text, at: time)
        case .state(let state):
            changed(state.participant, state.property, to: "\(state.to)", cause: state.cause, at: time)
        case .event(let event):
            if let datagram = event.datagram { wasTold(event.participant, in: datagram) }
        default: break
        }
    }

    /// Takes a line; one that is not understood tells nothing.
    mutating func take(_ line: [UInt8]) {
        // Most lines tell of datagrams, and most of those only count here.
        let text = String(decoding: line, as: UTF8.self)
        if text.contains(#""kind":"datagram""#) {
            if text.contains(#""fate":"sent""#) { wasSent() }
            guard text.contains(#""fate":"lost""#) else { return }
        }
        let kinds = ["state", "fault", "runStarted", "datagram", "event"]
        guard kinds.contains(where: { text.contains("\"kind\":\"\($0)\"") }), let json = try? JSON(parsing: line) else {
            return
        }
        take(json)
    }

    private mutating func take(_ json: JSON) {
        let time = json["time"]?.instant?.nanoseconds ?? 0
        switch json["kind"]?.text {
        case "runStarted": started(json["scenario"]?.text, clock: json["clock"]?.text)
        case "datagram":
            if let number = json["datagram"]?.integer { wasLost(number, reason: json["reason"]?.text ?? "lost") }
        case "fault": if let text = json["text"]?.text { disturbed(json["target"]?.text, text, at: time) }
        case "state":
            guard let participant = json["participant"]?.text, let property = json["property"]?.text else { return }
            let value = json["to"]?.text ?? "none"
            changed(participant, property, to: value, cause: json["cause"]?.integer, at: time)
        case "event":
            guard let participant = json["participant"]?.text, let datagram = json["datagram"]?.integer else { return }
            wasTold(participant, in: datagram)
        default: break
        }
    }
}
