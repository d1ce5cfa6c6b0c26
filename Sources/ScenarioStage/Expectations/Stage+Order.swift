import Journal
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing

/// The items of an order that were found so far.
struct OrderProgress {
    /// A position in the journal: an entry, or a packet after it.
    struct Position: Comparable {
        var entry = 0
        var packet = 0

        static func < (one: Position, other: Position) -> Bool {
            (one.entry, one.packet) < (other.entry, other.packet)
        }
    }

    /// An item that was found.
    struct Match {
        let position: Position
        let time: Instant
        /// The datagram that it is, or that caused it.
        let datagram: Int?

        var text: String { "\(time)\(datagram.map { " (#\($0))" } ?? "")" }
    }

    var found: [Match] = []
    /// The position up to which the next item was not found.
    var searched = Position()
}

extension Stage {
    /// Returns the failure of an order, searched from the start of the run; nil when all items were found.
    func failure(of items: [JournalItem], _ step: Step) -> ExpectationFailure? {
        guard let first = items.first else { return nil }
        let key = EntryCount.Key(step: step.number, place: first.place)
        var progress = orders[key] ?? OrderProgress()
        while progress.found.count < items.count {
            let item = items[progress.found.count]
            guard let match = match(of: item, after: progress.searched) else {
                // The fate of a packet may still change.
                if !item.subject.canChange { progress.searched = end(for: item.subject) }
                break
            }
            progress.found.append(match)
            progress.searched = match.position
        }
        orders[key] = progress
        return progress.found.count == items.count ? nil : failure(items, progress, step)
    }

    // MARK: Finding an item

    private func match(
        of item: JournalItem, after start: OrderProgress.Position
    ) -> OrderProgress.Match? {
        switch item.subject {
        case .entry(let filter):
            let entries = record.journal.entries
            for entry in entries[min(start.entry, entries.count)...] {
                guard mismatch(entry, filter, limit: 1).count == 0 else { continue }
                return .init(position: .init(entry: entry.number), time: entry.time, datagram: entry.event.datagram)
            }
            return nil
        case .packet(let filter):
            let found = [record.packets, record.mediaPackets].compactMap { packets in
                packets[packets.partition(after: start)...].first { matches($0, filter) }
            }
            return found.min { $0.number < $1.number }.map { packet in
                .init(position: packet.position, time: packet.time, datagram: packet.number)
            }
        }
    }

    /// Returns the position of the newest entry or packet.
    private func end(for subject: JournalItem.Subject) -> OrderProgress.Position {
        switch subject {
        case .entry: .init(entry: record.journal.entries.count)
        case .packet: max(record.packets.last?.position ?? .init(), record.mediaPackets.last?.position ?? .init())
        }
    }

    // MARK: Failures

    private func failure(_ items: [JournalItem], _ progress: OrderProgress, _ step: Step) -> ExpectationFailure {
        let number = progress.found.count
        let item = items[number]
        let earlier = lastMatch(of: item, upTo: progress.found.last?.position)
        var expected = item.text
        var reason = "item \(number + 1) of the order, `\(item.text)`, did not occur"
        if let before = progress.found.last {
            reason += " after item \(number)"
            expected += ", after \(items[number - 1].text) at \(before.text)"
        }
        return ExpectationFailure(
            reason: reason, place: item.place, step: step, expected: expected,
            actual: earlier.map { "it occurred before that, at \($0.text)" } ?? "it never occurred",
            participants: participants(in: item.subject),
            candidates: { [self] in
                course(of: items, progress) + near(item, behind: progress.found.last?.position ?? .init())
            })
    }

    private func lastMatch(
        of item: JournalItem, upTo end: OrderProgress.Position?
    ) -> OrderProgress.Match? {
        guard let end else { return nil }
        var last: OrderProgress.Match?
        var start = OrderProgress.Position()
        while let next = match(of: item, after: start), next.position <= end {
            last = next
            start = next.position
        }
        return last
    }

    /// Returns each item with its time.
    private func course(of items: [JournalItem], _ progress: OrderProgress) -> [String] {
        items.prefix(progress.found.count + 1).enumerated().map { index, item in
            let place = index < progress.found.count ? progress.found[index].text : "did not occur"
            return "\(index + 1). \(item.text): \(place)"
        }
    }

    private static let shownNear = 3

    /// Returns the later entries or packets that differ in one field.
    private func near(_ item: JournalItem, behind start: OrderProgress.Position) -> [String] {
        var lines: [String] = []
        switch item.subject {
        case .entry(let filter):
            for entry in record.journal.entries[min(start.entry, record.journal.entries.count)...] {
                let mismatch = mismatch(entry, filter, limit: 2)
                if mismatch.count == 1 { lines.append("\(line(entry)): \(mismatch.text)") }
            }
        case .packet(let filter):
            for packet in record.packets + record.mediaPackets where packet.position > start {
                let mismatch = mismatch(packet, filter, limit: 2)
                if mismatch.count == 1 { lines.append("\(line(packet)): \(mismatch.text)") }
            }
        }
        return Array(lines.prefix(Self.shownNear))
    }

    private func participants(in subject: JournalItem.Subject) -> [String] {
        switch subject {
        case .entry(let filter): participants(in: filter)
        case .packet(let filter): participants(in: filter)
        }
    }
}

extension JournalItem.Subject {
    /// True when a mismatch now may be a match later.
    fileprivate var canChange: Bool {
        if case .packet(let filter) = self { filter.fields.contains { !$0.spec.isKnownAtOnce } } else { false }
    }
}

extension JournalEvent {
    /// The datagram that caused the event.
    fileprivate var datagram: Int? {
        switch self {
        case .event(let event): event.datagram
        case .state(let change): change.cause
        default: nil
        }
    }
}

extension RunRecord.Packet {
    fileprivate var position: OrderProgress.Position { .init(entry: entry, packet: number) }
}

extension [RunRecord.Packet] {
    /// Returns the index of the first packet after a position.
    fileprivate func partition(after start: OrderProgress.Position) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].position > start { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
