import Journal
import Sockets
import Timing
import Wire

/// Checks the fates of each datagram in the network, and the network's own counts of them.
struct LedgerWatch {
    /// The datagrams that were sent and have no final fate, by number.
    private var pending: [Int: DatagramRecord] = [:]
    private var counts = NetworkLedger.Counts()
    private var lastNumber = 0
    /// The last datagram that each address has received.
    private var lastReceived: [SocketAddress: Int] = [:]
    /// True when a datagram arrives at the instant of its sending: time is virtual, and all sockets are in this process.
    var isImmediate = false
    /// The first violation, in words.
    private(set) var violation: String?

    /// Processes an event of a datagram.
    mutating func take(_ record: DatagramRecord) {
        counts.add(record)
        guard violation == nil, let text = text(of: record) else { return }
        violation = "#\(record.number ?? 0) \(record.from) → \(record.to): \(text)"
    }

    private mutating func text(of record: DatagramRecord) -> String? {
        guard let number = record.number else { return nil }
        if record.fate == .sent { return begin(record, number) }
        // The network records a datagram of another process when it arrives.
        guard let sent = pending[number] else { return number > lastNumber ? nil : "it already had its final fate" }
        guard sent.bytes == record.bytes, sent.from == record.from else {
            return "it differs from the datagram that was sent"
        }
        switch record.fate {
        case .received:
            pending[number] = nil
            return isImmediate ? arrivalViolation(record, number, sentAt: sent.time) : nil
        case .lost, .kernelDropped, .undeliverable: pending[number] = nil
        case .sent, .delayed, .duplicated, .corrupted: break
        }
        return nil
    }

    /// Returns the violation of an arrival: it is immediate, and a socket receives in the order of sending.
    private mutating func arrivalViolation(_ record: DatagramRecord, _ number: Int, sentAt: Instant) -> String? {
        guard sentAt == record.time else {
            return "it arrives \(sentAt.duration(to: record.time).milliseconds) ms after it was sent"
        }
        guard let before = lastReceived.updateValue(number, forKey: record.to), before > number else { return nil }
        return "it arrives after #\(before), which was sent later"
    }

    private mutating func begin(_ record: DatagramRecord, _ number: Int) -> String? {
        guard number > lastNumber else { return "its number is not above the last one" }
        lastNumber = number
        pending[number] = record
        return nil
    }

    /// Returns the difference between the network's counts and the recorded events; nil when there is none.
    func difference(from ledger: NetworkLedger) -> String? {
        violation ?? counts.difference(from: ledger)
    }
}

extension NetworkLedger {
    /// The counts of a ledger, from the recorded events alone.
    struct Counts {
        private var sent = 0
        private var received = 0
        private var lost = 0
        private var duplicated = 0
        private var withheld = 0
        private var kernelDropped = 0
        private var undeliverable = 0
        private var refused = 0

        mutating func add(_ record: DatagramRecord) {
            switch record.fate {
            case .sent: sent += 1
            case .received: received += 1
            case .lost: if record.number == nil { withheld += 1 } else { lost += 1 }
            case .duplicated: duplicated += 1
            case .kernelDropped: kernelDropped += 1
            case .undeliverable: if record.number == nil { refused += 1 } else { undeliverable += 1 }
            case .delayed, .corrupted: break
            }
        }

        func difference(from ledger: NetworkLedger) -> String? {
            let all = [
                ("sent", sent, ledger.sent), ("received", received, ledger.received), ("lost", lost, ledger.lost),
                ("duplicated", duplicated, ledger.duplicated), ("withheld", withheld, ledger.withheld),
                ("dropped by the kernel", kernelDropped, ledger.kernelDropped),
                ("undeliverable", undeliverable, ledger.undeliverable), ("refused", refused, ledger.refused),
            ]
            guard let (name, own, theirs) = all.first(where: { $0.1 != $0.2 }) else { return nil }
            return "the network counts \(theirs.counted("datagram")) as \(name), and \(own) were"
        }
    }
}
