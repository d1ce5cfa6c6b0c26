internal import Capture
internal import Wire

/// The signalling between hosts as a diagram.
struct LadderView: PacketView {
    /// The notation of the diagram.
    enum Language {
        case text
        case mermaid
        case svg
    }

    private let options: ViewOptions
    private let language: Language
    private var findings: [LadderFinding] = []
    private var runs: [MediaRun] = []
    private var runPlaces: [MediaRun.Key: Int] = [:]
    private var remarks: [JournalBeside.Remark]
    private var omitted = 0
    private static let capacity = 200_000

    init(_ options: ViewOptions, _ language: Language) {
        self.options = options
        self.language = language
        let journal = options.journal
        // The diagram of one call has no states of others.
        let states = (journal?.states ?? []).filter { state in
            options.call.map { state.call == nil || state.call == $0 } ?? true
        }
        remarks = (states + (journal?.faults ?? [])).sorted { $0.afterPacket < $1.afterPacket }.reversed()
    }

    mutating func show(
        _ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader, at time: Int64, to output: TextOutput
    ) {
        guard let datagram = packet.datagram else { return }
        addRemarks(before: packet.number)
        if let signal = packet.sip { return show(signal, packet, datagram, at: time) }
        guard let signal = packet.signal else {
            return media(packet, datagram, bytes.extracting(datagram.payload), at: time)
        }
        // An acknowledgement adds no information; its absence shows as a retransmission.
        guard signal.role != .acknowledgement || signal.copy != nil else { return }
        endRuns()
        let loss = options.journal?.losses[packet.number]
        add(
            .arrow(
                from: datagram.source, to: datagram.destination, time: time, packet: packet.number,
                words: Self.words(signal) + (loss.map { " ✗ lost: \($0)" } ?? "").printable,
                style: signal.role == .request || signal.role == .ping ? .request : .answer,
                isTrouble: signal.isTrouble || loss != nil, isLost: loss != nil))
    }

    private mutating func show(
        _ signal: SIPSignal, _ packet: InspectedPacket, _ datagram: UDPPacket, at time: Int64
    ) {
        endRuns()
        let loss = options.journal?.losses[packet.number]
        let copy = signal.copy.map { " (\($0.isRetransmission ? "retransmission" : "copy") of packet \($0.number))" }
        add(
            .arrow(
                from: datagram.source, to: datagram.destination, time: time, packet: packet.number,
                words: SIPText.words(signal) + (copy ?? "") + (loss.map { " ✗ lost: \($0)" } ?? "").printable,
                style: signal.role == .request ? .request : .answer, isTrouble: signal.isTrouble || loss != nil,
                isLost: loss != nil))
    }

    private static func words(_ signal: Signal) -> String {
        var words = PacketText.words(signal)
        if signal.role == .reset { words = words.isEmpty ? "RST" : "RST \(words)" }
        if signal.role == .malformed { words = "malformed: \(signal.problem.map { "\($0)" } ?? "")" }
        if let copy = signal.copy {
            words += " (\(copy.isRetransmission ? "retransmission" : "copy") of packet \(copy.number))"
        }
        return words
    }

    private mutating func add(_ finding: LadderFinding) {
        if findings.count < Self.capacity { findings.append(finding) } else { omitted += 1 }
    }

    /// Adds the journal's notes before a packet.
    private mutating func addRemarks(before number: Int) {
        while let remark = remarks.last, remark.afterPacket < number {
            remarks.removeLast()
            endRuns()
            add(.remark(host: remark.participant, time: remark.time, words: remark.text))
        }
    }

    mutating func finish(_ reader: PacketReader, zero: Int64, to output: TextOutput) {
        addRemarks(before: .max)
        endRuns()
        let ladder = Ladder(findings, reader.names, omitted: omitted)
        switch language {
        case .text: LadderText(ladder, options).write(to: output)
        case .mermaid: LadderMermaid(ladder).write(to: output)
        case .svg: LadderSVG(ladder, title: options.title).write(to: output)
        }
    }
}

// MARK: Media

extension LadderView {
    private mutating func media(
        _ packet: InspectedPacket, _ datagram: UDPPacket, _ payload: Span<UInt8>, at time: Int64
    ) {
        let header = packet.kind == .rtp ? RTPHeader(payload) : nil
        let key = MediaRun.Key(
            path: Path(from: datagram.source, to: datagram.destination), content: MediaRun.Content(packet.kind, header))
        let place = runPlaces[key] ?? runs.count
        if place == runs.count {
            runs.append(MediaRun(key, time: time, packet: packet.number))
            runPlaces[key] = place
        }
        runs[place].add(header, isDropped: options.journal?.losses[packet.number] != nil)
    }

    private mutating func endRuns() {
        for run in runs {
            add(
                .arrow(
                    from: run.key.path.from, to: run.key.path.to, time: run.time, packet: run.packet,
                    words: run.words, style: .media, isTrouble: run.lost > 0, isLost: false))
        }
        runs.removeAll(keepingCapacity: true)
        runPlaces.removeAll(keepingCapacity: true)
    }
}
