package import Journal
package import Wire

/// The recorded entries of one run, and the names of its hosts.
package struct RunTrace: Sendable {
    package let entries: [JournalEntry]
    private let hosts: [HostAddress: String]

    package init(_ entries: [JournalEntry]) {
        self.entries = entries
        hosts = Self.hosts(in: entries)
    }

    /// Reads the bytes of `journal.ndjson`, whose entries are numbered from 1 without a gap.
    package init(journal: [UInt8]) throws(TraceError) {
        let lineFeed = UInt8(ascii: "\n")
        var scanner = JournalScanner(journal)
        var entries: [JournalEntry] = []
        var (start, line) = (0, 1)
        while start < journal.count {
            if journal[start] == lineFeed {
                start += 1
                line += 1
                continue
            }
            let entry: JournalEntry
            if let (scanned, end) = scanner.entry(at: start) {
                entry = scanned
                // The scanner consumes the end of the line, where there is one.
                start = end > start && journal[end - 1] == lineFeed ? end - 1 : end
            } else {
                let end = journal[start...].firstIndex(of: lineFeed) ?? journal.count
                entry = try Self.entry(Array(journal[start..<end]), line: line)
                start = end
            }
            if let reason = Self.gap(before: entry.number, expected: entries.count + 1) {
                throw TraceError(line: line, reason: reason)
            }
            entries.append(entry)
        }
        guard !entries.isEmpty else { throw TraceError(line: 1, reason: "the journal is empty") }
        self.init(entries)
    }

    /// Returns what is wrong with the number of an entry; nil when it is the expected one.
    private static func gap(before number: Int, expected: Int) -> String? {
        guard number != expected else { return nil }
        let found = "this is entry \(number), and entry \(expected) is expected"
        guard number > expected else { return "\(found): the line is there twice, or not in its place" }
        let last = number - 1
        return "\(found): " + (last == expected ? "it is missing" : "entries \(expected) to \(last) are missing")
    }

    private static func entry(_ line: [UInt8], line number: Int) throws(TraceError) -> JournalEntry {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: line)
        } catch {
            throw TraceError(line: number, reason: "\(error)")
        }
        guard let entry = JournalEntry(reading: json) else {
            throw TraceError(line: number, reason: "it is not an entry of a journal")
        }
        return entry
    }

    /// The first entry's facts; nil for a journal that begins otherwise.
    package var start: JournalEvent.RunStarted? {
        guard case .runStarted(let start) = entries.first?.event else { return nil }
        return start
    }

    /// True when the last entry is the verdict, as in the journal of every run that ended by itself.
    package var hasEnd: Bool {
        guard case .verdict = entries.last?.event else { return false }
        return true
    }

    /// The participants whose properties, commands or events the journal shows, in the order of their first entry.
    package var participants: [String] {
        var seen: Set<String> = []
        return entries.compactMap(\.event.participant).filter { seen.insert($0).inserted }
    }

    /// The name of an address's host: a participant, `coordinator`, `sfu-1`; the address where it is unknown.
    func name(of address: SocketAddress) -> String {
        hosts[address.host] ?? Self.server(address.host) ?? address.description
    }

    /// The names of the hosts of all datagrams, but for those that are unknown.
    package var hostNames: [HostAddress: String] {
        var names: [HostAddress: String] = [:]
        for case .datagram(let datagram) in entries.lazy.map(\.event) {
            for address in [datagram.from, datagram.to] where names[address.host] == nil {
                names[address.host] = hosts[address.host] ?? Self.server(address.host)
            }
        }
        return names
    }

    /// True when a name is that of a server.
    package func isServer(_ name: String) -> Bool {
        name == "coordinator" || name == "backend" || name.hasPrefix("sfu-")
    }

    /// True when the address belongs to the coordinator or to an SFU.
    func isServer(_ address: SocketAddress) -> Bool { Self.server(address.host) != nil }

    private static func server(_ host: HostAddress) -> String? {
        switch (host.value >> 8, host.value & 0xFF) {
        case (0x7F_0000, 1): "coordinator"
        case (0x7F_0001, let number): "sfu-\(number)"
        default: nil
        }
    }

    /// The host of each participant and of an intruder, as the destinations of the datagrams that it received show.
    private static func hosts(in entries: [JournalEntry]) -> [HostAddress: String] {
        let wanted = Set(entries.compactMap(\.event.arrival))
        var destinations: [Int: HostAddress] = [:]
        var hosts: [HostAddress: String] = [:]
        for entry in entries {
            switch entry.event {
            case .datagram(let datagram):
                if let number = datagram.number, wanted.contains(number) { destinations[number] = datagram.to.host }
            case .event(let event):
                guard let host = event.datagram.flatMap({ destinations[$0] }) else { continue }
                hosts[host] = event.participant
            case .fault(let fault) where fault.text.hasPrefix("an intruder "): hosts[.intruder] = "intruder"
            default: continue
            }
        }
        return hosts
    }
}

/// A journal that cannot be read.
package struct TraceError: Error, Hashable, CustomStringConvertible {
    package let line: Int
    package let reason: String

    package var description: String { "line \(line) of the journal: \(reason)" }
}

extension JournalEvent {
    /// The datagram in which an event arrived.
    fileprivate var arrival: Int? {
        guard case .event(let event) = self else { return nil }
        return event.datagram
    }

    /// The participant of an entry; nil for other kinds.
    var participant: String? {
        switch self {
        case .call(let call): call.participant
        case .returned(let returned): returned.participant
        case .state(let change): change.participant
        case .event(let event): event.participant
        case .timer(let timer): timer.owner
        case .notification(let notification): notification.participant
        case .runStarted, .step, .datagram, .datagrams, .fault, .log, .expectation, .verdict: nil
        }
    }
}
