internal import Journal
internal import Timing
internal import Wire

/// Comments on the packets of a run's capture: participants, step, cause, fate and effects.
package struct PacketComments {
    private let trace: RunTrace
    private var comments: [Int: [String]] = [:]
    private var numbers = PacketNumbers()
    private var step: String?
    /// The newest command, timer, fault or received datagram of each host, in words, with its time.
    private var newest: [String: (time: Instant, words: String)] = [:]
    private var names: [SocketAddress: String] = [:]
    private var summaries: [Int: String] = [:]
    /// The number of the first datagram with the same content from and to the same addresses.
    private var firsts: [Message: Int] = [:]
    /// The requests that were received, by sender, receiver and message id.
    private var requests: [Message: Int] = [:]
    /// The datagrams that wait in the network, which have no number yet.
    private var waits = NetworkWaits<Wait>()
    private var sendings: [Int: Instant] = [:]
    /// Comments for the next packet.
    private var pending: [String] = []

    private struct Wait {
        let start: Instant
        /// The newest event at the sender when the wait began.
        let newest: (time: Instant, words: String)?
    }

    private struct Message: Hashable {
        let from: SocketAddress
        let to: SocketAddress
        let words: String
    }

    package init(_ trace: RunTrace) {
        self.trace = trace
        for entry in trace.entries { take(entry.event, at: entry.time) }
    }

    /// Returns the comments on a packet, by its number in the capture.
    package subscript(packet: Int) -> [String] { comments[packet] ?? [] }

    private mutating func take(_ event: JournalEvent, at time: Instant) {
        switch event {
        case .step(let began) where began.phase == .began:
            step = "step \(began.index), \(began.file.map { "\($0), " } ?? "")line \(began.line): \(began.text)"
        case .call(let call): newest[call.participant] = (time, "command \(call.participant): \(call.name)")
        case .timer(let timer) where timer.phase == .fired:
            newest[timer.owner] = (time, "timer of \(timer.owner): \(timer.label)")
        case .fault(let fault):
            let words = "\(fault.target.map { "\($0): " } ?? "")\(fault.text)"
            pending.append("before this: \(words)")
            if let target = fault.target { newest[target] = (time, "fault \(words)") }
        case .state(let change):
            add("caused \(change.participant).\(change.property): \(change.from) → \(change.to)", to: change.cause)
        case .event(let event): add("event \(event.type) at \(event.participant)", to: event.datagram)
        case .datagram(let datagram): take(datagram, at: time)
        case .datagrams(let datagrams): numbers.wereSent(last: datagrams.numbers?.upperBound)
        default: break
        }
    }

    // MARK: Datagrams

    private mutating func take(_ datagram: JournalEvent.Datagram, at time: Instant) {
        let number = datagram.number
        switch datagram.fate {
        case .sent: wasSent(datagram, at: time)
        case .received:
            add("received\(number.flatMap { isLater($0, than: time) } ?? "")", to: number)
            wasReceived(datagram, at: time)
        case .delayed(let end):
            let wait = Wait(start: time, newest: newest[name(of: datagram.from)])
            waits.begin(datagram, until: end, at: time) { wait }
        case .lost(let reason):
            if number == nil { _ = waits.end(datagram, at: time) }
            add("lost on purpose: \(reason.isEmpty ? "lost" : reason)", to: number)
        case .corrupted: add("damaged on purpose: \(datagram.summary ?? "")", to: number)
        case .duplicated: add("a second copy, sent on purpose", to: number)
        case .kernelDropped: add("dropped by the kernel", to: number)
        case .undeliverable: add("no socket listens at \(datagram.to)", to: number)
        }
    }

    /// The time of an arrival, where it differs from that of the sending.
    private func isLater(_ number: Int, than time: Instant) -> String? {
        sendings[number].flatMap { $0 == time ? nil : " at \(time)" }
    }

    private mutating func wasSent(_ datagram: JournalEvent.Datagram, at time: Instant) {
        numbers.wasSent(datagram.number)
        guard let number = datagram.number else { return }
        sendings[number] = time
        summaries[number] = datagram.summary
        var own = ["\(name(of: datagram.from)) → \(name(of: datagram.to))"]
        if let step { own.append(step) }
        let wait = waits.end(datagram, at: time)
        let event = wait.map(\.newest) ?? newest[name(of: datagram.from)]
        if let cause = cause(of: datagram, number, event, at: wait?.start ?? time) { own.append("cause: \(cause)") }
        if let wait { own.append("delayed by the network since \(wait.start)") }
        for text in own + pending { add(text, to: number) }
        pending = []
    }

    private mutating func wasReceived(_ datagram: JournalEvent.Datagram, at time: Instant) {
        guard let number = datagram.number, let summary = summaries[number], Self.hasContent(summary) else { return }
        let words = "#\(number) \(name(of: datagram.from)) → \(name(of: datagram.to))  \(summary)"
        newest[name(of: datagram.to)] = (time, words)
        let parts = summary.split(separator: " ", maxSplits: 2)
        if parts.first == "CON" {
            requests[Message(from: datagram.from, to: datagram.to, words: String(parts[1]))] = number
        }
    }

    /// The earlier datagram that is repeated, the request to which it responds, or the newest event at its sender.
    private mutating func cause(
        of datagram: JournalEvent.Datagram, _ number: Int, _ event: (time: Instant, words: String)?, at time: Instant
    ) -> String? {
        guard let summary = datagram.summary else { return nil }
        let content = Message(from: datagram.from, to: datagram.to, words: summary)
        if Self.hasContent(summary) {
            if let first = firsts[content] { return "#\(first) again, without a response so far" }
            firsts[content] = number
        }
        let parts = summary.split(separator: " ", maxSplits: 2)
        if parts.count > 1, parts[0] == "ACK",
            let request = requests[Message(from: datagram.to, to: datagram.from, words: String(parts[1]))]
        {
            return "#\(request) \(name(of: datagram.to)) → \(name(of: datagram.from))  \(summaries[request] ?? "")"
        }
        let sender = name(of: datagram.from)
        guard let event else { return nil }
        // A server that acts later than it received anything acts on a timer.
        return trace.isServer(sender) && event.time != time ? "a timer of \(sender)" : event.words
    }

    /// True when a datagram is more than an empty acknowledgement or a check of a path.
    private static func hasContent(_ summary: String) -> Bool {
        summary.split(separator: " ", maxSplits: 2).count > 2 && !summary.hasPrefix("STUN")
    }

    private mutating func add(_ text: String, to number: Int?) {
        guard let number else { return }
        comments[numbers.packet(of: number), default: []].append(text)
    }

    private mutating func name(of address: SocketAddress) -> String {
        if let name = names[address] { return name }
        let name = trace.name(of: address)
        names[address] = name
        return name
    }
}

/// The numbers of datagrams in a capture. They differ from those of the journal, which also counts datagrams that were
/// not captured.
private struct PacketNumbers {
    private var sent = 0
    private var hasRuns = false
    private var others: [Int: Int] = [:]

    mutating func wasSent(_ number: Int?) {
        // Datagrams of streams have numbers between those with entries of their own.
        sent = hasRuns ? max(sent + 1, number ?? 0) : sent + 1
        if !hasRuns, let number, number != sent { others[number] = sent }
    }

    /// Counts datagrams of one stream that end with `last`.
    mutating func wereSent(last: Int?) {
        hasRuns = true
        sent = max(sent, last ?? sent)
    }

    func packet(of number: Int) -> Int { others[number] ?? number }
}
