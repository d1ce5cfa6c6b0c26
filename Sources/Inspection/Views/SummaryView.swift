internal import Capture
internal import Journal
internal import Wire

/// An overview of a capture on one screen.
struct SummaryView: PacketView {
    private struct Traffic {
        var sent = 0
        var received = 0

        mutating func add(isSender: Bool) {
            if isSender { sent += 1 } else { received += 1 }
        }
    }

    private let options: ViewOptions
    private var packets = 0
    private var byteCount = 0
    private var lastTime: Int64 = 0
    private var firstTime: Int64?
    private var kinds: [PayloadKind: Int] = [:]
    private var hosts: [IPAddress: Traffic] = [:]
    private var streams = RTPStreamTable()
    private var calls = CallSummaries()
    private var events = 0
    private var counts: [Signal.Role: Int] = [:]
    private var retransmissions = 0
    /// The requests and messages that were shown; nil when all are.
    private var shown: Set<Int>?
    private var copies = Notes()
    private var resets = Notes()
    private var malformed = Notes()
    private var refused = Notes()
    private var unreadable = Notes()
    private var telephony = SIPSummary()

    private static let hostCapacity = 100_000

    init(_ options: ViewOptions) {
        self.options = options
        if !options.showsAll { shown = [] }
    }

    mutating func show(
        _ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader, at time: Int64, to output: TextOutput
    ) {
        packets += 1
        byteCount += packet.record.wireLength
        lastTime = firstTime == nil ? time : max(lastTime, time)
        firstTime = firstTime ?? time
        guard let datagram = packet.datagram else {
            return unreadable.add("packet \(packet.number): \(packet.problem.map { "\($0)" } ?? "")")
        }
        kinds[packet.kind, default: 0] += 1
        count(datagram)
        if packet.kind == .rtp, let header = RTPHeader(bytes.extracting(datagram.payload)) {
            streams.add(
                header, from: datagram.source, to: datagram.destination, at: packet.time, of: reader.telephony.calls)
        }
        if let signal = packet.sip { telephony.process(signal, packet, reader.names, at: time) }
        guard let signal = packet.signal else { return }
        calls.read(packet, reader.exchange, reader.names)
        count(signal, number: packet.number)
        note(signal, packet, reader.names, at: time)
    }

    private mutating func count(_ signal: Signal, number: Int) {
        if let copy = signal.copy {
            if copy.isRetransmission { retransmissions += 1 }
            return
        }
        events += signal.events.count
        counts[signal.role, default: 0] += 1
        if signal.message?.type == .confirmable { shown?.insert(number) }
        if signal.role == .request { shown?.insert(number) }
    }

    private mutating func count(_ datagram: UDPPacket) {
        for (host, isSender) in [(datagram.source.host, true), (datagram.destination.host, false)] {
            guard hosts[host] != nil || hosts.count < Self.hostCapacity else { continue }
            hosts[host, default: Traffic()].add(isSender: isSender)
        }
    }

    private mutating func note(_ signal: Signal, _ packet: InspectedPacket, _ names: HostNames, at time: Int64) {
        guard signal.isTrouble, let datagram = packet.datagram else { return }
        let ends = "\(names.text(datagram.source)) → \(names.text(datagram.destination))"
        let place = "packet \(packet.number) at \(Seconds.text(time)), \(ends)"
        let text = "\(place): \(PacketText.line(signal))"
        if signal.copy != nil {
            copies.add(text)
        } else if signal.role == .reset {
            resets.add(text)
        } else if signal.role == .malformed {
            malformed.add("\(place): \(signal.problem.map { "\($0)" } ?? "")")
        } else {
            refused.add(text)
        }
    }

    mutating func finish(_ reader: PacketReader, zero: Int64, to output: TextOutput) {
        let parts = [
            head, hostLines(reader.names), callLines, signalLines(reader, zero: zero),
            telephony.lines(reader, zero: zero, options), mediaLines(reader), faultLines,
        ]
        for line in parts.joined() {
            for piece in line.wrapped(to: options.width) { output.line(piece) }
        }
    }
}

// MARK: Lines

extension SummaryView {
    private var head: [String] {
        let duration = Seconds.text(lastTime - (firstTime ?? 0))
        let scenario = options.journal?.scenario.map { "scenario \($0), " } ?? ""
        let names: [(PayloadKind, String)] = [
            (.coap, "CoAP"), (.sip, "SIP"), (.stun, "STUN"), (.rtp, "RTP"), (.rtcp, "RTCP"), (.empty, "empty"),
            (.unknown, "unknown"),
        ]
        let parts = names.compactMap { kind, name in
            kinds[kind].map { "\(name) \(Seconds.grouped($0))" }
        }
        let other = unreadable.count > 0 ? ["no UDP datagram \(Seconds.grouped(unreadable.count))"] : []
        return [
            options.bold(options.file.printable) + ": \(scenario)\(Seconds.counted(packets, "packet")), "
                + "\(Seconds.counted(byteCount, "byte")) in \(duration), \(options.linkType)",
            "  " + (parts + other).joined(separator: " · "),
        ]
    }

    private func hostLines(_ names: HostNames) -> [String] {
        guard !hosts.isEmpty else { return [] }
        let sorted = hosts.sorted { $0.key < $1.key }
        let limit = 12
        let rows = sorted.prefix(limit).map { host, traffic in
            [
                "  \(names[host] ?? "")", host.description, "sent \(Seconds.grouped(traffic.sent))",
                "received \(Seconds.grouped(traffic.received))",
            ]
        }
        let more = sorted.count > limit ? ["  and \(Seconds.grouped(sorted.count - limit)) more"] : []
        let heads = ["", "", "", ""]
        return [options.bold("Hosts")] + Columns.text([heads] + rows).dropFirst() + more
    }

    private var callLines: [String] {
        guard !calls.summaries.isEmpty else { return [] }
        let limit = 8
        let lines = calls.summaries.prefix(limit).map { "  \($0.cid): \($0.text)".printable }
        let rest = calls.summaries.count - limit
        let others = calls.areIncomplete ? ", and others" : ""
        return [options.bold("Calls")] + lines + (rest > 0 ? ["  and \(Seconds.grouped(rest)) more\(others)"] : [])
    }

    private func signalLines(_ reader: PacketReader, zero: Int64) -> [String] {
        guard kinds[.coap] != nil || malformed.count > 0 else { return [] }
        let number = { Seconds.grouped(counts[$0] ?? 0) }
        var lines = [
            options.bold("Signalling"),
            "  requests \(number(.request)) · responses \(number(.response)) · "
                + "notifications \(number(.notification)) with \(Seconds.counted(events, "event"))",
        ]
        lines += copies.lines("retransmissions \(retransmissions), copies \(copies.count - retransmissions)", options)
        lines += refused.lines("refused", options)
        lines += resets.lines("resets", options)
        lines += malformed.lines("malformed", options)
        lines += unanswered(reader, zero: zero)
        let forgotten = reader.conversations.counts.forgotten
        if forgotten > 0, options.showsAll {
            lines.append("  requests given up or forgotten unanswered \(forgotten)")
        }
        return lines
    }

    private func unanswered(_ reader: PacketReader, zero: Int64) -> [String] {
        var requests = Notes()
        for exchange in reader.conversations.unanswered where shown?.contains(exchange.number) ?? true {
            requests.add(
                "packet \(exchange.number) at \(Seconds.text(exchange.time - zero)), "
                    + "\(reader.names.text(exchange.client)): \(exchange.method) \(exchange.path.printable)")
        }
        var messages = Notes()
        for message in reader.conversations.unacknowledged where shown?.contains(message.number) ?? true {
            messages.add(
                "packet \(message.number) at \(Seconds.text(message.time - zero)): \(message.role.rawValue)"
                    + (message.path.map { " on \($0.printable)" } ?? ""))
        }
        return requests.lines("unanswered", options) + messages.lines("unacknowledged", options)
    }

    private func mediaLines(_ reader: PacketReader) -> [String] {
        guard !streams.isEmpty else { return [] }
        let limit = 8
        let worst = streams.streams.enumerated().sorted {
            ($0.element.isTroubled ? 0 : 1, $0.offset) < ($1.element.isTroubled ? 0 : 1, $1.offset)
        }
        let lines = worst.prefix(limit).map { _, stream -> String in
            let types = stream.payloadTypes.map(String.init).joined(separator: ",")
            return "  \(reader.names.text(stream.key.source)) → \(reader.names.text(stream.key.destination)), "
                + "type \(types): \(Seconds.counted(stream.packets, "packet")), \(stream.lost) lost, "
                + "\(stream.duplicates.counted("duplicate")), "
                + "jitter \(Seconds.decimal(stream.jitter.mean, 1)) ms"
                + (stream.callID.map { ", of \($0)".printable } ?? "")
        }
        let rest = streams.streams.count - limit
        return [options.bold("RTP streams \(Seconds.grouped(streams.streams.count))")] + lines
            + (rest > 0 ? ["  and \(Seconds.grouped(rest)) more: see --rtp"] : [])
    }

    private var faultLines: [String] {
        guard let journal = options.journal, !journal.faults.isEmpty || !journal.losses.isEmpty else { return [] }
        let limit = 6
        var lines = journal.faults.prefix(limit).map { fault in
            "  \(Seconds.text(fault.time)) \(fault.participant.map { "\($0): " } ?? "")\(fault.text)".printable
        }
        let rest = journal.faults.count - limit
        if rest > 0 { lines.append("  and \(rest) more") }
        if !journal.losses.isEmpty {
            lines.append("  datagrams lost on purpose \(Seconds.grouped(journal.losses.count))")
        }
        return [options.bold("Faults")] + lines
    }
}

extension String {
    /// Returns lines of at most `width` characters, broken between words, with later lines indented.
    fileprivate func wrapped(to width: Int) -> [String] {
        guard count > width else { return [self] }
        let indent = prefix { $0 == " " } + "    "
        var lines: [String] = []
        var line = String(prefix { $0 == " " })
        var isFresh = true
        for word in split(separator: " ") {
            if !isFresh, line.count + 1 + word.count > width {
                lines.append(line)
                line = String(indent)
                isFresh = true
            }
            line += isFresh ? word : " \(word)"
            isFresh = false
        }
        return lines + [line]
    }
}
