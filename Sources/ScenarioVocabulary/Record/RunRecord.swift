import Chance
package import Journal
package import Loop
package import ScenarioLanguage
package import Sockets
package import Timing
package import Wire

/// The record of a running scenario: the journal, and every sent datagram.
@MainActor
package final class RunRecord {
    /// One sent datagram.
    package struct Packet {
        /// The number among all sent datagrams; 0 before it is sent.
        package let number: Int
        package let time: Instant
        package let from: SocketAddress
        package let to: SocketAddress
        package let byteCount: Int
        package let dissection: Dissection
        package var fate: JournalEvent.Datagram.Fate
        /// The payload; empty when the scenario does not need it.
        package var bytes: [UInt8] = []
        /// The number of the journal's entry about it, or of the entry before.
        package var entry = 0

        /// True when it was sent after the packet with this number.
        func isSent(after other: Int) -> Bool { number == 0 || other < number }
    }

    package private(set) var journal: Journal
    package private(set) var packets: [Packet] = []
    package private(set) var media = MediaLog()
    /// The last datagrams that links delayed, or lost before they were sent. Delayed ones that were sent since are removed
    /// from time to time.
    private var unsent: [DatagramRecord] = []
    /// The single RTP packets; empty when the scenario does not need them.
    package private(set) var mediaPackets: [Packet] = []
    /// Decodes further fields of packets on demand.
    package let reader = PacketReader()
    private let needs: PacketNeeds
    private var dissector = Dissector()
    private let loop: EventLoop

    private let limit: Int
    /// True when the journal has exceeded its limit; the run then ends.
    package private(set) var isFull = false

    /// Called with each event, also with those that are not kept.
    package var onEvent: (@MainActor (JournalEvent) -> Void)?
    /// False for a record that keeps no entries.
    private let isKept: Bool
    /// Called when the journal is full.
    package var onFull: @MainActor () -> Void

    package init(
        loop: EventLoop, needs: PacketNeeds, limit: Int = ScenarioLimits.default.entries, isKept: Bool = true,
        sink: (@Sendable (JournalEntry) -> Void)?
    ) {
        self.isKept = isKept
        onFull = { loop.stop() }
        self.needs = needs
        self.limit = limit
        self.loop = loop
        journal = Journal(sink: sink)
    }

    package func add(_ event: JournalEvent) {
        onEvent?(event)
        guard isKept else { return }
        guard journal.entries.count < limit else { return overflow() }
        journal.append(event, at: loop.now)
    }

    /// Adds the last entry, for which space is reserved.
    package func conclude(_ judgement: JournalEvent.Judgement) {
        journal.append(.verdict(judgement), at: loop.now)
    }

    private func overflow() {
        if !isFull { onFull() }
        isFull = true
    }

    /// The description of a full journal.
    package var fullness: String {
        "the journal has \(limit) entries, which is the most that a run can have; "
            + "`journalLimit` in `settings` sets another limit"
    }

    package func log(_ source: String?, _ name: String, _ attributes: [JournalAttribute] = []) {
        add(.log(.init(source: source, name: name, attributes: attributes)))
    }

    /// Returns the sent datagram with a number.
    package func packet(_ number: Int) -> Packet? {
        index(of: number).map { packets[$0] }
    }

    /// Returns a datagram that is not sent yet in the form of a packet.
    package func unsentPacket(_ record: DatagramRecord) -> Packet? {
        let dissection = dissector.read(record.bytes, from: record.from, to: record.to)
        return Packet(
            number: 0, time: record.time, from: record.from, to: record.to, byteCount: record.bytes.count,
            dissection: dissection, fate: .sent, bytes: record.bytes)
    }

    /// The last datagrams that links delay now or lost before they were sent, oldest first; none of them is RTP.
    package var unsentPackets: [Packet] {
        unsent.filter { $0.isUnsent(at: loop.now) }.compactMap { record in
            var packet = unsentPacket(record)
            packet?.fate = JournalEvent.Datagram.Fate(record.fate)
            return packet
        }
    }

    private func keepUnsent(_ record: DatagramRecord) {
        if unsent.count >= Self.keptUnsent {
            unsent.removeAll { !$0.isUnsent(at: loop.now) }
            unsent.removeFirst(max(0, unsent.count - Self.keptUnsent / 2))
        }
        unsent.append(record)
    }

    private static let keptUnsent = 512

    /// Returns the index of a packet. Datagrams from outside have numbers and no packets, so the index may be lower.
    private func index(of number: Int) -> Int? {
        var index = min(number, packets.count) - 1
        while index >= 0, packets[index].number > number { index -= 1 }
        return index >= 0 && packets[index].number == number ? index : nil
    }

    /// Records an event of a datagram.
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
        if isKept, record.isUnsent(at: loop.now) { keepUnsent(record) }
        add(
            .datagram(
                .init(
                    number: record.number, from: record.from, to: record.to,
                    byteCount: record.bytes.count, fate: fate, summary: summary)))
    }

    /// Records an event of an RTP datagram. RTP is journaled in runs; a datagram with another fate has its own entry.
    private func addMedia(_ record: DatagramRecord) {
        let (run, isWritten) = media.add(record)
        if let run { add(run) }
        if needs.media { keepMedia(record) }
        guard isWritten else { return }
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

    /// Returns an RTP packet as a single packet.
    package func mediaPacket(_ record: DatagramRecord) -> Packet {
        Packet(
            number: record.number ?? 0, time: record.time, from: record.from, to: record.to,
            byteCount: record.bytes.count,
            dissection: Dissection(kind: .rtp, summary: MediaLog.summary(record.bytes)),
            fate: JournalEvent.Datagram.Fate(record.fate), bytes: record.bytes, entry: journal.entries.count)
    }

    /// Journals the remaining runs; no datagram may be sent afterwards.
    package func finish() {
        for run in media.endAll() { add(run) }
    }
}

extension DatagramRecord {
    /// True when a link delays the datagram at an instant, or lost it before it was sent.
    fileprivate func isUnsent(at now: Instant) -> Bool {
        switch fate {
        case .delayed(let until): until > now
        case .lost: number == nil
        case .sent, .duplicated, .corrupted, .received, .kernelDropped, .undeliverable: false
        }
    }
}

extension JournalEvent.Datagram.Fate {
    /// Returns the more informative fate: a damaged or duplicated datagram keeps that fate when it is received.
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
