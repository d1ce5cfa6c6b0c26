package import Journal
import ScenarioLanguage
package import Sockets
import Timing
package import Wire

/// Aggregates the thousands of RTP datagrams per second into runs, each of one stream between two addresses.
package struct MediaLog {
    private struct Flow: Hashable {
        let from: SocketAddress
        let to: SocketAddress
        let ssrc: UInt32
    }

    /// The datagrams that are not journaled yet, and the number of all datagrams by length.
    private struct Run {
        let flow: Flow
        var began = Instant.start
        var numbers: ClosedRange<Int>?
        var sent = 0
        var received = 0
        var delayed = 0
        var byteCount = 0
        var sizes: [Int: Int] = [:]
        var isKnown = false

        var isEmpty: Bool { sent == 0 && received == 0 && delayed == 0 }
    }

    /// The duration of a run; the next datagram after it ends the run.
    private static let length = Duration.seconds(1)

    private var slots: [Flow: Int] = [:]
    private var runs: [Run] = []

    /// Adds an event of a datagram. Returns the entry to journal before it, and whether the event itself is journaled.
    package mutating func add(_ record: DatagramRecord) -> (run: JournalEvent?, isWritten: Bool) {
        let slot = slot(of: record)
        var ended: JournalEvent?
        if runs[slot].began.advanced(by: Self.length) <= record.time { ended = end(slot) }
        if runs[slot].isEmpty { runs[slot].began = record.time }
        switch record.fate {
        case .sent:
            count(record, in: slot)
            // The first entry shows the journal's reader that runs follow.
            if !runs[slot].isKnown, ended == nil { ended = end(slot) }
            runs[slot].isKnown = true
        case .received: runs[slot].received += 1
        case .delayed: runs[slot].delayed += 1
        case .lost, .corrupted, .duplicated, .kernelDropped, .undeliverable: return (ended, true)
        }
        return (ended, false)
    }

    private mutating func count(_ record: DatagramRecord, in slot: Int) {
        runs[slot].sent += 1
        runs[slot].byteCount += record.bytes.count
        runs[slot].sizes[record.bytes.count, default: 0] += 1
        guard let number = record.number else { return }
        runs[slot].numbers = (runs[slot].numbers?.lowerBound ?? number)...number
    }

    private mutating func slot(of record: DatagramRecord) -> Int {
        let flow = Flow(from: record.from, to: record.to, ssrc: Self.ssrc(record.bytes))
        if let slot = slots[flow] { return slot }
        slots[flow] = runs.count
        runs.append(Run(flow: flow))
        return runs.count - 1
    }

    /// Returns the source of a packet; 0 when the packet is too short.
    private static func ssrc(_ bytes: [UInt8]) -> UInt32 {
        bytes.count < 12 ? 0 : bytes[8..<12].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Ends a run and begins a new one; returns its entry unless it is empty.
    private mutating func end(_ slot: Int) -> JournalEvent? {
        let run = runs[slot]
        guard !run.isEmpty else { return nil }
        (runs[slot].sent, runs[slot].received, runs[slot].delayed, runs[slot].byteCount) = (0, 0, 0, 0)
        runs[slot].numbers = nil
        return .datagrams(
            .init(
                from: run.flow.from, to: run.flow.to, ssrc: run.flow.ssrc, numbers: run.numbers, sent: run.sent,
                received: run.received, delayed: run.delayed, byteCount: run.byteCount))
    }

    /// Returns the remaining entries at the end, in the order in which the streams began.
    package mutating func endAll() -> [JournalEvent] {
        runs.indices.compactMap { end($0) }
    }

    /// Returns the number of sent datagrams between matching hosts, with a matching length.
    package func count(_ isMeant: (_ from: HostAddress, _ to: HostAddress) -> Bool, size fits: (Int) -> Bool) -> Int {
        runs.reduce(0) { sum, run in
            guard isMeant(run.flow.from.host, run.flow.to.host) else { return sum }
            return sum + run.sizes.reduce(0) { fits($1.key) ? $0 + $1.value : $0 }
        }
    }

    /// Returns a datagram as one readable line.
    package static func summary(_ bytes: [UInt8]) -> String {
        do throws(RTPError) {
            let header = try RTP.Header(decoding: bytes.span)
            return "RTP \(header.ssrc) no. \(header.sequenceNumber) type \(header.payloadType)"
        } catch {
            return "\(bytes.count) bytes that are not an RTP packet: \(error)"
        }
    }
}
