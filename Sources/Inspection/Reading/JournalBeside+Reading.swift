internal import Glibc
internal import Journal
internal import Timing

extension JournalBeside {
    /// Reads `journal.ndjson` beside a capture, if it exists.
    init?(besideCapture file: String) {
        guard file != "-" else { return nil }
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let path = file.contains("/") ? "\(folder)/journal.ndjson" : "journal.ndjson"
        guard let stream = fopen(path, "re") else { return nil }
        defer { fclose(stream) }
        self.init()
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        while fgets(&buffer, Int32(buffer.count), stream) != nil {
            process(buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) })
        }
    }

    init(lines: [String]) {
        self.init()
        for line in lines { process(Array(line.utf8)) }
    }

    /// Creates it from the journal of a run in this process.
    init(_ journal: Journal) {
        self.init()
        for entry in journal.entries { process(JournalLine.bytes(of: entry)) }
    }

    /// Reads a line. An unknown line is ignored.
    mutating func process(_ line: [UInt8]) {
        // Most lines concern datagrams, of which most only count here.
        switch Self.word(behind: Key.kind, in: line) {
        case "datagram":
            switch Self.word(behind: Key.fate, in: line) {
            case "sent": return wasSent(Self.datagram(line))
            case "received", "delayed": return
            default: break
            }
        case "state", "fault", "runStarted", "event", "datagrams": break
        default: return
        }
        if let json = try? JSON(parsing: line) { process(json) }
    }

    /// The beginnings of fields. A text in an entry cannot match, because its quotes are escaped; the attributes of an
    /// entry can, but they come after its own fields.
    private enum Key {
        static let kind = Array(#""kind":""#.utf8)
        static let fate = Array(#""fate":""#.utf8)
        static let number = Array(#""datagram":"#.utf8)
    }

    /// Returns the text of the first such field in a line, without parsing all of it; nil when its end is missing.
    private static func word(behind key: [UInt8], in line: [UInt8]) -> String? {
        guard let start = place(of: key, in: line) else { return nil }
        let rest = line[(start + key.count)...]
        return rest.firstIndex(of: UInt8(ascii: "\"")).map { String(decoding: rest[..<$0], as: UTF8.self) }
    }

    /// Returns the datagram number of a line without parsing all of it.
    private static func datagram(_ line: [UInt8]) -> Int? {
        guard let start = place(of: Key.number, in: line) else { return nil }
        let digits = line[(start + Key.number.count)...].prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Returns the start of a key in a line.
    private static func place(of key: [UInt8], in line: [UInt8]) -> Int? {
        var start = 0
        while start + key.count <= line.count {
            var matched = 0
            while matched < key.count, line[start + matched] == key[matched] { matched += 1 }
            if matched == key.count { return start }
            start += 1
        }
        return nil
    }

    private mutating func process(_ json: JSON) {
        let time = json["time"]?.instant?.nanoseconds ?? 0
        switch json["kind"]?.text {
        case "runStarted": started(json["scenario"]?.text, clock: json["clock"]?.text)
        case "datagram": processFate(json)
        case "datagrams": wereSent(last: json["last"]?.integer)
        case "fault": if let text = json["text"]?.text { disturbed(json["target"]?.text, text, at: time) }
        case "state":
            guard let participant = json["participant"]?.text, let property = json["property"]?.text else { return }
            let value = json["to"]?.written ?? "none"
            let old = json["from"]?.written ?? "none"
            changed(participant, property, from: old, to: value, cause: json["cause"]?.integer, at: time)
        case "event":
            guard let participant = json["participant"]?.text, let datagram = json["datagram"]?.integer else { return }
            received(participant, in: datagram)
        default: break
        }
    }

    private mutating func processFate(_ json: JSON) {
        guard let number = json["datagram"]?.integer, json["fate"]?.text == "lost" else { return }
        wasLost(number, reason: json["reason"]?.text ?? "lost")
    }
}

extension JSON {
    /// The value in the journal's notation.
    fileprivate var written: String {
        switch self {
        case .null, .object: "none"
        case .boolean(let value): String(value)
        case .number(let digits): digits
        case .text(let value): value
        case .array(let values): "[" + values.map(\.written).joined(separator: ", ") + "]"
        }
    }
}
