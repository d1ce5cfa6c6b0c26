internal import Capture
internal import Telephony

/// The part of a summary about SIP.
struct SIPSummary {
    private var counts = SIPCounts()
    private var callIDs: Set<String> = []
    private var requests: Set<Int> = []
    private(set) var copies = Notes()
    private(set) var refused = Notes()
    private(set) var malformed = Notes()
    private var retransmissions = 0

    mutating func process(_ signal: SIPSignal, _ packet: InspectedPacket, _ names: HostNames, at time: Int64) {
        counts.process(signal)
        if let callID = signal.envelope?.callID { callIDs.insert(callID) }
        if signal.role == .request { requests.insert(packet.number) }
        guard signal.isTrouble, let datagram = packet.datagram else { return }
        let ends = "\(names.text(datagram.source)) → \(names.text(datagram.destination))"
        let text = "packet \(packet.number) at \(Seconds.text(time)), \(ends): \(SIPText.line(signal))"
        if let copy = signal.copy {
            if copy.isRetransmission { retransmissions += 1 }
            copies.add(text)
        } else if signal.role == .malformed {
            malformed.add(text)
        } else {
            refused.add(text)
        }
    }

    /// The lines of the summary; none when there is no SIP.
    func lines(_ reader: PacketReader, zero: Int64, _ options: ViewOptions) -> [String] {
        guard counts.total > 0 else { return [] }
        let calls = reader.telephony.calls.calls.filter { callIDs.contains($0.callID) }
        let limit = 8
        var lines = calls.isEmpty ? [] : [options.bold("SIP calls and exchanges \(Seconds.grouped(calls.count))")]
        lines += calls.prefix(limit).map { "  \($0.text)".printable }
        if calls.count > limit { lines.append("  and \(Seconds.grouped(calls.count - limit)) more: see --sip") }
        lines += [
            options.bold("SIP messages"),
            "  requests \(Seconds.grouped(counts.requestCount)) · responses \(Seconds.grouped(counts.responseCount))",
        ]
        lines += copies.lines("retransmissions \(retransmissions), copies \(copies.count - retransmissions)", options)
        lines += refused.lines("refused", options) + malformed.lines("malformed", options)
        return lines + unanswered(reader, zero: zero).lines("unanswered", options)
    }

    private func unanswered(_ reader: PacketReader, zero: Int64) -> Notes {
        var notes = Notes()
        for transaction in reader.telephony.unanswered where requests.contains(transaction.number) {
            notes.add(
                "packet \(transaction.number) at \(Seconds.text(transaction.time - zero)), "
                    + "\(reader.names.text(transaction.client)): \(transaction.method) \(transaction.uri)".printable)
        }
        return notes
    }
}
