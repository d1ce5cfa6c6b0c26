internal import Capture
internal import Wire

/// The signalling between hosts as a diagram: a column a host, time on the left, words on the right.
struct LadderView: PacketView {
    /// One line of the diagram.
    enum Row {
        case arrow(from: IPAddress, to: IPAddress, time: Int64, words: String, isTrouble: Bool)
        case remark(host: String?, time: Int64, words: String)
    }

    /// Packets of media between two hosts with nothing but media between them.
    private struct Run {
        let path: Path
        let kind: PayloadKind
        let time: Int64
        var count = 0
        var window: SequenceRun?
    }

    private let options: ViewOptions
    private var rows: [Row] = []
    private var runs: [Run] = []
    private var remarks: [JournalBeside.Remark]
    private var untold = 0
    private static let capacity = 200_000

    init(_ options: ViewOptions) {
        self.options = options
        let journal = options.journal
        remarks = ((journal?.states ?? []) + (journal?.faults ?? [])).sorted { $0.afterPacket < $1.afterPacket }
            .reversed()
    }

    mutating func show(
        _ packet: InspectedPacket, _ bytes: Span<UInt8>, _ reader: PacketReader, at time: Int64, to output: TextOutput
    ) {
        guard let datagram = packet.datagram else { return }
        tellRemarks(before: packet.number)
        guard let signal = packet.signal else {
            return media(packet, datagram, bytes.extracting(datagram.payload), at: time)
        }
        // An acknowledgement says nothing that its absence does not show.
        guard signal.kind != .acknowledgement || signal.copy != nil else { return }
        endRuns()
        var words = PacketText.words(signal)
        if signal.kind == .reset { words = "RST \(words)" }
        if signal.kind == .malformed { words = "malformed: \(signal.problem.map { "\($0)" } ?? "")" }
        if let copy = signal.copy {
            words += " (\(copy.isRetransmission ? "retransmission" : "copy") of packet \(copy.number))"
        }
        let loss = options.journal?.losses[packet.number]
        if let loss { words += " ✗ lost: \(loss)" }
        add(
            .arrow(
                from: datagram.source.host, to: datagram.destination.host, time: time, words: words,
                isTrouble: signal.isTrouble || loss != nil))
    }

    private mutating func add(_ row: Row) {
        if rows.count < Self.capacity { rows.append(row) } else { untold += 1 }
    }

    /// Tells what the journal says between the packets before and this one.
    private mutating func tellRemarks(before number: Int) {
        while let remark = remarks.last, remark.afterPacket < number {
            remarks.removeLast()
            endRuns()
            add(.remark(host: remark.participant, time: remark.time, words: remark.text))
        }
    }

    mutating func finish(_ reader: PacketReader, zero: Int64, to output: TextOutput) {
        tellRemarks(before: .max)
        endRuns()
        let drawing = LadderDrawing(rows, reader.names, options)
        for line in drawing.lines { output.line(line) }
        if untold > 0 { output.line("and \(Seconds.grouped(untold)) more lines") }
    }
}

// MARK: Media

extension LadderView {
    private mutating func media(
        _ packet: InspectedPacket, _ datagram: UDPPacket, _ payload: Span<UInt8>, at time: Int64
    ) {
        let path = Path(from: datagram.source, to: datagram.destination)
        let place: Int
        if let found = runs.firstIndex(where: { $0.path == path && $0.kind == packet.kind }) {
            place = found
        } else {
            runs.append(Run(path: path, kind: packet.kind, time: time))
            place = runs.count - 1
        }
        runs[place].count += 1
        guard packet.kind == .rtp, let header = RTPHeader(payload) else { return }
        if runs[place].window == nil { runs[place].window = SequenceRun(header.sequence) }
        runs[place].window?.add(header.sequence)
    }

    private mutating func endRuns() {
        for run in runs {
            let noun = run.count == 1 ? "packet" : "packets"
            var words = "\(run.kind.rawValue.uppercased()) \(Seconds.grouped(run.count)) \(noun)"
            if run.kind == .unknown || run.kind == .empty { words = "\(Seconds.grouped(run.count)) other \(noun)" }
            let lost = run.window.map { $0.expected - run.count } ?? 0
            if lost > 0 { words += ", \(Seconds.grouped(lost)) lost" }
            add(
                .arrow(
                    from: run.path.from.host, to: run.path.to.host, time: run.time, words: words, isTrouble: lost > 0))
        }
        runs.removeAll(keepingCapacity: true)
    }
}

/// How many packets a run of RTP sequence numbers promises.
struct SequenceRun {
    private let first: UInt16
    private var last: Int

    init(_ first: UInt16) {
        self.first = first
        last = Int(first)
    }

    mutating func add(_ sequence: UInt16) {
        let step = Int(Int16(truncatingIfNeeded: Int(sequence) - last))
        if step > 0 { last += step }
    }

    var expected: Int { last - Int(first) + 1 }
}
