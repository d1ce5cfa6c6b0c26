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

    /// Reads the bytes of `journal.ndjson`.
    package init(journal: [UInt8]) throws(TraceError) {
        let lineFeed = UInt8(ascii: "\n")
        var scanner = JournalScanner(journal)
        var entries: [JournalEntry] = []
        var (start, number) = (0, 0)
        while start < journal.count {
            if journal[start] == lineFeed {
                start += 1
                continue
            }
            number += 1
            if let (entry, end) = scanner.entry(at: start) {
                entries.append(entry)
                start = end
            } else {
                let end = journal[start...].firstIndex(of: lineFeed) ?? journal.count
                entries.append(try Self.entry(Array(journal[start..<end]), number: number))
                start = end
            }
        }
        guard !entries.isEmpty else { throw TraceError(line: 1, reason: "the journal is empty") }
        self.init(entries)
    }

    private static func entry(_ line: [UInt8], number: Int) throws(TraceError) -> JournalEntry {
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

    /// The host of each participant, as the destinations of the datagrams that it received show.
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
