import Chance
package import Journal
package import Loop
package import ScenarioLanguage
package import Sockets
package import Timing
package import Wire

/// What a run leaves behind while it goes on: the journal, and every datagram that went onto the wire.
@MainActor
package final class RunRecord {
    /// One datagram on the wire.
    package struct Packet {
        package let number: Int
        package let time: Instant
        package let from: SocketAddress
        package let to: SocketAddress
        package let byteCount: Int
        package let dissection: Dissection
        package var fate: JournalEvent.Datagram.Fate
        /// Its payload; empty when nobody asks for it.
        package var bytes: [UInt8] = []
        /// The number of the journal's entry that tells of it, or of the one before.
        package var entry = 0
    }

    package private(set) var journal: Journal
    package private(set) var packets: [Packet] = []
    package private(set) var media = MediaLog()
    /// RTP packets one by one; none when nobody asks for them.
    package private(set) var mediaPackets: [Packet] = []
    /// What is known of packets that is read only when somebody asks.
    package let reader = PacketReader()
    private let needs: PacketNeeds
    private var dissector = Dissector()
    private let loop: EventLoop

    private let limit: Int
    /// Whether there was more to tell than the journal may hold; the run then ends.
    package private(set) var isFull = false

    package init(
        loop: EventLoop, needs: PacketNeeds, limit: Int = ScenarioLimits.default.entries,
        sink: (@Sendable (JournalEntry) -> Void)?
    ) {
        self.needs = needs
        self.limit = limit
        self.loop = loop
        journal = Journal(sink: sink)
    }

    package func add(_ event: JournalEvent) {
        guard journal.entries.count < limit else { return overflow() }
        journal.append(event, at: loop.now)
    }

    /// Adds the last entry, for which there is always room.
    package func conclude(_ judgement: JournalEvent.Judgement) {
        journal.append(.verdict(judgement), at: loop.now)
    }

    private func overflow() {
        if !isFull { loop.stop() }
        isFull = true
    }

    /// What is told of a journal that is full.
    package var fullness: String {
        "the journal has \(limit) entries, which is the most that a run can have; "
            + "`journalLimit` in `settings` sets another limit"
    }

    package func log(_ source: String?, _ name: String, _ attributes: [JournalAttribute] = []) {
        add(.log(.init(source: source, name: name, attributes: attributes)))
    }

    /// The datagram of a number, once it went onto the wire.
    package func packet(_ number: Int) -> Packet? {
        index(of: number).map { packets[$0] }
    }

    /// A datagram that is not on the wire yet, as if it were.
    package func unsentPacket(_ record: DatagramRecord) -> Packet? {
        let dissection = dissector.read(record.bytes, from: record.from, to: record.to)
        return Packet(
            number: 0, time: record.time, from: record.from, to: record.to, byteCount: record.bytes.count,
            dissection: dissection, fate: .sent)
    }

    /// Datagrams from outside the network have numbers and are not among the packets, so that these may stand earlier.
    private func index(of number: Int) -> Int? {
        var index = min(number, packets.count) - 1
        while index >= 0, packets[index].number > number { index -= 1 }
        return index >= 0 && packets[index].number == number ? index : nil
    }

    /// Takes over what became of a datagram.
    package func add(_ record: DatagramRecord) {
        guard DatagramKind(record.bytes) != .rtp else { return addMedia(record) }
        let fate = JournalEvent.Datagram.Fate(record.fate)
        var summary: String?
        if case .sent = record.fate {
            let dissection = dissector.read(record.bytes, from: record.from, to: record.to)
            summary = dissection.summary
            packets.append(
                Packet(
                    number: record.number ?? 0, time: record.time, from: record.from, to: record.to,
                    byteCount: record.bytes.count, dissection: dissection, fate: fate,
                    bytes: needs.bytes ? record.bytes : [], entry: journal.entries.count + 1))
        } else if let index = record.number.flatMap(index) {
            packets[index].fate = packets[index].fate.followed(by: fate)
        }
        if case .corrupted(let damage) = record.fate { summary = damage.description }
        add(
            .datagram(
                .init(
                    number: record.number, from: record.from, to: record.to,
                    byteCount: record.bytes.count, fate: fate, summary: summary)))
    }

    /// RTP is journaled in runs; a datagram that met a fate of its own is told for itself.
    private func addMedia(_ record: DatagramRecord) {
        let (run, isTold) = media.add(record)
        if let run { add(run) }
        if needs.media { keepMedia(record) }
        guard isTold else { return }
        var summary = MediaLog.summary(record.bytes)
        if case .corrupted(let damage) = record.fate { summary += ": \(damage)" }
        add(
            .datagram(
                .init(
                    number: record.number, from: record.from, to: record.to, byteCount: record.bytes.count,
                    fate: JournalEvent.Datagram.Fate(record.fate), summary: summary)))
    }

    private func keepMedia(_ record: DatagramRecord) {
        if case .sent = record.fate { return mediaPackets.append(mediaPacket(record)) }
        guard let number = record.number, let index = mediaPackets.lastIndex(where: { $0.number == number }) else {
            return
        }
        mediaPackets[index].fate = mediaPackets[index].fate.followed(by: JournalEvent.Datagram.Fate(record.fate))
    }

    /// An RTP packet as it is looked at for itself.
    package func mediaPacket(_ record: DatagramRecord) -> Packet {
        Packet(
            number: record.number ?? 0, time: record.time, from: record.from, to: record.to,
            byteCount: record.bytes.count,
            dissection: Dissection(kind: .rtp, summary: MediaLog.summary(record.bytes)),
            fate: JournalEvent.Datagram.Fate(record.fate), bytes: record.bytes, entry: journal.entries.count)
    }

    /// Journals what is left of the runs; nothing more is sent.
    package func finish() {
        for run in media.endAll() { add(run) }
    }
}

extension JournalEvent.Datagram.Fate {
    /// What is worth telling of a datagram: that it was received says less than what was done to it before.
    fileprivate func followed(by fate: Self) -> Self {
        fate == .received && (self == .corrupted || self == .duplicated) ? self : fate
    }

    fileprivate init(_ fate: DatagramRecord.Fate) {
        switch fate {
        case .delayed(let until): self = .delayed(until: until)
        case .sent: self = .sent
        case .duplicated: self = .duplicated
        case .corrupted: self = .corrupted
        case .received: self = .received
        case .lost(let reason): self = .lost(reason: "\(reason)")
        case .kernelDropped: self = .kernelDropped
        case .undeliverable: self = .undeliverable
        }
    }
}
