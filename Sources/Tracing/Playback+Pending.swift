package import Journal
internal import Timing

extension Playback {
    /// A timer that is under way.
    private struct PendingTimer {
        let owner: String
        let label: String
        let armed: Instant?
        let until: Instant
    }

    /// The timers that are under way at the position, by deadline.
    ///
    /// The journal names most timers when they fire, so the later entries tell which were armed. A timer that was
    /// cancelled is among them only where the journal has the entry of its start.
    package var pendingTimers: [JournalAttribute] {
        (armedTimers + laterTimers).enumerated()
            .sorted { ($0.element.until, $0.offset) < ($1.element.until, $1.offset) }
            .map { _, timer in
                let start = timer.armed.map { ", armed at \($0)" } ?? ""
                return JournalAttribute("\(timer.owner): \(timer.label)", .text("fires at \(timer.until)\(start)"))
            }
    }

    /// The timers with an entry of their start, and no end yet.
    private var armedTimers: [PendingTimer] {
        var timers: [PendingTimer] = []
        for entry in trace.entries[...position] {
            guard case .timer(let timer) = entry.event else { continue }
            if case .armed(let until) = timer.phase {
                timers.append(
                    PendingTimer(owner: timer.owner, label: timer.label, armed: entry.time, until: until))
            } else if let index = timers.firstIndex(where: { $0.owner == timer.owner && $0.label == timer.label }) {
                timers.remove(at: index)
            }
        }
        return timers
    }

    /// The timers that fire later and were armed by now, as the entries of their ends tell.
    private var laterTimers: [PendingTimer] {
        trace.entries[(position + 1)...].compactMap { entry in
            guard case .timer(let timer) = entry.event, timer.phase == .fired, let armed = timer.armed, armed <= time
            else { return nil }
            return PendingTimer(owner: timer.owner, label: timer.label, armed: armed, until: entry.time)
        }
    }

    /// The link of each host at the position: the faults since it was healed, and the datagrams under way.
    package var links: [JournalAttribute] {
        var faults: [String: [String]] = [:]
        var hosts = trace.participants.filter { !trace.isServer($0) }
        var underWay: [Int: [String]] = [:]
        for entry in trace.entries[...position] {
            switch entry.event {
            case .fault(let fault):
                guard let target = fault.target else { continue }
                if !hosts.contains(target) { hosts.append(target) }
                if fault.text == "heal" { faults[target] = [] }
                faults[target, default: []].append("\(fault.text) since \(entry.time)")
            case .datagram(let datagram):
                guard let number = datagram.number else { continue }
                switch datagram.fate {
                case .sent, .delayed: underWay[number] = [datagram.from, datagram.to].map(trace.name)
                default: underWay[number] = nil
                }
            default: continue
            }
        }
        return hosts.map { host in
            let numbers = underWay.filter { $0.value.contains(host) }.keys.sorted()
            let parts = (faults[host] ?? []) + Self.queue(numbers)
            return JournalAttribute(host, .text(parts.isEmpty ? "no fault" : parts.joined(separator: "; ")))
        }
    }

    private static func queue(_ numbers: [Int]) -> [String] {
        guard !numbers.isEmpty else { return [] }
        let shown = numbers.prefix(8).map { "#\($0)" }.joined(separator: ", ")
        return ["under way: \(shown)" + (numbers.count > 8 ? " and \(numbers.count - 8) more" : "")]
    }
}
