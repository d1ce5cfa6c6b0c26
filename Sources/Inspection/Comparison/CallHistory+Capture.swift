package import Capture
package import Journal
internal import Timing
internal import Wire

extension CallHistory {
    /// Reads the history of a capture, with the calling states of the journal beside it.
    ///
    /// - Parameters:
    ///   - file: The path of the capture; `-` is the standard input.
    ///   - journal: The run's journal, if it is not stored beside the capture.
    /// - Returns: The history up to a damage, and the damage.
    /// - Throws: `CaptureFileError.cannotOpen` when no packet can be read.
    package static func reading(
        _ file: String, journal: Journal? = nil
    ) throws(CaptureFileError) -> (history: CallHistory, damage: CaptureFileError?) {
        let capture = try CaptureFile(file)
        let beside = journal.map { JournalBeside($0) } ?? JournalBeside(besideCapture: file)
        var reader = PacketReader(
            linkType: capture.linkType,
            names: HostNames(receivers: beside?.receivers ?? [:], outsiders: beside?.outsiders ?? [:]))
        var collector = HistoryCollector(beside)
        var damage: CaptureFileError?
        do {
            while try capture.withNext({ record, bytes in
                let packet = reader.read(record, bytes)
                collector.process(packet, bytes, reader)
            }) {}
        } catch let error as CaptureFileError {
            damage = error
        } catch {
            // Reading throws no other error.
        }
        return (collector.history(reader.names), damage)
    }

    /// Reads the calling states of a journal without a capture.
    package static func reading(journal bytes: [UInt8]) -> CallHistory {
        var journal = JournalBeside()
        for line in bytes.split(separator: UInt8(ascii: "\n")) { journal.process(Array(line)) }
        var collector = HistoryCollector(journal)
        return collector.history(HostNames(receivers: journal.receivers))
    }
}

/// Collects the call events of packets.
private struct HistoryCollector {
    private struct Finding {
        let time: Int64
        let ends: (from: IPAddress, to: IPAddress)?
        let words: String
    }

    private struct MediaKey: Hashable {
        let from: IPAddress
        let to: IPAddress
        let kind: MediaRun.Content
    }

    private let hasStates: Bool
    private let isVirtual: Bool
    private var states: [JournalBeside.Remark]
    private var findings: [Finding] = []
    private var media: Set<MediaKey> = []
    private var last: Int64 = 0
    private var omitted = 0
    private static let capacity = 200_000

    init(_ journal: JournalBeside?) {
        hasStates = journal != nil
        isVirtual = journal?.isVirtual ?? false
        states = (journal?.states ?? []).reversed()
    }

    mutating func process(_ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader) {
        addStates(before: packet.number)
        last = packet.time
        guard let datagram = packet.datagram else { return }
        let ends = (datagram.source.host, datagram.destination.host)
        if let signal = packet.signal {
            for words in signal.eventTexts(reader.exchange) {
                add(Finding(time: packet.time, ends: ends, words: words))
            }
        } else if packet.kind == .rtp {
            let kind = MediaRun.Content(.rtp, RTPHeader(bytes.extracting(datagram.payload)))
            guard media.count < Self.capacity,
                media.insert(MediaKey(from: ends.0, to: ends.1, kind: kind)).inserted
            else { return }
            add(Finding(time: packet.time, ends: ends, words: "\(kind.name)begins"))
        }
    }

    /// In real time a change of state has the time of the packet before it, because the journal's times have another
    /// origin.
    private mutating func addStates(before number: Int) {
        while let state = states.last, state.afterPacket < number {
            states.removeLast()
            let text = "\(CallEvent.stateMark)\(state.participant ?? ""): \(state.text)"
            let start = Timestamp.virtualStart.milliseconds * 1_000_000
            let (time, overflow) = start.addingReportingOverflow(state.time)
            add(Finding(time: isVirtual && !overflow ? time : last, ends: nil, words: text))
        }
    }

    private mutating func add(_ finding: Finding) {
        if findings.count < Self.capacity { findings.append(finding) } else { omitted += 1 }
    }

    mutating func history(_ names: HostNames) -> CallHistory {
        addStates(before: .max)
        let events = findings.map { finding in
            let ends = finding.ends.map { "\(names.text($0.from)) → \(names.text($0.to))  " } ?? ""
            return CallEvent(time: finding.time, text: (ends + finding.words).printable)
        }
        return CallHistory(events, hasStates: hasStates, omitted: omitted)
    }
}

extension Signal {
    /// Returns the texts of a datagram's events. Datagrams that only maintain a connection have none.
    fileprivate func eventTexts(_ exchange: Exchange?) -> [String] {
        guard copy == nil, !isLaterBlock else { return [] }
        switch role {
        case .acknowledgement, .ping, .pong: return []
        case .malformed: return ["malformed datagram"]
        case .reset: return [path == nil ? "RST" : "RST of \(method ?? "") \(path ?? "")"]
        case .request: return isKeepalive ? [] : [(method ?? "") + " " + (path ?? "") + (exchange?.particulars ?? "")]
        case .response:
            guard !isKeepalive, let code = message?.code, code != .continue else { return [] }
            return [path == nil ? "\(code)" : "\(code) of \(method ?? "") \(path ?? "")"] + descriptions
        case .notification: return events.isEmpty ? ["notification of \(path ?? "")"] : descriptions
        }
    }

    private var descriptions: [String] {
        events.filter { !$0.type.contains("health") }.map { event in
            event.type + (event.cid.map { " of \($0)" } ?? "") + (event.user.map { " by \($0)" } ?? "")
                + (event.reason.map { " (\($0))" } ?? "")
        }
    }

    private var isKeepalive: Bool {
        path?.hasSuffix("/health") ?? false || (method == "GET" && path == "/video/connect")
    }

    /// True for a block of a body after the first (RFC 7959).
    private var isLaterBlock: Bool {
        [message?.options.block1, message?.options.block2].contains { ($0?.number ?? 0) > 0 }
    }
}

extension Exchange {
    fileprivate var particulars: String {
        var parts: [String] = []
        if rings { parts.append("ring") }
        parts += members
        if let reason { parts.append(reason) }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }
}
