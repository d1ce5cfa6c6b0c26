internal import Glibc
internal import Journal

/// What inspection takes from the journal that lies beside a capture.
struct JournalBeside {
    /// Something that the journal tells between two packets.
    struct Remark: Hashable {
        /// How many packets were on the wire before it.
        let afterPacket: Int
        /// Nanoseconds on the run's own time line.
        let time: Int64
        let participant: String?
        let text: String
    }

    /// Whether the run's time began at the virtual epoch.
    private(set) var isVirtual = false
    private(set) var scenario: String?
    /// The participant to whom the packet of a number was sent.
    private(set) var receivers: [Int: String] = [:]
    /// Why packets never arrived, by number.
    private(set) var losses: [Int: String] = [:]
    private(set) var faults: [Remark] = []
    /// Changes of what participants show to their users.
    private(set) var states: [Remark] = []

    private static let limit = 100_000
    private var sent = 0
    private var participants: Set<String> = []

    /// Reads `journal.ndjson` beside a capture; nil when there is none.
    init?(besideCapture file: String) {
        guard file != "-" else { return nil }
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let path = file.contains("/") ? "\(folder)/journal.ndjson" : "journal.ndjson"
        guard let stream = fopen(path, "re") else { return nil }
        defer { fclose(stream) }
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        while fgets(&buffer, Int32(buffer.count), stream) != nil {
            take(buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) })
        }
    }

    init(lines: [String]) {
        for line in lines { take(Array(line.utf8)) }
    }

    private mutating func take(_ line: [UInt8]) {
        // Most lines tell of datagrams, and most of those only count here.
        let text = String(decoding: line, as: UTF8.self)
        if text.contains(#""kind":"datagram""#) {
            if text.contains(#""fate":"sent""#) { sent += 1 }
            guard text.contains(#""fate":"lost""#) else { return }
        }
        let kinds = ["state", "fault", "runStarted", "datagram"]
        guard kinds.contains(where: { text.contains("\"kind\":\"\($0)\"") }), let json = try? JSON(parsing: line) else {
            return
        }
        take(json)
    }

    private mutating func take(_ json: JSON) {
        let time = Int64((json["time"]?.double ?? 0) * 1e9)
        switch json["kind"]?.text {
        case "runStarted":
            isVirtual = json["clock"]?.text == "virtual"
            scenario = json["scenario"]?.text
        case "datagram":
            guard let number = json["datagram"]?.integer, losses.count < Self.limit else { return }
            losses[number] = json["reason"]?.text ?? "lost"
        case "fault":
            guard faults.count < Self.limit, let text = json["text"]?.text else { return }
            faults.append(Remark(afterPacket: sent, time: time, participant: json["target"]?.text, text: text))
        case "state": takeState(json, at: time)
        default: break
        }
    }

    private mutating func takeState(_ json: JSON, at time: Int64) {
        guard let participant = json["participant"]?.text else { return }
        if let cause = json["cause"]?.integer, participants.insert(participant).inserted {
            receivers[cause] = participant
        }
        guard json["property"]?.text == "callingState", let to = json["to"]?.text, states.count < Self.limit else {
            return
        }
        states.append(Remark(afterPacket: sent, time: time, participant: participant, text: to))
    }
}
